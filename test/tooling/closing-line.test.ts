import { expect, it, vi } from 'vitest'
import type { TestModule } from 'vitest/node'
import { needs } from '../support/needs.js'
import ClosingLine from './closing-line.js'

/** What a run of these tests and groups prints at its end. */
function closing(tests: readonly { readonly state: string; readonly missing?: string }[], groups: readonly { readonly size: number }[]) {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const allTests = tests.map(({ state, ...meta }) => ({ result: () => ({ state }), meta: () => meta }))
  const allSuites = groups.map((children) => ({ children, meta: () => ({ missing: 'published documents' }) }))
  const module = { children: { allTests: () => allTests, allSuites: () => allSuites }, errors: () => [] } as unknown as TestModule
  new ClosingLine().onTestRunEnd([module])
  const text = written.mock.calls.map(([line]) => line).join('')
  written.mockRestore()
  return text
}

it('The last line of a run counts a group without tests as skipped: its files are missing', () => {
  expect(closing([{ state: 'passed' }, { state: 'passed' }, { state: 'skipped', missing: 'nginx' }], [{ size: 3 }, { size: 0 }])).toBe(
    '\n2 skipped: 1 no nginx, 1 no published documents\n2 passed, 0 failed, 2 skipped\n',
  )
})

it('A run says for what most tests were skipped first, and which were skipped for no named reason', () => {
  const skipped = (missing: string) => ({ state: 'skipped', missing })
  expect(closing([skipped('Chromium'), skipped('nginx'), { state: 'skipped' }, skipped('nginx')], [])).toBe(
    '\n4 skipped: 2 no nginx, 1 no Chromium, 1 without a reason\n0 passed, 0 failed, 4 skipped\n',
  )
})

it('A run without skipped tests says nothing of them but the number', () => {
  expect(closing([{ state: 'passed' }], [{ size: 1 }])).toBe('\n1 passed, 0 failed, 0 skipped\n')
})

it('A test that needs several things is skipped for the first that is missing, and runs where all are there', () => {
  expect(needs({ PostgreSQL: true, nginx: false, Chromium: false })).toEqual({ skip: true, meta: { missing: 'nginx' } })
  expect(needs({ PostgreSQL: true })).toEqual({})
})
