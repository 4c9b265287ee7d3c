import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchFiles } from '../../../../src/interfaces/http/key-capsules/file-watch.js'

const folder = mkdtempSync(join(tmpdir(), 'file-watch-'))
const at = (...names: string[]) => join(folder, ...names)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

describe('a watch over certificate files', () => {
  it('a watch over certificate files reports each kind of replacement once, and nothing else', () => {
    mkdirSync(at('authorities'))
    mkdirSync(at('first'))
    mkdirSync(at('second'))
    for (const name of ['server.pem', 'authorities/a.pem', 'first/tls.pem', 'second/tls.pem']) writeFileSync(at(name), name)
    // Clusters mount certificates as a link to a folder, and exchange the link.
    symlinkSync(at('first'), at('mounted'))
    let changes = 0
    const stop = watchFiles([at('server.pem'), at('authorities'), at('mounted', 'tls.pem'), at('missing.pem')], 10, () => {
      changes += 1
    })
    const told = (change: () => void) => {
      const before = changes
      change()
      vi.advanceTimersByTime(30)
      return changes - before
    }
    expect(told(() => undefined)).toBe(0)
    expect(told(() => writeFileSync(at('server.pem'), 'another length'))).toBe(1)
    expect(told(() => writeFileSync(at('authorities/b.pem'), ''))).toBe(1)
    expect(told(() => rmSync(at('authorities/a.pem')))).toBe(1)
    expect(
      told(() => {
        symlinkSync(at('second'), at('exchanged'))
        renameSync(at('exchanged'), at('mounted'))
      }),
    ).toBe(1)
    expect(told(() => rmSync(at('server.pem')))).toBe(1)
    expect(told(() => writeFileSync(at('missing.pem'), 'here'))).toBe(1)
    expect(told(() => writeFileSync(at('unrelated.pem'), ''))).toBe(0)
    // What cannot be looked at is a change, and no fault: a link that leads to itself, alone and within a folder, and a folder that goes away.
    expect(
      told(() => {
        rmSync(at('missing.pem'))
        symlinkSync(at('missing.pem'), at('missing.pem'))
      }),
    ).toBe(1)
    expect(told(() => symlinkSync(at('authorities/loop.pem'), at('authorities/loop.pem')))).toBe(1)
    expect(told(() => rmSync(at('authorities'), { recursive: true }))).toBe(1)
    rmSync(at('missing.pem'))
    expect(told(() => undefined)).toBe(1)
    stop()
    expect(told(() => writeFileSync(at('missing.pem'), 'later'))).toBe(0)
  })
})
