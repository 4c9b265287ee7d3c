import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { ReaderError } from '#model'
import { digest } from '#readers/crypto'
import { openAsic } from '#validation/container'
import type { BuiltEntry } from '../../readers/zip/archive-builder.js'
import { asicE, type BuiltContainer, buildContainer, manifestNamespace, manifestXml } from './asic-builder.js'

const open = (built: BuiltContainer = {}) => openAsic(buildContainer(built), limits)

function refusal(bytes: Uint8Array): { kind: 'malformed' | 'limit'; code: string; place?: string | null } | null {
  try {
    for (const file of openAsic(bytes, limits).dataFiles) void [...file.content.pieces()]
    return null
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    return error.limit ? { kind: 'limit', code: error.code } : { kind: 'malformed', code: error.code, place: error.place }
  }
}

describe('opening a container', () => {
  it('opening a container distinguishes data files, signature files and others, in the order of the container', () => {
    const opened = open({
      dataFiles: { 'b.txt': 'second', 'folder/ä.txt': 'first', 'meta-inf/c.txt': 'not META-INF' },
      signatures: {
        'META-INF/signatures1.xml': '<one/>',
        'META-INF/edoc-signatures-S1.xml': '<two/>',
        'META-INF/signaturesAAA.XML': '<three/>',
      },
      others: [{ name: 'META-INF/' }, { name: 'empty/' }, { name: 'META-INF/ASiCManifest.xml' }, { name: 'META-INF/timestamp.tst' }],
    })
    expect(opened).toMatchObject({ type: 'BDOC', form: { kind: 'asic-e' } })
    expect(opened.dataFiles.map(({ name, content, mimeType }) => [name, content.size, mimeType])).toEqual([
      ['b.txt', 6, 'text/plain'],
      ['folder/ä.txt', 5, 'text/plain'],
      ['meta-inf/c.txt', 12, 'text/plain'],
    ])
    expect(opened.signatures.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['META-INF/signatures1.xml', '<one/>'],
      ['META-INF/edoc-signatures-S1.xml', '<two/>'],
      ['META-INF/signaturesAAA.XML', '<three/>'],
    ])
    expect(opened.findings).toMatchObject([
      { key: 'meta-file-not-read', facts: { file: 'META-INF/ASiCManifest.xml' } },
      { key: 'meta-file-not-read', facts: { file: 'META-INF/timestamp.tst' } },
    ])
  })

  it('opening a container opens a container without signatures, and one without data files', () => {
    expect(open({ signatures: {} }).signatures).toEqual([])
    expect(open({ dataFiles: {} }).dataFiles).toEqual([])
  })

  it.each([
    ['with a byte-order mark and white space', `\ufeff ${asicE}\r\n`],
    ['after thousands of byte-order marks', '\ufeff'.repeat(5_000) + asicE],
    ['in other letter case (RFC 2045 5.1)', asicE.toUpperCase()],
  ])('a container accepts the mimetype %s', (_, mimetype) => {
    expect(open({ mimetype }).dataFiles).toHaveLength(1)
  })

  it('a container accepts a mimetype up to the bound and refuses a longer one unread', () => {
    const { maxMimetypeBytes } = limits.container
    expect(open({ mimetype: asicE.padEnd(maxMimetypeBytes) }).dataFiles).toHaveLength(1)
    expect(() => open({ mimetype: asicE.padEnd(maxMimetypeBytes + 1) })).toThrow('does not say')
  })

  it('a container accepts a mimetype that is packed, last, or in other letter case', () => {
    expect(open({ mimetype: null, others: [{ name: 'MimeType', content: asicE, deflate: true }] }).dataFiles).toHaveLength(1)
  })
})

describe('a container is malformed', () => {
  const other = (entry: BuiltEntry): BuiltContainer => ({ others: [entry] })
  const cases: readonly (readonly [string, BuiltContainer, string, string | null])[] = [
    ['without mimetype', { mimetype: null }, 'CONTAINER_MIMETYPE_MISSING', null],
    [
      'with a mimetype whose name has a space',
      { mimetype: null, ...other({ name: 'mimetype ', content: asicE }) },
      'CONTAINER_MIMETYPE_MISSING',
      null,
    ],
    ['of BDOC 1.0', { mimetype: 'application/vnd.bdoc-1.0' }, 'CONTAINER_MIMETYPE_WRONG', 'mimetype'],
    ['of ASiC-S', { mimetype: 'application/vnd.etsi.asic-s+zip' }, 'CONTAINER_MIMETYPE_WRONG', 'mimetype'],
    ['with a mimetype of half a megabyte', { mimetype: asicE + ' '.repeat(500_000) }, 'CONTAINER_MIMETYPE_WRONG', 'mimetype'],
    ['with two mimetypes', other({ name: 'Mimetype', content: asicE }), 'CONTAINER_MULTIPLE_MIMETYPES', 'Mimetype'],
    ['with two manifests', other({ name: 'META-INF/Manifest.xml' }), 'CONTAINER_MULTIPLE_MANIFESTS', 'META-INF/Manifest.xml'],
    ['with a file twice', other({ name: 'a.txt' }), 'ZIP_DUPLICATE_ENTRY', 'a.txt'],
    ['with a signature file twice', other({ name: 'META-INF/signatures0.xml' }), 'ZIP_DUPLICATE_ENTRY', 'META-INF/signatures0.xml'],
    [
      'signed with CAdES only',
      { signatures: {}, ...other({ name: 'META-INF/signature001.p7s' }) },
      'CONTAINER_CADES',
      'META-INF/signature001.p7s',
    ],
    ['with a manifest that is no XML', { manifest: 'hello' }, 'XML_ROOT', 'META-INF/manifest.xml'],
    [
      'with a DOCTYPE in the manifest',
      { manifest: manifestXml([]).replace('?>', '?><!DOCTYPE manifest [<!ENTITY a "b">]>') },
      'XML_DOCTYPE',
      'META-INF/manifest.xml',
    ],
    ...['/abs', '../up', './a', 'a/./b', 'a/../b', 'a//b', 'C:\\win', 'META-INF/../x', 'd//', '.', '..', '/'].map(
      (name) => [`with the entry name ${name}`, other({ name }), 'CONTAINER_ENTRY_NAME', name] as const,
    ),
    ['with a broken data file', other({ name: 'bad', content: 'x', both: { crc: 1 } }), 'ZIP_CRC', 'bad'],
    [
      'with a broken signature file',
      other({ name: 'META-INF/signatures7.xml', content: '<x/>', both: { crc: 1 } }),
      'ZIP_CRC',
      'META-INF/signatures7.xml',
    ],
  ]

  it.each(cases)('a container is malformed: %s', (_, built, code, place) => {
    expect(refusal(buildContainer(built))).toEqual({ kind: 'malformed', code, place })
  })

  it('a malformed container with a name of thousands of characters is refused with a shortened name', () => {
    const found = refusal(buildContainer({ others: [{ name: `../${'x'.repeat(4_000)}` }] }))
    expect(found?.place).toHaveLength(201)
  })

  it('a malformed container keeps the cause', () => {
    expect(() => openAsic(Buffer.from('hello'), limits)).toThrow(
      expect.objectContaining({
        name: 'ContainerError',
        code: 'ZIP_NO_END_RECORD',
        cause: expect.objectContaining({ name: 'ZipError' }),
      }),
    )
  })

  it('a container that reaches a limit of a reader is a request for too much work', () => {
    const bomb: BuiltContainer = { others: [{ name: 'bomb', content: Buffer.alloc(3_000_000), deflate: true }] }
    expect(refusal(buildContainer(bomb))).toEqual({ kind: 'limit', code: 'ZIP_LIMIT_RATIO' })
    const deep = manifestXml([]).replace('</manifest:manifest>', `${'<a>'.repeat(300)}${'</a>'.repeat(300)}</manifest:manifest>`)
    expect(refusal(buildContainer({ manifest: deep }))).toEqual({ kind: 'limit', code: 'XML_TOO_DEEP' })
  })
})

describe('manifest', () => {
  it('the manifest of a container is read with any prefix, with or without prefixes on attributes', () => {
    const m = `<m:manifest xmlns:m="${manifestNamespace}"><m:file-entry m:media-type="${asicE}" m:full-path="/"/><m:file-entry full-path="a.txt" media-type="text/x-a"/></m:manifest>`
    const opened = open({ manifest: m })
    expect(opened.manifest).toEqual([
      { path: '/', mimeType: asicE },
      { path: 'a.txt', mimeType: 'text/x-a' },
    ])
    expect(opened.dataFiles[0]?.mimeType).toBe('text/x-a')
    expect(opened.findings).toMatchObject([])
  })

  it('the manifest of a container may be missing, which is a finding', () => {
    const opened = open({ manifest: null })
    expect(opened.manifest).toBeNull()
    expect(opened.dataFiles[0]?.mimeType).toBeNull()
    expect(opened.findings).toMatchObject([{ key: 'manifest-missing', facts: {} }])
  })

  it('a manifest of another kind is a finding and is not compared', () => {
    const opened = open({ manifest: '<manifest xmlns="urn:other"/>' })
    expect(opened.manifest).toBeNull()
    expect(opened.findings).toMatchObject([{ key: 'manifest-not-opendocument', facts: { root: 'manifest' } }])
  })

  it('a manifest that repeats a file or leaves out a path has findings, and the first type counts', () => {
    const repeated = manifestXml([
      ['a.txt', 'text/plain'],
      ['a.txt', 'text/html'],
      ['a.txt', 'text/html'],
      ['', 'text/html'],
    ])
    const opened = open({ manifest: repeated })
    expect(opened.dataFiles[0]?.mimeType).toBe('text/plain')
    expect(opened.findings).toMatchObject([
      { key: 'manifest-entry-without-path', facts: { count: 1 } },
      { key: 'manifest-duplicate-entry', facts: { file: 'a.txt' } },
    ])
  })

  it.each(['txt.html', 'text\\plain', 'application\\rtf', 'file', '', 'text/', '/plain', 'text/plain/x', 'te xt/plain'])(
    'a manifest with the MIME type "%s" is a finding',
    (mimeType) => {
      expect(open({ manifest: manifestXml([['a.txt', mimeType]]) }).findings).toMatchObject([
        { key: 'manifest-mime-type-invalid', facts: { file: 'a.txt', mimeType } },
      ])
    },
  )

  it.each(['text/plain', 'application/vnd.oasis.opendocument.text', 'image/svg+xml', 'x-world/x-vrml', 'text/plain; charset=UTF-8'])(
    'a manifest with the MIME type "%s" has nothing to report',
    (mimeType) => {
      expect(open({ manifest: manifestXml([['a.txt', mimeType]]) }).findings).toMatchObject([])
    },
  )

  it('a manifest need not give the MIME type of a folder', () => {
    expect(open({ manifest: manifestXml([['folder/', '']]) }).findings).toMatchObject([])
  })

  it('a manifest cannot make more findings than the limit: the rest is counted', () => {
    const wrong = Array.from({ length: 100 }, (_, i) => [`f${String(i)}`, 'wrong'] as const)
    const bounds = { ...limits, container: { ...limits.container, maxFindingCharacters: 10 * ('manifest-mime-type-invalid'.length + 7) } }
    const { findings } = openAsic(buildContainer({ manifest: manifestXml(wrong) }), bounds)
    expect(findings).toHaveLength(11)
    expect(findings.at(-1)).toMatchObject({ key: 'findings-omitted', facts: { count: 90 } })
  })
})

it('reports CAdES signatures of a container next to XAdES ones', () => {
  const others = [{ name: 'META-INF/signature001.p7s' }]
  expect(open({ others }).findings).toMatchObject([{ key: 'cades-signature-not-read', facts: { file: 'META-INF/signature001.p7s' } }])
})

describe('data files', () => {
  it('data files of a container give several digests of the same content, each computed once', () => {
    const [file] = open().dataFiles
    const sha256 = file?.digest('SHA256')
    expect(sha256).toEqual(digest('SHA256', Buffer.from('hello')))
    expect(file?.digest('SHA512')).toEqual(digest('SHA512', Buffer.from('hello')))
    expect(file?.digest('SHA256')).toBe(sha256)
  })

  it('data files of a container are decompressed on demand: a damaged entry that is not read does not affect the others', () => {
    const [good, bad] = open({ others: [{ name: 'bad', content: 'x', both: { crc: 1 } }] }).dataFiles
    expect(good?.digest('SHA256')).not.toBeNull()
    expect(() => bad?.digest('SHA256')).toThrow(expect.objectContaining({ name: 'ContainerError', code: 'ZIP_CRC', place: 'bad' }))
  })

  it('data files of a container are kept unpacked only while the allowance of the container lasts', () => {
    const bounds = { ...limits, container: { ...limits.container, maxCachedBytes: 12 } }
    const built = buildContainer({ dataFiles: { small: '12345', large: '12345678', another: '1234567' } })
    const kept = openAsic(built, bounds).dataFiles.map((file) => {
      const [[first], [second]] = [[...file.content.pieces()], [...file.content.pieces()]]
      return first === second
    })
    expect(kept).toEqual([true, false, true])
  })
})
