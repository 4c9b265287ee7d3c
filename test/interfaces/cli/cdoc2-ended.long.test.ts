import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../../support/needs.js'
import { type Interrupt, interrupted, interrupts, program } from './interrupted.js'
import { run } from './run-in-process.js'
import { onSmallDisk } from './small-disk.js'

let folder: string
const at = (...names: readonly string[]) => join(folder, ...names)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-ended-'))
  writeFileSync(at('secret'), randomBytes(32).toString('base64'))
  writeFileSync(at('leping.txt'), 'Tere')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a disk that fills (needs the right to mount)', needs({ 'right to mount': await onSmallDisk(() => Promise.resolve()) }), () => {
  it('a disk that fills ends a CDOC2 command with a sentence and leaves nothing, both ways', async () => {
    const done = await onSmallDisk(async (place) => {
      writeFileSync(at('large'), randomBytes(3_000_000))
      const made = await run(['cdoc2', 'encrypt', at('large'), '--new-secret', at('secret'), '--out', join(place, 'a.cdoc2')])
      expect(made).toMatchObject({ status: 2, err: expect.stringContaining('no space left on the disk; nothing was written') as string })
      expect(readdirSync(place)).toEqual([])
      await run(['cdoc2', 'encrypt', at('large'), '--new-secret', at('secret'), '--out', at('large.cdoc2')])
      const opened = await run(['cdoc2', 'decrypt', at('large.cdoc2'), '--secret', at('secret'), '--out', place])
      expect(opened).toMatchObject({ status: 2, err: expect.stringContaining('no space left on the disk') as string })
      expect(readdirSync(place)).toEqual([])
    })
    expect(done).toBe(true)
  })
})

describe('a command that is ended by a signal (build first)', needs({ 'a build': isBuilt }), () => {
  const ended = (args: readonly string[], growing: string, signal: Interrupt | 'SIGKILL') =>
    interrupted(['cdoc2', ...args], growing, signal)

  it.each(interrupts)('a CDOC2 command that is ended by a signal leaves nothing behind: %s', async (signal) => {
    writeFileSync(at('long'), randomBytes(40_000_000))
    if (!existsSync(at('long.cdoc2'))) await run(['cdoc2', 'encrypt', at('long'), '--new-secret', at('secret'), '--out', at('long.cdoc2')])
    const cleaned = { status: 2, err: 'allkiri: Interrupted; nothing was written.\n', left: [] }
    const growing = mkdtempSync(at('growing-'))
    const encrypt = ['encrypt', at('long'), '--new-secret', at('secret'), '--out', join(growing, 'x.cdoc2')]
    expect(await ended(encrypt, growing, signal)).toEqual(cleaned)
    const decrypt = ['decrypt', at('long.cdoc2'), '--secret', at('secret'), '--out', growing]
    expect(await ended(decrypt, growing, signal)).toEqual(cleaned)
    const reEncrypt = ['re-encrypt', at('long.cdoc2'), '--secret', at('secret'), '--new-secret', at('secret')]
    expect(await ended([...reEncrypt, '--out', join(growing, 'y.cdoc2')], growing, signal)).toEqual(cleaned)
  })

  it('a CDOC2 command ends by the second signal when it waits for a named pipe without a writer', async () => {
    execFileSync('mkfifo', [at('silent')])
    const args = [program, 'cdoc2', 'encrypt', at('leping.txt'), '--new-secret', at('silent'), '--out', at('never.cdoc2')]
    const child = spawn(process.execPath, args, { stdio: 'ignore' })
    const ended = new Promise<unknown>((resolve) => child.on('close', (_status, signal) => resolve(signal)))
    // By then the command listens for signals, whose first one would otherwise end it.
    await new Promise((next) => setTimeout(next, 4_000))
    const sent = setInterval(() => child.kill('SIGINT'), 2_500)
    expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 120_000, 'waits'))])).toBe('SIGINT')
    clearInterval(sent)
    child.kill('SIGKILL')
  })

  it('a CDOC2 command shows no name of the container when it is killed, and what grew only to its owner', async () => {
    const growing = mkdtempSync(at('growing-'))
    const { left } = await ended(['decrypt', at('long.cdoc2'), '--secret', at('secret'), '--out', growing], growing, 'SIGKILL')
    expect(left).toEqual([expect.stringMatching(/^\.allkiri-/)])
  })
})
