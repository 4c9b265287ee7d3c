import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewRecipient, Secret } from '#cdoc2/container'
import { encryptFiles } from '#cdoc2/files'
import { limits } from '#config'
import { unsafeToShow } from '#std'
import { archiveOf, extendedHeader, rawEntry, type TarEntry, withPayload, written } from '../../cdoc2/container/crafted.js'
import { needs } from '../../support/needs.js'
import { run } from './run-in-process.js'

let folder: string
const at = (...names: readonly string[]) => join(folder, ...names)
const key = randomBytes(32)
const recipient: NewRecipient = { kind: 'symmetric-key', key, label: 'secret' }
const secret: Secret = { kind: 'symmetric-key', key, label: null }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-bad-'))
  writeFileSync(at('secret'), key.toString('base64'))
  writeFileSync(at('leping.txt'), 'Tere')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Opens a container into a new folder; it must end with one sentence, status 2 and no folder, and touch nothing beside. */
async function refused(container: Buffer, way: readonly string[] = ['--secret', at('secret')], environment: Record<string, string> = {}) {
  const place = mkdtempSync(at('place-'))
  writeFileSync(join(place, 'x.cdoc2'), container)
  const { status, err, out } = await run(['cdoc2', 'decrypt', join(place, 'x.cdoc2'), ...way, '--out', join(place, 'out')], environment)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toMatch(/^allkiri: [^\n]+\.\n$/)
  expect(readdirSync(place)).toEqual(['x.cdoc2'])
  return err
}

const file = (name: string): TarEntry & { content: Buffer } => ({ name, content: Buffer.from('evil') })

describe('a container whose content is authentic and hostile', () => {
  it.each<[string, TarEntry & { content?: Buffer }, RegExp]>([
    ['climbs', file('../evil'), /no file name may have/],
    ['climbs in the middle', file('a/../../evil'), /no file name may have/],
    ['begins at the root', file(`${tmpdir()}/evil`), /no file name may have/],
    ['climbs as on Windows', file('..\\evil'), /no file name may have/],
    ['is the folder above', file('..'), /is a folder/],
    ['hides its end', file('ann\u202etxt.exe'), /no file name may have/],
    ['has a line feed', file('a\nb'), /no file name may have/],
    ['ends early', file('a.txt\u0085'), /no file name may have/],
    ['is nothing', { ...file('x'), pax: { path: '' } }, /is empty/],
    ['is longer than any system allows', { ...file('x'), pax: { path: 'x'.repeat(1_001) } }, /longer than 1000 octets/],
    ['is a symbolic link', { name: 'link', type: 'symlink', linkname: '/etc/passwd' }, /entry of the type "2"/],
    ['is a hard link', { name: 'link', type: 'link', linkname: 'leping.txt' }, /entry of the type "1"/],
    ['is a folder', { name: 'evil', type: 'directory' }, /entry of the type "5"/],
    ['is a device', { name: 'null', type: 'character-device' }, /entry of the type "3"/],
    ['is a FIFO', { name: 'fifo', type: 'fifo' }, /entry of the type "6"/],
  ])('a container whose content is authentic and hostile is refused when an entry %s', async (_what, entry, sentence) => {
    const payload = await archiveOf([file('good.txt'), entry])
    expect(await refused(await withPayload(payload, recipient, secret))).toMatch(sentence)
  })

  it('a container gives files whose names some system does not have other names, never one twice, and says which', async () => {
    const names = ['Aa.txt', 'a:a.txt', 'a?a.txt', '-rf', ' x', 'nul', 'COM¹.txt', 'a.txt. ', 'a_a.txt', 'aA.txt', 'A.TXT', '...', '"<>|*']
    const composed = 'õ.txt'
    const all = [...names, composed.normalize('NFD'), composed.normalize('NFC'), `${'y'.repeat(300)}.txt`]
    const payload = await archiveOf(all.map((name) => ({ name, pax: { path: name }, content: Buffer.from(name) })))
    const place = mkdtempSync(at('names-'))
    writeFileSync(join(place, 'x.cdoc2'), await withPayload(payload, recipient, secret))
    const way = [join(place, 'x.cdoc2'), '--secret', at('secret')]
    const { status, out, err } = await run(['cdoc2', 'decrypt', ...way, '--out', join(place, 'out')])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const written = new Map(readdirSync(join(place, 'out')).map((name) => [readFileSync(join(place, 'out', name), 'utf8'), name]))
    expect(all.map((name) => written.get(name))).toEqual([
      'Aa.txt',
      'a_a (2).txt',
      'a_a (3).txt',
      '_rf',
      '_x',
      '_nul',
      '_COM¹.txt',
      'a (2).txt',
      'a_a.txt',
      'aA (2).txt',
      'A.TXT',
      '_',
      '_____',
      'õ.txt'.normalize('NFD'),
      'õ (2).txt'.normalize('NFC'),
      `${'y'.repeat(251)}.txt`,
    ])
    expect(out).toContain('  a_a (2).txt (7 bytes), in the container "a:a.txt"\n')
    expect(out).toContain('  a_a.txt (7 bytes)\n')
    const listed = await run(['cdoc2', 'list', ...way])
    expect(listed.out).toContain('  a:a.txt (7 bytes), which decrypt writes as a_a (2).txt\n')
    expect(listed.out).toContain('  a_a.txt (7 bytes)\n')
    const json = JSON.parse((await run(['cdoc2', 'list', ...way, '--json'])).out) as { files: { name: string; writtenAs: string }[] }
    expect(json.files.map(({ name }) => name)).toEqual(all)
    expect(json.files[1]).toEqual({ name: 'a:a.txt', size: 7, writtenAs: 'a_a (2).txt' })
    expect(readdirSync(place).sort()).toEqual(['out', 'x.cdoc2'])
  })

  it('a container lists no files when it was changed, and writes none', async () => {
    const container = await withPayload(await archiveOf([file('a.txt')]), recipient, secret)
    const place = mkdtempSync(at('list-'))
    writeFileSync(join(place, 'x.cdoc2'), changedAt(container, container.length - 1))
    const { status, out, err } = await run(['cdoc2', 'list', join(place, 'x.cdoc2'), '--secret', at('secret')])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toMatch(/changed or cut since it was encrypted/)
    expect(readdirSync(place)).toEqual(['x.cdoc2'])
  })

  const raw = (name: string) => rawEntry(name, '0', Buffer.from('evil'))
  it.each<[string, readonly Buffer[], RegExp]>([
    [
      'two extended headers name one file',
      [extendedHeader({ path: 'one.txt' }), extendedHeader({ path: 'two.txt' }), raw('a.txt')],
      /two extended headers/,
    ],
    [
      'two extended headers state its size',
      [extendedHeader({ size: '2' }), extendedHeader({ size: '4' }), raw('a.txt')],
      /two extended headers/,
    ],
    ['an extended header is for no file', [raw('a.txt'), extendedHeader({ path: 'b.txt' })], /followed by no file/],
    [
      'a file is sparse',
      [extendedHeader({ 'GNU.sparse.map': '5,4', 'GNU.sparse.name': 'b.txt', 'GNU.sparse.size': '9' }), raw('a.txt')],
      /sparse file/,
    ],
    ['a file has another real size', [extendedHeader({ 'SCHILY.realsize': '9' }), raw('a.txt')], /sparse file/],
  ])(
    'a container whose content is authentic and hostile is refused when %s: other programs would write another file',
    async (_what, entries, sentence) => {
      const payload = deflateSync(Buffer.concat([...entries, Buffer.alloc(1_024)]))
      expect(await refused(await withPayload(payload, recipient, secret))).toMatch(sentence)
    },
  )

  it('a container whose content is authentic and hostile is refused for a repeated name', async () => {
    const payload = await archiveOf([file('a.txt'), file('a.txt')])
    expect(await refused(await withPayload(payload, recipient, secret))).toMatch(/two files called "a\.txt"/)
  })

  it('a container whose content is authentic and hostile is refused for too many files', async () => {
    const payload = await archiveOf(Array.from({ length: 5_000 }, (_, i) => ({ name: `f${i}` })))
    expect(await refused(await withPayload(payload, recipient, secret))).toMatch(/more than 1000 files/)
  })

  it('a container whose content is authentic and hostile is refused when it inflates without end', async () => {
    const header = headerOf('zeros', 300_000_000)
    const payload = deflateSync(Buffer.concat([header, Buffer.alloc(300_000_000)]), { level: 9 })
    expect(payload.length).toBeLessThan(400_000)
    expect(await refused(await withPayload(payload, recipient, secret))).toMatch(/compressed by more than 1 : 100/)
  })

  it.each([
    ['is cut', (whole: Buffer) => whole.subarray(0, -10)],
    ['is no zlib', () => Buffer.from('not compressed')],
    ['has octets behind it', (whole: Buffer) => Buffer.concat([whole, Buffer.from('more')])],
  ])('a container whose content is authentic and hostile is refused when its compressed content %s', async (_what, change) => {
    await refused(await withPayload(change(await archiveOf([file('a.txt')])), recipient, secret))
  })

  it('a container leaves nothing of many small files when it was changed, although the last of them are still being written', async () => {
    const payload = await archiveOf(Array.from({ length: 900 }, (_, i) => ({ name: `f${i}`, content: randomBytes(600) })))
    const container = await withPayload(payload, recipient, secret)
    expect(await refused(changedAt(container, container.length - 1))).toMatch(/changed or cut since it was encrypted/)
  })

  it.each<[string, (container: Buffer) => Buffer, RegExp]>([
    ['has an archive that ends inside of a file', (container) => container, /archive ends inside of a file/],
    ['was changed', (container) => changedAt(container, container.length - 200_000), /changed or cut since it was encrypted/],
    ['was cut', (container) => container.subarray(0, -200_000), /changed or cut since it was encrypted/],
  ])('a hostile container ends a re-encryption with a sentence, and leaves nothing, when it %s', async (_what, change, sentence) => {
    const payload = deflateSync(Buffer.concat([headerOf('large', 2_000_000), randomBytes(1_000_000)]))
    const place = mkdtempSync(at('place-'))
    writeFileSync(join(place, 'x.cdoc2'), change(await withPayload(payload, recipient, secret)))
    const options = ['--secret', at('secret'), '--new-secret', at('secret'), '--out', join(place, 'y.cdoc2')]
    // An error event that nobody listens to is an uncaught exception, which fails the run.
    const { status, err, out } = await run(['cdoc2', 're-encrypt', join(place, 'x.cdoc2'), ...options])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toMatch(sentence)
    expect(err).toMatch(/^allkiri: [^\n]+\.\n$/)
    expect(readdirSync(place)).toEqual(['x.cdoc2'])
  })

  function changedAt(container: Buffer, place: number): Buffer {
    container.writeUInt8(container.readUInt8(place) ^ 1, place)
    return container
  }

  /** The header of a file, and nothing behind it. */
  function headerOf(name: string, size: number): Buffer {
    const block = Buffer.alloc(512)
    block.write(name, 0)
    block.write(
      `0000600\u00000000000\u00000000000\u0000${size.toString(8).padStart(11, '0')}\u000000000000000\u0000        0`,
      100,
      'latin1',
    )
    block.write('ustar\u000000', 257, 'latin1')
    const sum = block.reduce((total, octet) => total + octet, 0)
    block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1')
    return block
  }
})

describe('a label that steers a terminal', () => {
  const label = 'data:,type=secret&label=%C2%9B31m\u202etxt.exe\u007f&\u2066x=1'

  beforeAll(async () => {
    const container = await written([{ ...recipient, label }], (archive) => {
      archive.finalize()
      return Promise.resolve()
    })
    writeFileSync(at('label.cdoc2'), container)
  })

  it.each([[[]], [['--json']]])('a label that steers a terminal is listed with escapes: %j', async (options: readonly string[]) => {
    const { status, out } = await run(['cdoc2', 'list', at('label.cdoc2'), ...options])
    expect(status).toBe(0)
    expect(out.replaceAll('\n', '')).not.toMatch(unsafeToShow)
    expect(out).toContain('\\u009b31m\\u202etxt.exe\\u007f')
  })

  it('a label that steers a terminal is the same label in the JSON', async () => {
    const { out } = await run(['cdoc2', 'list', at('label.cdoc2'), '--json'])
    expect(JSON.parse(out)).toMatchObject([{ label: { shown: '\u009b31m\u202etxt.exe\u007f' } }])
  })
})

describe('a container under a password', () => {
  const environment = { SALASONA: 'Õige hobune 9' }
  const way = ['--password-env', 'SALASONA']
  const fill = (archive: { finalize(): void }) => {
    archive.finalize()
    return Promise.resolve()
  }
  const pbkdf2 = (label: string): NewRecipient => ({ kind: 'password', password: 'Õige hobune 9', label })

  it.each([0, -1, 10_000_001, 2 ** 31 - 1])(
    'a container under a password is refused without any derivation for %i iterations',
    async (iterations) => {
      const container = await written([pbkdf2('pw')], fill)
      const place = container.indexOf(Buffer.from('c0270900', 'hex'))
      expect(place).toBeGreaterThan(0)
      container.writeInt32LE(iterations, place)
      expect(await refused(container, way, environment)).toMatch(/iterations/)
    },
  )

  it('a container under a password is refused for another number of iterations, which is authenticated', async () => {
    const container = await written([pbkdf2('pw')], fill)
    container.writeInt32LE(1, container.indexOf(Buffer.from('c0270900', 'hex')))
    expect(await refused(container, way, environment)).toMatch(/does not open the container/)
  })

  it('a container under a password is not tried for ever where it has many: the label names one', async () => {
    const recipients = Array.from({ length: 17 }, (_, i) => pbkdf2(`pw${i}`))
    const container = await written(recipients, fill)
    expect(await refused(container, way, environment)).toMatch(/17 recipients of the container fit, and 16 are tried: name the label/)
    // Three, which together take more than one may.
    const few = await written(recipients.slice(0, 3), fill)
    for (let i = 0, from = 0; i < 3; i++) {
      from = few.indexOf(Buffer.from('c0270900', 'hex'), from)
      few.writeInt32LE(4_000_000, from)
    }
    expect(await refused(few, way, environment)).toMatch(/12000000 iterations in sum/)
    writeFileSync(at('many.cdoc2'), container)
    const opened = await run(['cdoc2', 'decrypt', at('many.cdoc2'), ...way, '--label', 'pw16', '--out', at('many')], environment)
    expect(opened).toMatchObject({ status: 0, err: '' })
  })
})

describe('the folder into which a container is opened', () => {
  it('the folder into which a container is opened keeps what a symbolic link of the same name leads to', async () => {
    const container = await withPayload(await archiveOf([file('leping.txt'), file('teine.txt')]), recipient, secret)
    writeFileSync(at('links.cdoc2'), container)
    mkdirSync(at('links'))
    writeFileSync(at('mine'), 'mine')
    symlinkSync(at('mine'), at('links', 'teine.txt'))
    const open = () => run(['cdoc2', 'decrypt', at('links.cdoc2'), '--secret', at('secret'), '--out', at('links')])
    expect(await open()).toMatchObject({ status: 2, err: expect.stringContaining('exists already') as string })
    expect(readFileSync(at('mine'), 'utf8')).toBe('mine')
    // Also one that leads nowhere, through which a new file would appear elsewhere.
    rmSync(at('mine'))
    expect((await open()).status).toBe(2)
    expect(existsSync(at('mine'))).toBe(false)
    expect(readdirSync(at('links'))).toEqual(['teine.txt'])
  })
})

describe('encryption', () => {
  it('the encryption of a container refuses a container that exists before it does anything', async () => {
    writeFileSync(at('there.cdoc2'), 'mine')
    const { status, err } = await run(['cdoc2', 'encrypt', at('missing.txt'), '--new-secret', at('secret'), '--out', at('there.cdoc2')])
    expect([status, err]).toEqual([2, `allkiri: ${at('there.cdoc2')}: exists already, and nothing is overwritten.\n`])
    expect(readFileSync(at('there.cdoc2'), 'utf8')).toBe('mine')
  })

  it('the encryption of a container ends with a sentence when a file becomes shorter meanwhile, and leaves nothing', async () => {
    writeFileSync(at('shrinks'), randomBytes(8_000_000))
    let cut = false
    const progress = (octets: number) => {
      if (cut || octets < 500_000) return
      truncateSync(at('shrinks'), 1_000)
      cut = true
    }
    const encryption = { files: [at('shrinks')], recipients: [recipient], container: at('shrunk.cdoc2'), progress }
    await expect(encryptFiles({ ...encryption, signal: new AbortController().signal }, limits.cdoc2)).rejects.toMatchObject({
      code: 'input-changed',
    })
    expect(readdirSync(folder).filter((name) => name.includes('shrunk') || name.endsWith('.part'))).toEqual([])
  })

  it('the encryption of a container refuses too many files, two of one name, a name that no reader takes', async () => {
    const encrypt = (...files: readonly string[]) =>
      run(['cdoc2', 'encrypt', ...files, '--new-secret', at('secret'), '--out', at('no.cdoc2')])
    mkdirSync(at('other'))
    writeFileSync(at('other', 'leping.txt'), 'teine')
    writeFileSync(at('other', 'a:b'), '')
    expect((await encrypt(...Array.from({ length: 1_001 }, (_, i) => at(`f${i}`)))).err).toMatch(/at most 1000 files/)
    expect((await encrypt(at('leping.txt'), at('other', 'leping.txt'))).err).toMatch(/Two files are called "leping\.txt"/)
    expect((await encrypt(at('other', 'a:b'))).err).toMatch(/some systems do not have in file names/)
    expect(existsSync(at('no.cdoc2'))).toBe(false)
  })

  it('the encryption of a container compresses by no more than other readers accept, and what it wrote opens', async () => {
    for (const [name, content] of [
      ['zeros', Buffer.alloc(20_000_000)],
      ['log', Buffer.from('2026-11-22T07:00:00Z the same line of a log, again and again\n'.repeat(200_000))],
      ['mixed', Buffer.concat([Buffer.alloc(5_000_000), randomBytes(2_000_000), Buffer.alloc(5_000_000)])],
    ] as const) {
      writeFileSync(at(name), content)
      await run(['cdoc2', 'encrypt', at(name), '--new-secret', at('secret'), '--out', at(`${name}.cdoc2`)])
      const ratio = content.length / readFileSync(at(`${name}.cdoc2`)).length
      expect(ratio).toBeLessThan(10)
      expect(ratio).toBeGreaterThan(name === 'mixed' ? 2 : 5)
      const opened = await run(['cdoc2', 'decrypt', at(`${name}.cdoc2`), '--secret', at('secret'), '--out', at(`${name}.out`)])
      expect(opened).toMatchObject({ status: 0, err: '' })
      expect(readFileSync(at(`${name}.out`, name)).equals(content)).toBe(true)
    }
  })
})

describe('what is not a regular file', needs({ 'POSIX files': process.platform !== 'win32' }), () => {
  it.each(['list', 'decrypt', 're-encrypt'])(
    'what is not a regular file is refused by %s with its name, and a named pipe is not waited for',
    async (command) => {
      const [pipe, out] = [at(`pipe-${command}`), at(`out-${command}`)]
      execFileSync('mkfifo', [pipe])
      const opening = ['--secret', at('secret'), '--out', out]
      const options = { list: [], decrypt: opening, 're-encrypt': [...opening, '--new-secret', at('secret')] }[command] ?? []
      for (const path of [pipe, folder, '/dev/null']) {
        const { status, err } = await run(['cdoc2', command, path, ...options])
        expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(`${path} is not a regular file`) as string })
      }
      expect(existsSync(out)).toBe(false)
    },
  )

  it(
    'what is not a regular file is not encrypted as an empty file where its size is stated as 0',
    needs({ '/proc': existsSync('/proc/self') }),
    async () => {
      const { status, err } = await run(['cdoc2', 'encrypt', '/proc/self/cmdline', '--new-secret', at('secret'), '--out', at('proc.cdoc2')])
      expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('its size is stated as 0') as string })
      expect(existsSync(at('proc.cdoc2'))).toBe(false)
    },
  )
})

describe('the option --out', () => {
  it.each(['encrypt', 'decrypt', 're-encrypt'])('the option --out is refused by %s when it is empty, as wrong usage', async (command) => {
    const { status, err } = await run(['cdoc2', command, at('leping.txt'), '--out', ''])
    expect({ status, err }).toEqual({ status: 64, err: expect.stringContaining('Write the path of a file or a folder.') as string })
  })

  it('the option --out in a missing folder is reported with the name of the folder', async () => {
    const out = at('missing', 'a.cdoc2')
    const { status, err } = await run(['cdoc2', 'encrypt', at('leping.txt'), '--new-secret', at('secret'), '--out', out])
    expect({ status, err }).toEqual({ status: 2, err: `allkiri: ${at('missing')}: there is no such file or folder.\n` })
  })
})

describe('options for key servers that would have no effect', () => {
  const server = 'https://127.0.0.1:1'
  it('options for key servers that would have no effect are refused: a second server of encrypt, with the usage status', async () => {
    const args = ['--new-secret', at('secret'), '--server', server, '--server', server, '--out', at('two.cdoc2')]
    const { status, err } = await run(['cdoc2', 'encrypt', at('leping.txt'), ...args])
    expect(status).toBe(64)
    expect(err).toContain('Name one key server')
    expect(existsSync(at('two.cdoc2'))).toBe(false)
  })

  it.each([
    [
      'an expiry without a server',
      ['encrypt', 'leping.txt', '--new-secret', 'secret', '--expiry', '2030-01-01T00:00:00Z'],
      /--expiry is for/,
    ],
    [
      'keys to keep on no server',
      ['re-encrypt', 'none.cdoc2', '--secret', 'secret', '--new-secret', 'secret', '--keep-on-server'],
      /Name the key server/,
    ],
    [
      'an expiry of keys that are not kept on the server',
      ['re-encrypt', 'none.cdoc2', '--secret', 'secret', '--new-secret', 'secret', '--server', server, '--expiry', '2030-01-01T00:00:00Z'],
      /--expiry is for/,
    ],
  ] as const)('options for key servers that would have no effect are refused: %s', async (_what, [command, ...args], sentence) => {
    const paths = args.map((arg) => (['leping.txt', 'none.cdoc2', 'secret'].includes(arg) ? at(arg) : arg))
    const { status, err } = await run(['cdoc2', command, ...paths, '--out', at('no-effect.cdoc2')])
    expect({ status, written: existsSync(at('no-effect.cdoc2')) }).toEqual({ status: 64, written: false })
    expect(err).toMatch(sentence)
  })
})

describe('the options that name a secret', () => {
  it.each([
    ['nobody to encrypt for', ['encrypt', 'leping.txt'], /Name the recipients of/],
    ['nobody to encrypt for again', ['re-encrypt', 'none.cdoc2', '--secret', 'secret'], /Name the recipients of/],
    ['no way to open', ['decrypt', 'none.cdoc2'], /Name what opens/],
    ['two new passwords', ['encrypt', 'leping.txt', '--new-password-file', 'secret', '--new-password-env', 'X'], /cannot be used with/],
    [
      'a new password that is asked for and read',
      ['encrypt', 'leping.txt', '--new-password', '--new-password-file', 'secret'],
      /cannot be used with/,
    ],
    ['a key and a password', ['decrypt', 'none.cdoc2', '--key', 'secret', '--password-file', 'secret'], /cannot be used with/],
    [
      'a symmetric key and a password',
      ['re-encrypt', 'none.cdoc2', '--secret', 'secret', '--password', '--new-secret', 'secret'],
      /cannot be used with/,
    ],
    [
      'two passwords of a key',
      ['decrypt', 'none.cdoc2', '--key', 'secret', '--key-password-file', 'secret', '--key-password-env', 'X'],
      /cannot be used with/,
    ],
  ] as const)(
    'the options that name a secret are refused as wrong usage, rather than one of them ignored: %s',
    async (_what, [command, ...args], sentence) => {
      const paths = args.map((arg) => (['leping.txt', 'none.cdoc2', 'secret'].includes(arg) ? at(arg) : arg))
      const { status, err } = await run(['cdoc2', command, ...paths, '--out', at('refused.cdoc2')], { X: 'Õige hobune 9' })
      expect({ status, written: existsSync(at('refused.cdoc2')) }).toEqual({ status: 64, written: false })
      expect(err).toMatch(sentence)
    },
  )

  it('the options that name a secret may name several recipients of a new container, a password among them', async () => {
    const args = ['--new-secret', at('secret'), '--new-password-env', 'X', '--out', at('several.cdoc2')]
    expect(await run(['cdoc2', 'encrypt', at('leping.txt'), ...args], { X: 'Õige hobune 9' })).toMatchObject({ status: 0, err: '' })
  })
})

describe('a new password', () => {
  it('a new password has as many characters as the bound says, or more', async () => {
    const { minPasswordLength } = limits.cdoc2
    const encrypt = (length: number) => {
      writeFileSync(at('short'), 'õ'.repeat(length))
      return run(['cdoc2', 'encrypt', at('leping.txt'), '--new-password-file', at('short'), '--out', at(`short-${length}.cdoc2`)])
    }
    expect(await encrypt(minPasswordLength)).toMatchObject({ status: 0, err: '' })
    expect(await encrypt(minPasswordLength - 1)).toMatchObject({
      status: 2,
      err: expect.stringContaining(`at least ${minPasswordLength} characters`) as string,
    })
  })
})

describe('a file that holds a key or a password', () => {
  const { maxKeyFileBytes, maxPasswordBytes } = limits.cdoc2
  const encrypt = async (...way: readonly string[]) => {
    const { status, err } = await run([
      'cdoc2',
      'encrypt',
      at('leping.txt'),
      ...way,
      '--out',
      at(`${randomBytes(8).toString('hex')}.cdoc2`),
    ])
    return { status, err }
  }

  it.each([
    ['a password', '--new-password-file', maxPasswordBytes, /too long for a password/],
    ['a symmetric key', '--new-secret', maxKeyFileBytes, /too large for a symmetric key/],
    ['a certificate', '--to', maxKeyFileBytes, /too large for a certificate/],
  ])('a file that holds a key or a password is read up to its bound and no further: %s', async (_what, option, bound, sentence) => {
    const path = at('large')
    // A hole of a terabyte: reading it whole would not end.
    for (const size of [bound + 1, 2 ** 40]) {
      writeFileSync(path, '')
      truncateSync(path, size)
      expect(await encrypt(option, path)).toEqual({ status: 2, err: expect.stringMatching(sentence) as string })
    }
    writeFileSync(path, key.toString('base64').padEnd(bound, option === '--new-secret' ? '\n' : 'x'))
    const { err } = await encrypt(option, path)
    expect(err).not.toMatch(sentence)
  })
})
