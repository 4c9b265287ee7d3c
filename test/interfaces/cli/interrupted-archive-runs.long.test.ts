import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soundContainers } from '../../support/xroad/samples.js'
import { estonia, finland, xroadTrustFiles } from '../../support/xroad/trust.js'
import { messageLogArchive } from '../../validation/message-log/message-log-archive.js'
import { type Interrupt, program } from './interrupted.js'
import { runBuilt } from './run-built.js'

const root = new URL('../../..', import.meta.url).pathname
const environment: Record<string, string> = { ALLKIRI_TRUST_LISTS: 'none', ALLKIRI_WORKERS: '1' }
const common = ['--trust', join(root, 'fixtures/trust/standard.json'), '--at', '2026-06-01T12:00:00Z']
/** Enough that the first line is printed long before the last file is read. */
const copies = 40
let folder = ''
let archive = ''
let count = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-interrupted-'))
  archive = join(folder, 'archive')
  mkdirSync(archive)
  for (let i = 0; i < copies; i++) {
    const name = ['lt.asice', 'data-file-changed.asice', 'lt-tm.bdoc', 'cut-in-half.asice'][i % 4] ?? ''
    cpSync(join(root, 'fixtures/documents', name), join(archive, `${String(i).padStart(2, '0')}-${name}`))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the program prints until it is ended by a signal, which comes with its first line, or with the first of a file. */
async function interrupted(args: readonly string[], signal: Interrupt | 'SIGKILL', more: Record<string, string> = {}): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [program, ...args], { env: { PATH, HOME, ...environment, ...more } })
  let out = ''
  child.stdout.on('data', (piece: Buffer) => {
    out += piece.toString()
    child.kill(signal)
  })
  child.stderr.resume()
  await new Promise((ended) => child.on('close', ended))
  return out
}

const newFile = () => join(folder, `lines-${++count}.jsonl`)
const sentence = (err: string, about: RegExp) =>
  err
    .split('\n')
    .find((line) => about.test(line))
    ?.replace(/[;,] .*earlier|; .*$/g, '')
/** A run that was cut off in the middle of its last line. */
const cut = (text: string) => text.slice(0, Math.max(text.length - 20, text.indexOf('\n') + 5))
const filesIn = (text: string, member: string) =>
  text.split('\n').flatMap((line) => {
    try {
      return [(JSON.parse(line) as Record<string, string>)[member]]
    } catch {
      return []
    }
  })

describe('a run over an archive that is ended by a signal', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('forecast goes on, and counts each file once: %s', async (signal) => {
    const whole = runBuilt(['forecast', '--json-lines', ...common, archive], environment)
    const done = newFile()
    writeFileSync(done, cut(await interrupted(['forecast', '--json-lines', ...common, archive], signal)))
    const resumed = runBuilt(['forecast', '--json-lines', '--skip-done', done, ...common, archive], environment)
    const table = (err: string) => err.split('\n').filter((line) => /^(?:\d{4}|–) /.test(line))
    expect(table(resumed.err)).toEqual(table(whole.err))
    expect(resumed.err).toContain(`${copies} files, `)
    const all = filesIn(readFileSync(done, 'utf8') + resumed.out, 'file')
    expect(all.toSorted()).toEqual(filesIn(whole.out, 'file').toSorted())
    expect(new Set(all).size).toBe(copies)
  })

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'validate --since goes on from the lines that it keeps, and prints and counts each change once: %s',
    async (signal) => {
      const [old, lines] = [newFile(), newFile()]
      // In the earlier run nothing was trusted.
      writeFileSync(old, runBuilt(['validate', '--json-lines', '--at', '2026-06-01T12:00:00Z', archive], environment).out)
      const since = ['validate', '--json-lines', '--since', old, ...common, archive]
      const whole = runBuilt(since, environment)
      await interrupted([...since, '--lines', lines], signal)
      writeFileSync(lines, cut(readFileSync(lines, 'utf8')))
      const resumed = runBuilt([...since, '--lines', lines], environment)
      expect(resumed.out).toBe(whole.out)
      expect(sentence(resumed.err, /with another verdict/)).toBe(sentence(whole.err, /with another verdict/))
      const kept = filesIn(readFileSync(lines, 'utf8'), 'file')
      expect([kept.length, new Set(kept).size]).toEqual([copies, copies])
      // The kept lines are those of a run of their own: the next run can be since them.
      const next = runBuilt(['validate', '--since', lines, ...common, archive], environment)
      expect([next.status, next.out]).toEqual([0, ''])
    },
  )

  it('xroad audit goes on after the archives that have a line, and counts each container once', async () => {
    const log = join(folder, 'log')
    mkdirSync(log)
    for (const [name, text] of xroadTrustFiles([estonia, finland])) writeFileSync(join(folder, name), text)
    const xroad = { ...environment, ALLKIRI_XROAD: join(folder, 'xroad.json'), ALLKIRI_CLOCK: '2026-06-01T12:00:00Z' }
    let before = { digest: '', archive: '' }
    for (let number = 1; number <= 8; number++) {
      const containers = soundContainers.slice(0, 3).map(({ id, document }) => [`${number}-${id}.asice`, document()] as const)
      const { bytes, last } = await messageLogArchive(containers, { before })
      writeFileSync(join(log, `mlog-${number}.zip`), bytes)
      before = { digest: last, archive: `mlog-${number}.zip` }
    }
    // What is missing between archives is found on the whole, whichever run has read them.
    rmSync(join(log, 'mlog-5.zip'))
    const audit = ['xroad', 'audit', '--json-lines', log]
    const whole = runBuilt(audit, xroad)
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const done = newFile()
      writeFileSync(done, cut(await interrupted(audit, signal, xroad)))
      const resumed = runBuilt([...audit, '--skip-done', done], xroad)
      expect(resumed.err.replace(/;.*/, '')).toBe(whole.err.replace(/;.*/, ''))
      expect(resumed.err).toContain('7 archives, 21 containers, 1 finding about archives')
      const all = filesIn(readFileSync(done, 'utf8') + resumed.out, 'archive')
      expect(all.toSorted()).toEqual(filesIn(whole.out, 'archive').toSorted())
    }
  })
})
