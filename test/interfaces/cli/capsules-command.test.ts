import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { openCapsuleStore } from '#capsules/service'
import { storeIn } from '../../support/settings.js'
import { run } from './run-in-process.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capsules-command-'))
  folders.push(folder)
  return folder
}

/** A folder with so many capsules, every tenth of them deleted. */
async function filled(capsules: number): Promise<string> {
  const folder = newFolder()
  const store = await openCapsuleStore(storeIn(folder), { role: 'command', onFault: () => undefined })
  await Promise.all(
    Array.from({ length: capsules }, (_, i) =>
      store.add({
        id: `KC${String(i).padStart(32, '0')}`,
        type: 'rsa',
        recipient: Buffer.alloc(270, i),
        keyMaterial: Buffer.alloc(256, i),
        expiry: i % 10 === 0 ? 1000 : 1_900_000_000_123,
        adjusted: i % 3 === 0,
      }),
    ),
  )
  await store.deleteExpired(2000, capsules)
  await store.close()
  return folder
}

describe('allkiri capsules', () => {
  it.each([
    ['export', []],
    ['show', ['KC00000000000000000000000000000001']],
    ['delete', ['KC00000000000000000000000000000001']],
    ['accept-clock', []],
  ])(
    'allkiri capsules %s does not take a folder without a store for an empty store: the disk may not be mounted',
    async (command, args) => {
      const folder = newFolder()
      const { status, out, err } = await run(['capsules', command, ...args], { ALLKIRI_DATA: folder })
      expect({ status, out }).toEqual({ status: 64, out: '' })
      expect(err).toBe(
        `allkiri: ALLKIRI_DATA: the folder ${folder} holds no capsule store (key-capsules.db); name the folder of the service.\n`,
      )
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it('an import of capsules stops with the line number at a capsule that differs from the stored one, and keeps the capsules before it', async () => {
    const { out } = await run(['capsules', 'export'], { ALLKIRI_DATA: await filled(20) })
    const lines = out.trim().split('\n')
    const changed = lines.map((line, i) => (i === 6 ? line.replace('"expiry_time_adjusted":true', '"expiry_time_adjusted":false') : line))
    expect(changed[6]).not.toBe(lines[6])
    const folder = newFolder()
    await run(['capsules', 'import'], { ALLKIRI_DATA: folder }, Readable.from([lines.slice(6, 7).join('\n')]))
    const { status, err } = await run(['capsules', 'import'], { ALLKIRI_DATA: folder }, Readable.from([changed.join('\n')]))
    expect([status, err]).toEqual([
      1,
      'allkiri: the import stopped at line 7: another capsule with this id is in the store. Before it: 6 added, 0 already there.\n',
    ])
    const there = (await run(['capsules', 'export'], { ALLKIRI_DATA: folder })).out.trim().split('\n')
    expect(there.slice(0, -1)).toEqual(lines.slice(0, 7))
  })

  it.each([
    [
      'a line that is damaged',
      (lines: string[]) => lines.with(3, lines[3]?.slice(0, 50) ?? ''),
      /stopped at line 4: it is not a JSON object/,
    ],
    ['a file that was cut off', (lines: string[]) => lines.slice(0, 8), /stopped at line 9: the last line of the export is missing/],
    ['a line that is missing', (lines: string[]) => lines.toSpliced(2, 1), /20 records were exported, but 19 precede/],
    [
      'a line that is too long',
      (lines: string[]) => lines.with(0, `{"x":"${'x'.repeat(20_000)}"}`),
      /stopped at line 1: it is longer than any capsule/,
    ],
    ['no line at all', () => [], /stopped at line 1: the last line of the export is missing/],
  ])('an import of capsules stops at %s', async (_what, change, message) => {
    const { out } = await run(['capsules', 'export'], { ALLKIRI_DATA: await filled(20) })
    const { status, err } = await run(
      ['capsules', 'import'],
      { ALLKIRI_DATA: newFolder() },
      Readable.from([change(out.trim().split('\n')).join('\n')]),
    )
    expect(status).toBe(1)
    expect(err).toMatch(message)
  })

  it('allkiri capsules shows what is kept under an id, without the key material', async () => {
    const environment = { ALLKIRI_DATA: await filled(12) }
    const show = async (of: number) => {
      const { status, out, err } = await run(['capsules', 'show', `KC${String(of).padStart(32, '0')}`], environment)
      return { status, shown: out === '' ? null : (JSON.parse(out) as Record<string, unknown>), err }
    }
    expect(await show(11)).toEqual({
      status: 0,
      err: '',
      shown: {
        id: `KC${'11'.padStart(32, '0')}`,
        state: 'stored',
        expiry_time: '2030-03-17T17:46:40Z',
        adjusted: false,
        capsule_type: 'rsa',
        recipient_sha256: createHash('sha256').update(Buffer.alloc(270, 11)).digest('hex'),
        ephemeral_key_material_bytes: 256,
      },
    })
    expect((await show(10)).shown).toEqual({
      id: `KC${'10'.padStart(32, '0')}`,
      state: 'deleted',
      expiry_time: '1970-01-01T00:00:01Z',
      adjusted: false,
    })
    expect(await show(77)).toMatchObject({
      status: 1,
      shown: null,
      err: expect.stringMatching(/^allkiri: there is no capsule KC0+77/) as string,
    })
  })

  it('allkiri capsules deletes one capsule and no other; text that is not an id deletes none', async () => {
    const environment = { ALLKIRI_DATA: await filled(12) }
    const before = (await run(['capsules', 'export'], environment)).out.split('\n')
    const id = `KC${'7'.padStart(32, '0')}`
    expect(await run(['capsules', 'delete', id], environment)).toMatchObject({
      status: 0,
      err: '',
      out: expect.stringContaining('is deleted') as string,
    })
    expect(await run(['capsules', 'delete', id], environment)).toMatchObject({
      status: 0,
      out: expect.stringContaining('deleted before') as string,
    })
    const after = (await run(['capsules', 'export'], environment)).out.split('\n')
    expect(after.filter((line, i) => line !== before[i])).toHaveLength(1)
    expect(after.filter((line) => line.includes(id) && line.includes('key_material'))).toEqual([])
    for (const wrong of ['KC%', "' OR 1=1 --", 'KC0', '%'.repeat(20)]) {
      expect(await run(['capsules', 'delete', wrong], environment)).toMatchObject({
        status: 64,
        err: expect.stringContaining('18 to 34') as string,
      })
    }
    expect((await run(['capsules', 'delete', 'x'.repeat(20)], environment)).status).toBe(1)
    expect((await run(['capsules', 'delete', id], {})).err).toContain('ALLKIRI_DATA')
    expect((await run(['capsules', 'export'], environment)).out.split('\n')).toEqual(after)
  })

  it('allkiri capsules accepts the clock of the machine as the time of the store', async () => {
    const folder = await filled(0)
    const accept = () => run(['capsules', 'accept-clock'], { ALLKIRI_DATA: folder })
    expect(await accept()).toMatchObject({
      status: 0,
      out: 'The capsule store had no time yet; it is at 2026-08-20T12:00:00Z now. Deletion was not suspended.\n',
    })
    const store = await openCapsuleStore(storeIn(folder), { role: 'command', onFault: () => undefined })
    await store.keepClock({ seen: Date.UTC(2026, 7, 1), suspended: Date.UTC(2030, 7, 1), accepted: 1 })
    expect(await accept()).toMatchObject({
      status: 0,
      out: 'The capsule store was at 2026-08-01T00:00:00Z; it is at 2026-08-20T12:00:00Z now. Deletion of expired capsules continues.\n',
    })
    expect(await store.readClock()).toEqual({ seen: Date.UTC(2026, 7, 20, 12), suspended: null, accepted: 2 })
    // What a service had read before is not written over it.
    await store.keepClock({ seen: 5, suspended: 5, accepted: 1 })
    expect(await store.readClock()).toEqual({ seen: Date.UTC(2026, 7, 20, 12), suspended: null, accepted: 2 })
    await store.close()
  })

  it('allkiri capsules says what to set, and what it cannot read', async () => {
    expect(await run(['capsules', 'export'])).toMatchObject({ status: 64, err: expect.stringContaining('ALLKIRI_DATA') as string })
    expect(await run(['capsules', 'import', '/missing/file'], { ALLKIRI_DATA: newFolder() })).toMatchObject({
      status: 2,
      err: 'allkiri: /missing/file cannot be read (ENOENT).\n',
    })
    expect(await run(['capsules', 'export'], { ALLKIRI_DATA: '/missing/folder' })).toMatchObject({ status: 64 })
    const broken = new Readable({ read: () => broken.destroy(Object.assign(new Error('is a directory'), { code: 'EISDIR' })) })
    expect(await run(['capsules', 'import'], { ALLKIRI_DATA: newFolder() }, broken)).toMatchObject({
      status: 2,
      err: 'allkiri: the standard input cannot be read (EISDIR).\n',
    })
  })
})
