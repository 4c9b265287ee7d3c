import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type FileContent, ReaderError } from '#model'
import { openDdoc } from '#validation/container'
import { ddocAgreement, ddocContainer, ddocFile } from '../../../support/ddoc/container.js'

const open = (document: Buffer, setAsideBytes: number = limits.ddoc.setAsideBytes) =>
  openDdoc(document, { ...limits, ddoc: { ...limits.ddoc, setAsideBytes } })

const bytesOf = (content: FileContent | null) => (content === null ? null : Buffer.concat([...content.pieces()]))
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** A document with nothing but data files. */
const document = (dataFiles: string, root = '<SignedDoc format="DIGIDOC-XML" version="1.1">') =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${dataFiles}\n</SignedDoc>`)
const root13 = '<SignedDoc format="DIGIDOC-XML" version="1.3" xmlns="http://www.sk.ee/DigiDoc/v1.3.0#">'
const element = (text: string, attributes = 'ContentType="EMBEDDED_BASE64" Filename="6.txt" Id="D0" MimeType="text/plain" Size="10"') =>
  `<DataFile ${attributes}>${text}</DataFile>`

function refusalOf(bytes: Buffer, setAsideBytes?: number): string {
  try {
    open(bytes, setAsideBytes)
    return 'opens'
  } catch (error) {
    if (error instanceof ReaderError) return error.code
    throw error
  }
}

describe('a document of DIGIDOC-XML', () => {
  it('a document of DIGIDOC-XML returns attributes as written and content decoded', () => {
    const opened = open(ddocContainer({ files: [ddocFile('Š&<>"ž.txt', 'Tere\r\n', 'text/text'), ddocFile('tühi', '')] }))
    expect(opened).toMatchObject({
      type: 'DDOC',
      form: { kind: 'ddoc', version: '1.3', hashcode: false },
      format: 'DIGIDOC-XML',
      version: '1.3',
    })
    expect(opened.dataFiles.map(({ id, name, mimeType, statedSize, content }) => [id, name, mimeType, statedSize, content?.size])).toEqual([
      ['D0', 'Š&<>"ž.txt', 'text/text', 6, 6],
      ['D1', 'tühi', 'text/plain', 0, 0],
    ])
    expect(bytesOf(opened.dataFiles[0]?.content ?? null)?.toString()).toBe('Tere\r\n')
  })

  it('a document of DIGIDOC-XML has no content in hashcode form, as its signature form shows', () => {
    const opened = open(ddocContainer({ version: '1.0', files: [{ ...ddocAgreement, hashcode: true }] }))
    expect(opened.form).toEqual({ kind: 'ddoc', version: '1.0', hashcode: true })
    expect(opened.dataFiles[0]).toMatchObject({ content: null, statedSize: ddocAgreement.content.length, flaws: [] })
  })

  it('a document of DIGIDOC-XML begins with byte order marks and white space, and with nothing else', () => {
    const plain = ddocContainer()
    for (const before of ['\ufeff', '\ufeff'.repeat(20), '\n \t\r\n', '\ufeff\n\ufeff'])
      expect(refusalOf(Buffer.concat([Buffer.from(before), plain]))).toBe('opens')
    expect(refusalOf(Buffer.concat([Buffer.from('x'), plain]))).toBe('XML_ROOT')
  })

  it('a document of DIGIDOC-XML is refused beyond its bounds', () => {
    const files = Array.from({ length: limits.ddoc.maxDataFiles + 1 }, (_, i) =>
      element('', `ContentType="EMBEDDED_BASE64" Filename="a" Id="D${i}" MimeType="a" Size="0"`),
    )
    expect(refusalOf(document(files.join('')))).toBe('DDOC_TOO_MANY_DATA_FILES')
    const long = ddocContainer({
      files: Array.from({ length: 20 }, (_, i) => ddocFile(`${'x'.repeat(60_000)}${i}`, '')),
      signatures: [{}, {}, {}, {}, {}],
    })
    expect(refusalOf(long)).toBe('DDOC_TOO_MANY_FILE_STATEMENTS')
    // One file is one statement of the signature, and so are 100 characters of its name.
    const named = (characters: number) => ddocContainer({ files: [ddocFile('x'.repeat(characters), '')], signatures: [{}] })
    const { nameCharactersOfStatement } = limits.ddoc
    const few = { ...limits, ddoc: { ...limits.ddoc, maxFileStatements: 3 } }
    expect(() => openDdoc(named(2 * nameCharactersOfStatement), few)).not.toThrow()
    expect(() => openDdoc(named(2 * nameCharactersOfStatement + 1), few)).toThrow(
      expect.objectContaining({ code: 'DDOC_TOO_MANY_FILE_STATEMENTS' }) as ReaderError,
    )
    expect(() => openDdoc(ddocContainer(), { ...limits, ddoc: { ...limits.ddoc, maxBytes: 1_000 } })).toThrow(
      expect.objectContaining({ limit: true }) as ReaderError,
    )
  })
})

describe('the digest of a data file', () => {
  const digestsOf = (bytes: Buffer, setAsideBytes?: number) => {
    const [file] = open(bytes, setAsideBytes).dataFiles
    return { main: file?.digest(), alternate: file?.alternateDigest() }
  }

  it('the digest of a data file of DIGIDOC-XML covers the element as written, including every line break (1.1, 1.2)', () => {
    expect(digestsOf(document(element('YmxhYWggNiANCg==\n')))).toEqual({
      main: 'bdde225bd25a4094d9243dcbc9a85f27addc21e3',
      alternate: null,
    })
    expect(digestsOf(document(element('YmxhYWggNiANCg=='))).main).not.toBe('bdde225bd25a4094d9243dcbc9a85f27addc21e3')
  })

  it('the digest of a data file of DIGIDOC-XML has the namespace of 1.3 whether the element repeats it or not, and an alternate without it', () => {
    const bare = element('YmxhYWggNiANCg==\n')
    const namespaced = bare.replace('<DataFile', '<DataFile xmlns="http://www.sk.ee/DigiDoc/v1.3.0#"')
    const expected = { main: sha1(namespaced), alternate: sha1(bare) }
    expect(digestsOf(document(bare, root13))).toEqual(expected)
    expect(digestsOf(document(namespaced, root13))).toEqual(expected)
    expect(digestsOf(document(bare, root13.replace(/ xmlns="[^"]*"/, '')))).toEqual(expected)
  })

  it('the digest of a data file of DIGIDOC-XML sorts all attributes and writes them in canonical form', () => {
    const written = `Size='6' Id="D0" Ülimuslik="1" Filename='a&quot;&#x9;&gt;b' MimeType="a" ContentType="EMBEDDED_BASE64"`
    const canonical = 'ContentType="EMBEDDED_BASE64" Filename="a&quot;&#x9;>b" Id="D0" MimeType="a" Size="6" Ülimuslik="1"'
    expect(digestsOf(document(element('VGVyZSE=', written))).main).toBe(sha1(element('VGVyZSE=', canonical)))
  })

  it('the digest of a data file of DIGIDOC-XML covers the decoded content in 1.0, with any value of the attribute', () => {
    const [file] = open(
      ddocContainer({ version: '1.0', files: [{ ...ddocAgreement, attributes: { DigestValue: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' } }] }),
    ).dataFiles
    expect(file?.digest()).toBe(createHash('sha1').update(ddocAgreement.content).digest('hex'))
    expect(file?.alternateDigest()).toBeNull()
  })

  it('the digest of a data file of DIGIDOC-XML is the attribute in hashcode form', () => {
    const attributes =
      'ContentType="HASHCODE" Filename="6.txt" Id="D0" MimeType="text/plain" Size="10" DigestType="sha1" DigestValue="vd4iW9JaQJTZJD3LyahfJ63cIeM="'
    expect(digestsOf(document(element('', attributes))).main).toBe('bdde225bd25a4094d9243dcbc9a85f27addc21e3')
  })

  it.each(['\r\n', '\r', '\n\r'])(
    'the digest of a data file of DIGIDOC-XML takes the line break %j as LF (XML 1.0 section 2.11)',
    (lineBreak) => {
      const written = element(`YmxhYWgg${lineBreak}NiANCg==${lineBreak}`)
      const normalised = written.replace(/\r\n?/g, '\n')
      for (const setAsideBytes of [1, 1_000_000]) expect(digestsOf(document(written), setAsideBytes).main).toBe(sha1(normalised))
    },
  )

  it('the digest of a data file of DIGIDOC-XML follows canonicalization for referenced characters', () => {
    expect(digestsOf(document(element('VGVyZSE=&#13;'))).main).toBe(sha1(element('VGVyZSE=&#xD;')))
    expect(digestsOf(document(element('VGVy<!-- x -->ZSE='))).main).toBe(sha1(element('VGVyZSE=')))
    expect(digestsOf(document(element('VGVy<![CDATA[ZSE=]]>'))).main).toBe(sha1(element('VGVyZSE=')))
  })
})

describe('texts that are set aside before parsing', () => {
  const long = Buffer.alloc(3_000, 'Tere! ').toString('base64').replace(/.{64}/g, '$&\n')
  const attributes = (id: string) => `ContentType="EMBEDDED_BASE64" Filename="${id}&gt;.txt" Id="${id}" MimeType="a/b" Size="3000"`
  const cases: Readonly<Record<string, string>> = {
    plain: element(long, attributes('D0')) + element(long, attributes('D1')),
    'a letter beyond ASCII in front': `ä${element(long, attributes('D0'))}ü💾${element(long, attributes('D1'))}`,
    'in a comment': `<!-- ${element(long, attributes('D0'))} -->${element('VGVyZQ==', attributes('D1'))}`,
    'in a section': `<![CDATA[${element(long, attributes('D0'))}]]>${element(long, attributes('D1'))}`,
    'in an instruction': `<?x ${element(long, attributes('D0'))} ?>${element(long, attributes('D1'))}`,
    'going on after a comment': element(`${long}<!-- x -->QUJD`, attributes('D0')),
    'going on after a section': element(`${long}<![CDATA[QUJD]]>`, attributes('D0')),
    'behind an empty element': `<DataFile ${attributes('D0')}/>${long}`,
    'with a name that looks like a tag': element(long, attributes('D0').replace('D0&gt;', 'a>b')),
    'with CR': element(long.replace(/\n/g, '\r\n'), attributes('D0')),
    'with spaces': element(long.replace(/\n/g, '  \t'), attributes('D0')),
    'with a short last line and padding': element(`${long}QQ\n=\n=`, attributes('D0')),
    'with URL-safe letters': element(`${long}QU-_`, attributes('D0')),
    'not base64': element(`${long}*`, attributes('D0')),
    'padding in between': element(`QUI=${long}`, attributes('D0')),
    'one letter too many': element(`${long}A`, attributes('D0')),
    'with letters beyond ASCII': element(`${long}ÄÖÜÕ`, attributes('D0')),
    'with a reference': element(`${long}&#10;`, attributes('D0')),
    'with an unknown entity': element(`${long}&x;`, attributes('D0')),
    'with an instruction': element(`${long}<?x y?>`, attributes('D0')),
    'with the end of a section': element(`${long}]]>`, attributes('D0')),
    'in lines of different lengths': element(`${long}${long.slice(0, 60)}\n${long}${long.slice(0, 17)}\n${long}`, attributes('D0')),
    'in lines longer than a piece': element(`${long.replace(/\n/g, '').repeat(6)}\n`.repeat(2), attributes('D0')),
    'in apostrophes with a tag': element(long, attributes('D0').replace('"D0&gt;.txt"', `'<DataFile>'`)),
    'in an element of a longer name': `<DataFiles ${attributes('D0')}>${long}</DataFiles>`,
    'in an element with a prefix': `<d:DataFile xmlns:d="http://www.sk.ee/DigiDoc/v1.3.0#" ${attributes('D0')}>${long}</d:DataFile>`,
    'in an element in another namespace': element(long, `xmlns="http://example.com/" ${attributes('D0')}`),
    'in one element inside another': element(element(long, attributes('D1')), attributes('D0')),
    'below another element': `<Signature>${element(long, attributes('D0'))}</Signature>`,
    'with white space in the end tag': element(long, attributes('D0')).replace('</DataFile>', '</DataFile \n>'),
    'with the end tag of another element': element(long, attributes('D0')).replace('</DataFile>', '</Datafile>'),
    'with an attribute that is stated twice': element(long, `Id="D1" ${attributes('D0')}`),
    'with a forbidden character': element(`${long}\u0001`, attributes('D0')),
    'beside empty files': `${element('', attributes('D0'))}${element('\n', attributes('D1'))}<DataFile ${attributes('D2')}/>${element(long, attributes('D3'))}`,
  }
  const summary = (bytes: Buffer, setAsideBytes: number) => {
    const refusal = refusalOf(bytes, setAsideBytes)
    if (refusal !== 'opens') return refusal
    return open(bytes, setAsideBytes).dataFiles.map((file) => ({
      id: file.id,
      flaws: file.flaws,
      size: file.content?.size,
      content: bytesOf(file.content)?.toString('latin1'),
      digests: [file.digest(), file.alternateDigest()],
    }))
  }

  it.each(Object.entries(cases))('texts that are set aside before parsing change nothing: %s', (_, dataFiles) => {
    const bytes = document(dataFiles, root13)
    expect(summary(bytes, 1)).toEqual(summary(bytes, 1_000_000))
    expect(summary(bytes, 1_024)).toEqual(summary(bytes, 1_000_000))
  })

  it('texts that are set aside before parsing change nothing in a document that is cut off anywhere', () => {
    const bytes = document(element(long, attributes('D0')), root13)
    for (let length = 0; length < bytes.length; length += length < 400 || length > bytes.length - 100 ? 1 : 41) {
      const cut = bytes.subarray(0, length)
      expect(summary(cut, 1), String(length)).toEqual(summary(cut, 1_000_000))
    }
  })
})

describe('content of several megabytes', () => {
  const content = Buffer.alloc(3_200_001)
  for (let i = 0; i < content.length; i += 7) content[i] = i & 0xff
  it.each(['\n', '\r\n', '\r', ' \r\n'])(
    'content of several megabytes is decoded and hashed in pieces, lines ending in %j',
    (lineBreak) => {
      const text = content.toString('base64').replace(/.{64}|.+$/g, `$&${lineBreak}`)
      const [file] = open(document(element(text))).dataFiles
      expect(file?.content?.size).toBe(content.length)
      expect(bytesOf(file?.content ?? null)?.equals(content)).toBe(true)
      expect(file?.digest()).toBe(sha1(element(text.replace(/\r\n?/g, '\n'))))
    },
  )
})
