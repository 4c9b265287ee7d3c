import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { readZip, type ZipLimits } from '#readers/zip'
import { ZipError } from '../../../src/readers/zip/zip-error.js'
import { type BuiltArchive, type BuiltEntry, buildArchive, fields } from './archive-builder.js'

const hello: BuiltEntry = { name: 'a.txt', content: 'hello' }
const packedHello: BuiltEntry = { name: 'b.txt', content: 'hello hello hello', deflate: true }

function contents(bytes: Uint8Array): readonly (readonly [string, string])[] {
  return readZip(bytes, limits.zip).entries.map((entry) => [entry.name, entry.read().toString('utf8')])
}

/** Code of the refusal, whether it comes from the structure or from the first content that is read. */
function refusal(bytes: Uint8Array, bounds: ZipLimits = limits.zip): { code: string; limit: boolean; when: 'open' | 'read' } | null {
  let when: 'open' | 'read' = 'open'
  try {
    const { entries } = readZip(bytes, bounds)
    when = 'read'
    for (const entry of entries) entry.read()
    return null
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    return { code: error.code, limit: error.limit, when }
  }
}

describe('reading an archive', () => {
  it('the reader of archives gives entries in the order of the central directory, with contents and sizes, also with comments', () => {
    const archive = readZip(
      buildArchive([{ ...hello, comment: 'made by hand' }, packedHello, { name: 'd/' }], { comment: Buffer.from('whole') }),
      limits.zip,
    )
    expect(archive.entries.map(({ name, size, method, isDirectory }) => ({ name, size, method, isDirectory }))).toEqual([
      { name: 'a.txt', size: 5, method: 'stored', isDirectory: false },
      { name: 'b.txt', size: 17, method: 'deflated', isDirectory: false },
      { name: 'd/', size: 0, method: 'stored', isDirectory: true },
    ])
    expect(archive.entries.map((entry) => entry.read().toString())).toEqual(['hello', 'hello hello hello', ''])
  })

  it('the reader of archives reads from any view of the bytes, and shares the memory of stored entries', () => {
    const built = buildArchive([hello])
    const holder = new Uint8Array(built.length + 7)
    holder.set(built, 3)
    const view = holder.subarray(3, 3 + built.length)
    const [entry] = readZip(view, limits.zip).entries
    expect(entry?.read().toString()).toBe('hello')
    expect(entry?.read().buffer).toBe(holder.buffer)
  })

  it('the reader of archives accepts an empty file that is deflated', () => {
    expect(contents(buildArchive([{ name: 'empty', content: '', deflate: true }]))).toEqual([['empty', '']])
  })
})

describe('names', () => {
  const encoded = (name: Buffer, flags: number): string => {
    const both = { name, flags }
    return readZip(buildArchive([{ name: 'x', both }]), limits.zip).entries[0]?.name ?? ''
  }

  it('names of archive entries are UTF-8 with bit 11, and UTF-8 without it where they decode', () => {
    expect(encoded(Buffer.from('Šužlikud sõid.txt'), 0x0800)).toBe('Šužlikud sõid.txt')
    expect(encoded(Buffer.from('Šužlikud sõid.txt'), 0)).toBe('Šužlikud sõid.txt')
  })

  it('names of archive entries are code page 437 without bit 11 where they are not UTF-8', () => {
    expect(encoded(Buffer.from([0x94, 0x84, 0x81, 0xe1, 0x80, 0xff]), 0)).toBe('öäüßÇ\u00a0')
  })

  it('names of archive entries keep a byte-order mark, so that two names never become one', () => {
    expect(encoded(Buffer.from('\ufeffa.txt'), 0x0800)).toBe('\ufeffa.txt')
    expect(contents(buildArchive([hello, { name: '\ufeffa.txt', content: 'other' }]))).toHaveLength(2)
  })

  it('names of archive entries are compared exactly: letter case and Unicode normalisation make different entries', () => {
    const names = ['a.txt', 'A.txt', '\u00f5.txt', 'o\u0303.txt', '__proto__', 'constructor']
    expect(readZip(buildArchive(names.map((name) => ({ name }))), limits.zip).entries.map(({ name }) => name)).toEqual(names)
  })

  it('names of archive entries are refused when they claim to be UTF-8 and are not, are empty, or hold NUL', () => {
    expect(refusal(buildArchive([{ name: 'x', both: { name: Buffer.from([0xff]), flags: 0x0800 } }]))?.code).toBe('ZIP_NAME')
    expect(refusal(buildArchive([{ name: '' }]))?.code).toBe('ZIP_NAME')
    expect(refusal(buildArchive([{ name: 'a\0b' }]))?.code).toBe('ZIP_NAME')
  })

  it('names of archive entries are refused when the Unicode path field (APPNOTE 4.6.9) spells another one', () => {
    const field = (path: string, crc: number, version = 1): Buffer =>
      Buffer.concat([fields([2, 0x7075], [2, 5 + path.length], [1, version], [4, crc]), Buffer.from(path)])
    const withField = (extra: Buffer): Buffer => buildArchive([{ ...hello, both: { extra } }])
    expect(refusal(withField(field('a.txt', crc32('a.txt'))))).toBeNull()
    expect(refusal(withField(field('b.txt', crc32('a.txt'))))?.code).toBe('ZIP_NAME')
    expect(refusal(withField(field('b.txt', 12345)))).toBeNull()
    // unzip takes version 0 for 1, libarchive any version.
    for (const version of [0, 2]) expect(refusal(withField(field('b.txt', crc32('a.txt'), version)))?.code).toBe('ZIP_NAME')
    // A reader that streams from the front sees the field of the local header only.
    expect(refusal(buildArchive([{ ...hello, local: { extra: field('b.txt', crc32('a.txt')) } }]))?.code).toBe('ZIP_NAME')
    expect(refusal(buildArchive([{ ...hello, local: { extra: field('a.txt', crc32('a.txt')) } }]))).toBeNull()
  })

  it('names of archive entries are refused as duplicates when unzip writes them to one file: it leaves out control characters and a version of VMS', () => {
    for (const name of ['a.txt\u0001', '\ta.txt', 'a.txt\u007f', 'a.txt;1', 'a.txt;'])
      expect(refusal(buildArchive([hello, { name, content: 'other' }]))?.code, JSON.stringify(name)).toBe('ZIP_DUPLICATE_ENTRY')
    expect(contents(buildArchive([hello, { name: 'b.txt;1', content: 'b' }, { name: 'c\u0001.txt', content: 'c' }]))).toHaveLength(3)
  })
})

describe('entries that a program which unpacks the archive makes into something else', () => {
  const written = (name: string, host: number, attributes: number): string | undefined =>
    refusal(buildArchive([{ name, central: { host, attributes } }]))?.code
  const unix = 3

  it.each([
    ['symbolic link', 0o120777],
    ['folder', 0o040755],
    ['device', 0o020644],
    ['pipe', 0o010644],
    ['socket', 0o140755],
  ])('an archive entry that a program unpacks into something else is refused: a %s of Unix', (_, mode) =>
    expect(written('a.txt', unix, mode * 65_536)).toBe('ZIP_FILE_TYPE'),
  )

  it('an archive entry that a program unpacks into something else is refused: a folder of MS-DOS that has the name of a file, and a volume label', () => {
    expect(written('a.txt', 0, 0x10)).toBe('ZIP_FILE_TYPE')
    expect(written('a.txt', 0, 0x08)).toBe('ZIP_FILE_TYPE')
  })

  it.each([
    ['VMS, for which unzip makes a link of it', 2],
    ['MS-DOS, for which programs make a link of it that do not look at the host system', 0],
    ['an unknown one', 255],
  ])('an archive entry that a program unpacks into something else is refused: a symbolic link under the host system %s', (_, host) =>
    expect(written('a.txt', host, 0o120777 * 65_536)).toBe('ZIP_FILE_TYPE'),
  )

  describe('by a block of the extra field', () => {
    const asi = (mode: number) => fields([2, 0x756e], [2, 14], [4, 0], [2, mode], [4, 0], [2, 0], [2, 0])
    const libarchive = (attributes: number, bitmap: readonly (readonly [number, number])[] = [[1, 5]]) =>
      fields([2, 0x6c78], [2, bitmap.length + 6], ...bitmap, [2, 0x0314], [4, attributes])
    const places = ['local', 'central'] as const

    it.each(places)(
      'an archive entry is refused by its extra field: the mode of a link in the block of ASi (%s), which unzip takes',
      (place) => expect(refusal(buildArchive([{ name: 'a.txt', [place]: { extra: asi(0o120777) } }]))?.code).toBe('ZIP_FILE_TYPE'),
    )

    it.each(places)(
      'an archive entry is refused by its extra field: the attributes of a link or folder in the block of libarchive (%s), which it takes',
      (place) => {
        const code = (extra: Buffer) => refusal(buildArchive([{ name: 'a.txt', [place]: { extra } }]))?.code
        expect(code(libarchive(0o120777 * 65_536))).toBe('ZIP_FILE_TYPE')
        expect(code(libarchive(0x10))).toBe('ZIP_FILE_TYPE')
        const longBitmap = [[1, 0x85] as const, [1, 0] as const]
        expect(code(libarchive(0o120777 * 65_536, longBitmap))).toBe('ZIP_FILE_TYPE')
      },
    )

    it('archive entries are files and folders that blocks of the extra field call so, and blocks that are cut off or state no attributes', () => {
      const code = (name: string, extra: Buffer) => refusal(buildArchive([{ name, both: { extra } }]))?.code
      expect(code('a.txt', asi(0o100644))).toBeUndefined()
      expect(code('d/', asi(0o040755))).toBeUndefined()
      expect(code('a.txt', libarchive(0o100644 * 65_536))).toBeUndefined()
      expect(code('d/', libarchive(0o040755 * 65_536 + 0x10))).toBeUndefined()
      expect(code('a.txt', fields([2, 0x6c78], [2, 0]))).toBeUndefined()
      expect(code('a.txt', fields([2, 0x6c78], [2, 3], [1, 1], [2, 0x0314]))).toBeUndefined()
      expect(code('a.txt', fields([2, 0x6c78], [2, 3], [1, 5], [2, 0x0314]))).toBeUndefined()
    })
  })

  it.each([
    ['a.txt', unix, 0o100644 * 65_536],
    ['a.txt', unix, 0o644 * 65_536],
    ['a.txt', 0, 0xa7],
    ['a.txt', 0, 0o100644 * 65_536 + 0x20],
    ['a.txt', 0, 0o600 * 65_536],
    ['a.txt', 1, 0x10],
    ['d/', unix, 0o040755 * 65_536 + 0x10],
    ['d/', 0, 0x10],
  ])('archive entries are files and folders with the right attributes, or none: %s, host %i, %i', (name, host, attributes) =>
    expect(written(name, host, attributes)).toBeUndefined(),
  )
})

describe('an archive with one defect is refused', () => {
  const lying = (central: BuiltEntry['central']): Buffer => buildArchive([hello, { ...packedHello, central: central ?? {} }])
  const both = (entry: BuiltEntry, fields: BuiltEntry['both']): Buffer => buildArchive([hello, { ...entry, both: fields ?? {} }])
  const built = (archive: BuiltArchive): Buffer => buildArchive([hello, packedHello], archive)
  const whole = built({})
  const stream = deflateRawSync('hello hello hello')
  const cases: readonly (readonly [string, Buffer, string])[] = [
    ['not a ZIP archive', Buffer.from('hello world'), 'ZIP_NO_END_RECORD'],
    ['nothing', Buffer.alloc(0), 'ZIP_NO_END_RECORD'],
    ['bytes after the end', Buffer.concat([whole, Buffer.from('JUNK')]), 'ZIP_TRAILING_BYTES'],
    ['comment that is cut', built({ comment: Buffer.from('comment') }).subarray(0, -3), 'ZIP_TRAILING_BYTES'],
    ['archive in the comment', built({ comment: buildArchive([{ name: 'evil' }]) }), 'ZIP_CENTRAL_DIRECTORY'],
    ['archive in the comment, with more after it', built({ comment: Buffer.concat([whole, Buffer.alloc(9)]) }), 'ZIP_TRAILING_BYTES'],
    ['bytes before the archive', Buffer.concat([Buffer.from('JUNK'), whole]), 'ZIP_CENTRAL_DIRECTORY'],
    ['bytes before the first entry', buildArchive([{ ...hello, before: Buffer.from('JUNK') }]), 'ZIP_UNACCOUNTED_BYTES'],
    ['an entry that only streaming readers see', buildArchive([hello, { ...packedHello, before: hidden() }]), 'ZIP_UNACCOUNTED_BYTES'],
    ['bytes between entries and directory', built({ afterEntries: hidden() }), 'ZIP_UNACCOUNTED_BYTES'],
    ['several disks', built({ end: { disk: 1 } }), 'ZIP_SEVERAL_DISKS'],
    ['entry on another disk', lying({ disk: 1 }), 'ZIP_SEVERAL_DISKS'],
    ['no entries', buildArchive([]), 'ZIP_EMPTY'],
    ['more entries announced than there are', built({ end: { entries: 3 } }), 'ZIP_CENTRAL_DIRECTORY'],
    ['fewer entries announced than there are', built({ end: { entries: 1 } }), 'ZIP_CENTRAL_DIRECTORY'],
    ['directory elsewhere', built({ end: { start: 1 } }), 'ZIP_CENTRAL_DIRECTORY'],
    ['duplicate name', buildArchive([hello, { name: 'a.txt', content: 'second' }]), 'ZIP_DUPLICATE_ENTRY'],
    ['encrypted', both(hello, { name: Buffer.from('c'), flags: 0x0801 }), 'ZIP_ENCRYPTED'],
    ['strongly encrypted', both(packedHello, { flags: 0x0840 }), 'ZIP_ENCRYPTED'],
    ['encrypted in the local header only', buildArchive([{ ...hello, local: { flags: 0x0801 } }]), 'ZIP_HEADER_MISMATCH'],
    ['bzip2', both(packedHello, { method: 12 }), 'ZIP_METHOD'],
    ['patch data', both(packedHello, { flags: 0x0820 }), 'ZIP_METHOD'],
    ['stored with two sizes', both(packedHello, { method: 0 }), 'ZIP_SIZE_CLAIM'],
    ['directory with content', buildArchive([{ name: 'd/', content: 'hidden' }]), 'ZIP_SIZE_CLAIM'],
    ['other local name', lying({ name: Buffer.from('c.txt') }), 'ZIP_HEADER_MISMATCH'],
    ['other local method', buildArchive([{ ...packedHello, local: { method: 0 } }]), 'ZIP_HEADER_MISMATCH'],
    ['other local checksum', lying({ crc: 1 }), 'ZIP_HEADER_MISMATCH'],
    ['other local size', lying({ size: 5 }), 'ZIP_HEADER_MISMATCH'],
    ['other local packed size', lying({ compressedSize: 3 }), 'ZIP_HEADER_MISMATCH'],
    ['other local encoding of the name', buildArchive([{ ...hello, local: { flags: 0 } }]), 'ZIP_HEADER_MISMATCH'],
    ['local header cut', lying({ offset: whole.length }), 'ZIP_UNACCOUNTED_BYTES'],
    ['no local header there', buildArchive([{ ...hello, central: { offset: 0 }, before: Buffer.alloc(40) }]), 'ZIP_LOCAL_HEADER'],
    ['two entries on the same bytes', lying({ offset: 0, name: Buffer.from('c.txt') }), 'ZIP_OVERLAP'],
    ['entry that reaches into the directory', both(packedHello, { compressedSize: 500 }), 'ZIP_OVERLAP'],
    ['extra field that is cut', both(packedHello, { extra: fields([2, 1], [2, 50]) }), 'ZIP_EXTRA_FIELD'],
    ['repeated ZIP64 block', both(packedHello, { extra: fields([2, 1], [2, 0], [2, 1], [2, 0]) }), 'ZIP_EXTRA_FIELD'],
    ['ZIP64 size missing', both(packedHello, { size: 0xffffffff }), 'ZIP_EXTRA_FIELD'],
    ['wrong checksum', both(packedHello, { crc: 1 }), 'ZIP_CRC'],
    ['smaller than stated', both(packedHello, { size: 18 }), 'ZIP_SIZE'],
    ['larger than stated', both(packedHello, { size: 16 }), 'ZIP_SIZE'],
    ['broken deflate stream', buildArchive([{ ...packedHello, packed: Buffer.from([0xff, 0xff]) }]), 'ZIP_DEFLATE'],
    ['deflate stream that is cut', buildArchive([{ ...packedHello, packed: stream.subarray(0, -2) }]), 'ZIP_DEFLATE'],
    ['bytes after the deflate stream', buildArchive([{ ...packedHello, packed: Buffer.concat([stream, stream]) }]), 'ZIP_DEFLATE'],
  ]

  /** A local header with its content that the directory does not know. */
  function hidden(): Buffer {
    const archive = buildArchive([{ name: 'hidden.txt', content: 'only streaming readers see me' }])
    return archive.subarray(0, archive.indexOf('PK\x01\x02', 0, 'latin1'))
  }

  it.each(cases)('an archive with one defect is refused: %s', (_, bytes, code) => {
    expect(refusal(bytes)).toMatchObject({ code, limit: false })
  })

  it('an archive with one defect is refused with the name of the entry and a position', () => {
    expect(() => readZip(lying({ crc: 1 }), limits.zip)).toThrow(expect.objectContaining({ place: 'b.txt', offset: 40, name: 'ZipError' }))
  })
})

describe('data descriptors (APPNOTE 4.3.9)', () => {
  const content = 'streamed streamed'
  const crc = crc32(content)
  const packed = deflateRawSync(content)
  const streamed = (descriptor: Buffer, local = { crc: 0, compressedSize: 0, size: 0 }): Buffer =>
    buildArchive([{ name: 's.txt', content, deflate: true, both: { flags: 0x0808 }, local, descriptor }, hello])

  it.each([
    ['with signature', fields([4, 0x08074b50], [4, crc], [4, packed.length], [4, content.length])],
    ['without signature', fields([4, crc], [4, packed.length], [4, content.length])],
    ['with signature, sizes of 8 bytes', fields([4, 0x08074b50], [4, crc], [8, packed.length], [8, content.length])],
    ['without signature, sizes of 8 bytes', fields([4, crc], [8, packed.length], [8, content.length])],
  ])('reads or refuses a data descriptor of an archive (APPNOTE 4.3.9): %s', (_, descriptor) => {
    expect(contents(streamed(descriptor))).toEqual([
      ['s.txt', content],
      ['a.txt', 'hello'],
    ])
  })

  it('data descriptors of an empty file with sizes of 8 bytes are not taken for shorter ones', () => {
    const empty = deflateRawSync('')
    for (const signature of [fields([4, 0x08074b50]), Buffer.alloc(0)]) {
      const descriptor = Buffer.concat([signature, fields([4, 0], [8, empty.length], [8, 0])])
      const entry: BuiltEntry = { name: 'empty', deflate: true, both: { flags: 0x0808 }, descriptor }
      expect(contents(buildArchive([entry, hello]))).toHaveLength(2)
      expect(contents(buildArchive([hello, entry]))).toHaveLength(2)
    }
  })

  it('data descriptors have to agree with the directory, as has a local header that is filled in', () => {
    const right = fields([4, 0x08074b50], [4, crc], [4, packed.length], [4, content.length])
    expect(refusal(streamed(fields([4, 0x08074b50], [4, crc], [4, packed.length], [4, 3])))?.code).toBe('ZIP_HEADER_MISMATCH')
    expect(refusal(streamed(Buffer.alloc(0)))?.code).toBe('ZIP_HEADER_MISMATCH')
    expect(refusal(streamed(right, { crc, compressedSize: packed.length, size: content.length }))).toBeNull()
    expect(refusal(streamed(right, { crc: 1, compressedSize: 0, size: 0 }))?.code).toBe('ZIP_HEADER_MISMATCH')
  })
})

describe('a stored entry with a data descriptor', () => {
  const streamed = (content: Buffer, descriptor: Buffer): Buffer =>
    buildArchive([{ name: 's.bin', content, both: { flags: 0x0808 }, local: { crc: 0, compressedSize: 0, size: 0 }, descriptor }, hello])
  const describing = (content: Buffer, signed: boolean, width: 4 | 8): Buffer =>
    Buffer.concat([
      signed ? fields([4, 0x08074b50]) : Buffer.alloc(0),
      fields([4, crc32(content)], [width, content.length], [width, content.length]),
    ])
  const whole = (content: Buffer): Buffer => streamed(content, describing(content, true, 4))
  const seen = Buffer.from('what a streaming reader sees')
  const hidden = buildArchive([{ name: 'a.txt', content: 'another file' }])

  it.each([
    [true, 4],
    [true, 8],
    [false, 4],
    [false, 8],
  ] as const)(
    'a stored entry with a data descriptor is refused when a descriptor inside ends it earlier for readers that stream (signature %s, sizes of %i bytes)',
    (signed, width) => {
      expect(refusal(whole(Buffer.concat([seen, describing(seen, signed, width), hidden])))?.code).toBe('ZIP_HEADER_MISMATCH')
    },
  )

  it('a stored entry with a data descriptor may hold an archive, streamed or not', () => {
    for (const inner of [hidden, whole(seen), streamed(seen, describing(seen, false, 8)), Buffer.concat([seen, hidden])])
      expect(contents(whole(inner))).toHaveLength(2)
    expect(contents(whole(Buffer.alloc(0)))).toHaveLength(2)
  })
})

describe('ZIP64', () => {
  const record = (lie: { entries?: number; size?: number; start?: number; position?: number } = {}) => {
    return (truth: { entries: number; size: number; start: number }): Buffer => {
      const { entries, size, start } = { ...truth, ...lie }
      const position = lie.position ?? truth.start + truth.size
      return Buffer.concat([
        fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, entries], [8, entries], [8, size], [8, start]),
        fields([4, 0x07064b50], [4, 0], [8, position], [4, 1]),
      ])
    }
  }
  const saturated = { entries: 0xffff, size: 0xffffffff, start: 0xffffffff, disk: 0xffff }

  it('the reader of ZIP64 reads the wide end record, saturated or repeated in the ordinary one', () => {
    expect(contents(buildArchive([hello], { beforeEnd: record(), end: saturated }))).toEqual([['a.txt', 'hello']])
    expect(contents(buildArchive([hello], { beforeEnd: record() }))).toEqual([['a.txt', 'hello']])
  })

  it('the reader of ZIP64 refuses a wide end record that contradicts the ordinary one, or lies elsewhere', () => {
    expect(refusal(buildArchive([hello], { beforeEnd: record({ entries: 2 }) }))?.code).toBe('ZIP_ZIP64')
    expect(refusal(buildArchive([hello], { beforeEnd: record({ position: 0 }), end: saturated }))?.code).toBe('ZIP_ZIP64')
    expect(refusal(buildArchive([hello], { beforeEnd: record({ position: 2 ** 50 }), end: saturated }))?.code).toBe('ZIP_ZIP64')
    expect(refusal(buildArchive([hello], { beforeEnd: record({ size: 2 ** 60 }), end: saturated }))?.code).toBe('ZIP_CENTRAL_DIRECTORY')
  })

  it('the reader of ZIP64 reads wide sizes of an entry in both headers', () => {
    const wide = { size: 0xffffffff, compressedSize: 0xffffffff, extra: fields([2, 1], [2, 16], [8, 5], [8, 5]) }
    expect(contents(buildArchive([{ ...hello, both: wide }]))).toEqual([['a.txt', 'hello']])
    expect(contents(buildArchive([{ ...hello, local: wide }]))).toEqual([['a.txt', 'hello']])
    const lie = { ...wide, extra: fields([2, 1], [2, 16], [8, 4], [8, 5]) }
    expect(refusal(buildArchive([{ ...hello, local: lie }]))?.code).toBe('ZIP_HEADER_MISMATCH')
  })
})

describe('limits', () => {
  const bounds = { maxEntries: 3, maxUnpackedBytes: 5_000, maxRatio: 10, ratioFreeBytes: 1_000, maxNameBytes: 8 }
  const zeros = (size: number, name = 'z'): BuiltEntry => ({ name, content: Buffer.alloc(size), deflate: true })
  const noise = (size: number, name: string): BuiltEntry => ({ name, content: Buffer.alloc(size, name) })

  it.each([
    ['entries', ['a', 'b', 'c'].map((name) => ({ name })), ['a', 'b', 'c', 'd'].map((name) => ({ name })), 'ZIP_LIMIT_ENTRIES'],
    ['unpacked bytes', [noise(2_500, 'a'), noise(2_500, 'b')], [noise(2_500, 'a'), noise(2_501, 'b')], 'ZIP_LIMIT_UNPACKED'],
    ['ratio of an entry', [zeros(1_000)], [zeros(1_001)], 'ZIP_LIMIT_RATIO'],
    ['ratio of all', [zeros(500), zeros(500, 'y')], [zeros(500), zeros(501, 'y')], 'ZIP_LIMIT_RATIO'],
    ['name', [{ name: '12345678' }], [{ name: '123456789' }], 'ZIP_LIMIT_NAME'],
  ] as const)('an archive is read at the bound and refused beyond it: %s', (_, within, beyond, code) => {
    expect(refusal(buildArchive(within), bounds)).toBeNull()
    expect(refusal(buildArchive(beyond), bounds)).toEqual({ code, limit: true, when: 'open' })
  })

  it('bounds of archives are checked on stated sizes before anything is unpacked, and content never exceeds what is stated', () => {
    const bomb = deflateRawSync(Buffer.alloc(30_000_000))
    const entry = { name: 'bomb', packed: bomb, deflate: true }
    expect(refusal(buildArchive([{ ...entry, both: { size: 30_000_000 } }]))).toEqual({
      code: 'ZIP_LIMIT_RATIO',
      limit: true,
      when: 'open',
    })
    expect(refusal(buildArchive([{ ...entry, both: { size: 10 } }]))).toEqual({ code: 'ZIP_SIZE', limit: false, when: 'read' })
  })

  it('bounds of archives do not allow an entry a higher ratio by a false packed size', () => {
    const lie = { name: 'z', content: Buffer.alloc(4_000), deflate: true, both: { compressedSize: 0xfffffff0 } }
    expect(refusal(buildArchive([lie]), bounds)?.code).toBe('ZIP_OVERLAP')
  })

  it('bounds of archives refuse an archive of 65,534 entries', () => {
    const many = Array.from({ length: 65_534 }, (_, i) => ({ name: `f${String(i)}` }))
    expect(refusal(buildArchive(many))).toEqual({ code: 'ZIP_LIMIT_ENTRIES', limit: true, when: 'open' })
  })
})
