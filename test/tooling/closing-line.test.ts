import { expect, it, vi } from 'vitest'
import type { TestModule } from 'vitest/node'
import ClosingLine from './closing-line.js'

it('the last line of a run counts a group without tests as skipped: its files are missing', () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const tests = ['passed', 'passed', 'skipped'].map((state) => ({ result: () => ({ state }) }))
  const suites = [{ children: { size: 3 } }, { children: { size: 0 } }]
  const module = { children: { allTests: () => tests, allSuites: () => suites }, errors: () => [] } as unknown as TestModule
  new ClosingLine().onTestRunEnd([module])
  const lines = written.mock.calls.map(([text]) => text)
  written.mockRestore()
  expect(lines).toContain('\n2 passed, 0 failed, 2 skipped\n')
})
