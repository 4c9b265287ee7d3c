import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { validate } from '../conformance/validate-sample.js'
import { dataFile, signedContainer } from '../support/asice.js'
import { certificateRevocationList } from '../support/crl.js'
import { ocspResponse } from '../support/ocsp.js'
import { signedPdf } from '../support/pdf/signed-pdf.js'
import { pki, variantOf } from '../support/pki.js'
import type { SignatureOptions } from '../support/signature-options.js'
import { timeStampToken } from '../support/time-stamp.js'
import { judge } from './judge-signed-pdf.js'

const request = { policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const

/** The indication of the only signature, with the keys and texts of its errors and warnings. */
function judged(document: Buffer, trust = 'trust/standard.json') {
  const answer = validate(document, trust, request)
  if (answer.kind === 'refused') throw new Error(answer.code)
  const [only] = answer.report.signatures
  const { indication = null, errors = [], warnings = [] } = only ?? {}
  const keys = (messages: readonly { readonly key?: string }[]) => [...new Set(messages.map(({ key }) => key))]
  return {
    indication,
    errors: keys(errors),
    warnings: keys(warnings),
    texts: [...errors.map(({ content }) => content), ...warnings.map(({ description }) => description)],
  }
}
const signature = (options: SignatureOptions) => judged(signedContainer(options))

const behind = (value: Buffer, added: Buffer): Buffer => Buffer.concat([value, added])
const response = ocspResponse({ certificate: pki.signer })
const withBehind = (added: Buffer): Record<string, SignatureOptions> => ({
  'an OCSP response': { revocationValues: () => ({ ocsp: [behind(response, added)] }) },
  'the certificate of the signer': { keyInfo: [{ ...pki.signer.certificate, der: behind(pki.signer.certificate.der, added) }] },
  'a time-stamp token': { timeStamps: (data) => [behind(timeStampToken({ data }), added)] },
})
const kinds = Object.keys(withBehind(Buffer.alloc(0)))
const made = (kind: string, added: Buffer): SignatureOptions => withBehind(added)[kind] ?? {}

const blanks: readonly (readonly [string, Buffer])[] = [
  ['a line feed', Buffer.from('\n')],
  ['a line end of Windows', Buffer.from('\r\n')],
  ['tabs and spaces', Buffer.from('\t  \t')],
  ['zeros', Buffer.alloc(15)],
  ['zeros and a line feed', Buffer.from('\0\0\n')],
  ['4,096 zeros', Buffer.alloc(4_096)],
]
const others: readonly (readonly [string, Buffer])[] = [
  ['another octet', Buffer.from('x')],
  ['another octet behind a line feed', Buffer.from('\nx\n')],
  ['a no-break space', Buffer.from([0xc2, 0xa0])],
  ['a vertical tab', Buffer.from([0x0b])],
  ['an empty value', Buffer.from([0x05, 0x00])],
  ['the value once more', response],
  ['4,097 zeros', Buffer.alloc(4_097)],
  ['10,000 zeros', Buffer.alloc(10_000)],
  ['10,000 other octets', Buffer.alloc(10_000, 0x41)],
]

describe('octets behind a DER value in a XAdES signature', () => {
  it.each(kinds.flatMap((kind) => blanks.map(([what, added]) => [what, kind, added] as const)))(
    'a XAdES signature passes with a warning for %s behind %s',
    (_, kind, added) => {
      expect(signature(made(kind, added))).toMatchObject({ indication: 'TOTAL-PASSED', errors: [], warnings: ['encoding-without-blanks'] })
    },
  )

  it.each(kinds.flatMap((kind) => others.map(([what, added]) => [what, kind, added] as const)))(
    'a XAdES signature does not pass with %s behind %s',
    (_, kind, added) => {
      const { indication, errors, warnings } = signature(made(kind, added))
      expect(indication).not.toBe('TOTAL-PASSED')
      expect(errors).not.toEqual([])
      expect(warnings).not.toContain('encoding-without-blanks')
    },
  )

  it('a XAdES signature says how many octets stand behind what', () => {
    expect(signature(made('an OCSP response', Buffer.from('\r\n'))).texts).toEqual([
      'White space or zeros behind the encoding of an OCSP response in the signature were ignored (RevocationValues, number of octets: 2).',
    ])
  })

  it('refuses a reference to the certificate by the digest of more than its encoding', () => {
    const der = behind(pki.signer.certificate.der, Buffer.from('\n'))
    const certificate = { ...pki.signer.certificate, der }
    expect(signature({ keyInfo: [certificate], signingCertificate: { certificate } }).indication).not.toBe('TOTAL-PASSED')
  })
})

describe('octets behind a revocation list in a XAdES signature', () => {
  const list = certificateRevocationList({ issuer: pki.root })
  const ocsp = [ocspResponse({ certificate: pki.signer, responder: pki.listedResponder })]
  const confirmedBy = (crl: readonly Buffer[]) =>
    judged(signedContainer({ revocationValues: () => ({ ocsp, crl }) }), 'trust/other/root.json')

  it('passes with a warning for blanks, about an authority that only the list confirms', () => {
    expect(confirmedBy([list])).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: [], texts: [] })
    expect(confirmedBy([]).indication).not.toBe('TOTAL-PASSED')
    for (const [, added] of blanks)
      expect(confirmedBy([behind(list, added)])).toMatchObject({ indication: 'TOTAL-PASSED', warnings: ['encoding-without-blanks'] })
  })

  it.each(others)('does not pass with %s', (_, added) => {
    expect(confirmedBy([behind(list, added)])).toMatchObject({ indication: 'INDETERMINATE', warnings: ['revocation-data-readable'] })
  })
})

describe('octets behind a DER value in the DSS dictionary of a PDF', () => {
  it.each(blanks)('a PDF passes with a warning for %s behind a DER value of the DSS dictionary', (_, added) => {
    const ocsps = [behind(response, added)]
    expect(judge({ store: { ocsps } })).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: ['encoding-without-blanks'] })
    const certificates = [pki.issuingAuthority, pki.delegatedResponder].map(({ certificate }) => behind(certificate.der, added))
    expect(judge({ store: { certificates } })).toEqual({ indication: 'TOTAL-PASSED', errors: [], warnings: ['encoding-without-blanks'] })
  })

  it.each(others)('a PDF does not pass with %s behind a DER value of the DSS dictionary', (_, added) => {
    const { indication, warnings } = judge({ store: { ocsps: [behind(response, added)] } })
    expect(indication).not.toBe('TOTAL-PASSED')
    expect(warnings).toContain('revocation-data-readable')
  })
})

/** r‖s with other halves. */
const halves = (change: (half: Buffer) => Buffer) => (value: Buffer) =>
  Buffer.concat([change(value.subarray(0, value.length / 2)), change(value.subarray(value.length / 2))])
const zerosInFront = (count: number) => halves((half) => Buffer.concat([Buffer.alloc(count), half]))
const integer = (half: Buffer): Buffer => {
  const minimal = half.subarray(
    Math.max(
      0,
      half.findIndex((octet) => octet !== 0),
    ),
  )
  const content = (minimal[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), minimal]) : minimal
  return Buffer.concat([Buffer.of(0x02, content.length), content])
}
const derPair = (value: Buffer): Buffer => {
  const content = halves(integer)(value)
  return Buffer.concat([Buffer.of(0x30, content.length), content])
}

describe('the value of an ECDSA signature in XML', () => {
  it.each([1, 2, 16, 34, 64])('the value of an ECDSA signature in XML passes with %i zeros in front of each half', (count) => {
    expect(signature({ tamperValue: zerosInFront(count) })).toMatchObject({ indication: 'TOTAL-PASSED', errors: [], warnings: [] })
  })

  it.each<readonly [string, (value: Buffer) => Buffer]>([
    ['65 zeros in front of each half', zerosInFront(65)],
    ['halves of 10 KB', zerosInFront(10_000)],
    ['an octet in front of each half', halves((half) => Buffer.concat([Buffer.of(1), half]))],
    ['a zero in front of the first half', (value) => Buffer.concat([Buffer.alloc(1), value])],
    ['two zeros in front of the first half', (value) => Buffer.concat([Buffer.alloc(2), value])],
    ['zeros behind each half', halves((half) => Buffer.concat([half, Buffer.alloc(1)]))],
    ['a zero behind it', (value) => Buffer.concat([value, Buffer.alloc(1)])],
    ['two halves of zeros alone', (value) => Buffer.alloc(value.length)],
    ['two long halves of zeros alone', (value) => Buffer.alloc(value.length + 2)],
    ['no octets', () => Buffer.alloc(0)],
  ])('the value of an ECDSA signature in XML does not pass with %s', (_, tamperValue) => {
    expect(signature({ tamperValue })).toMatchObject({ indication: 'TOTAL-FAILED', errors: ['signature-value-intact'] })
  })

  it('the value of an ECDSA signature in XML does not pass as DER, and the report says that it is DER', () => {
    const { indication, texts } = signature({ tamperValue: derPair })
    expect(indication).toBe('TOTAL-FAILED')
    expect(texts[0]).toMatch(
      /another key; the value is a pair of integers in DER, where the format wants r and s one behind the other \(http:\S+ecdsa-sha256, 7\d octets\); 64 octets are expected\.$/,
    )
  })

  it('the value of an ECDSA signature in XML has no explanation when only its octets are wrong', () => {
    const flipped = (value: Buffer) => Buffer.from(value.map((octet, index) => (index === 5 ? octet ^ 1 : octet)))
    expect(signature({ tamperValue: flipped }).texts[0]).toMatch(/was made with another key\.$/)
  })
})

describe('the value of an RSA signature', () => {
  it.each<readonly [string, (value: Buffer) => Buffer]>([
    ['a zero in front', (value) => Buffer.concat([Buffer.alloc(1), value])],
    ['a zero behind', (value) => Buffer.concat([value, Buffer.alloc(1)])],
    ['an octet less', (value) => value.subarray(1)],
  ])('the value of an RSA signature does not pass with %s, and the report says how long it should be', (_, tamperValue) => {
    const { indication, texts } = signature({ signer: pki.rsaSigner, tamperValue })
    expect(indication).toBe('TOTAL-FAILED')
    expect(texts[0]).toMatch(
      /the value is not as long as the key and the algorithm require \(\S+, \d+ octets\); \d+ octets are expected\.$/,
    )
  })
})

describe('a malformed value in an extension of the certificate of the signer', () => {
  /** A value that is no value of the extension: an OID that is not minimal. */
  const malformed = Buffer.from('30083006060480030405', 'hex')
  const signed = (options: Parameters<typeof variantOf>[1]) => signature({ signer: variantOf(pki.signer, options) })
  const without = {
    '2.5.29.14': { subjectKeyIdentifier: null },
    '2.5.29.31': { crlUrl: null },
    '1.3.6.1.5.5.7.1.1': { ocspUrl: null },
    '2.5.29.35': { authorityKeyIdentifier: null },
    '2.5.29.17': {},
    '1.2.3.4': {},
  } as const

  it.each(Object.entries(without))(
    'a malformed value in an extension of the certificate of the signer passes in %s that is not critical',
    (oid, absent) => {
      expect(signed({ ...absent, further: [{ oid, value: malformed }] })).toMatchObject({ indication: 'TOTAL-PASSED', errors: [] })
    },
  )

  it.each(['1.3.6.1.5.5.7.1.1', '2.5.29.14'] as const)(
    'a malformed value in an extension of the certificate of the signer leaves no certificate in %s that is critical',
    (oid) => {
      const judgedCritical = signed({ ...without[oid], further: [{ oid, critical: true, value: malformed }] })
      expect(judgedCritical).toMatchObject({ errors: ['signing-certificate-identified'], warnings: [] })
    },
  )

  it('a malformed value in an extension of the certificate of the signer leaves no key usage when it is not critical, and the report says why', () => {
    const { indication, texts } = signed({ keyUsage: null, further: [{ oid: '2.5.29.15', value: malformed }] })
    expect(indication).toBe('INDETERMINATE')
    expect(texts[0]).toMatch(/its key usage lacks nonRepudiation\); its extension keyUsage cannot be read\.$/)
  })

  it('leaves a responder to be checked that would be exempt, and the report says why', () => {
    const responder = (value: Buffer) =>
      variantOf(pki.delegatedResponder, { ocspNoCheck: false, further: [{ oid: '1.3.6.1.5.5.7.48.1.5', value }] })
    const { indication, errors, texts } = signature({ ocsp: { responder: responder(malformed) } })
    expect({ indication, errors }).toEqual({ indication: 'INDETERMINATE', errors: ['revocation-issuer-not-revoked'] })
    expect(texts[0]).toMatch(/was not revoked itself; its extension ocsp-nocheck cannot be read\.$/)
    expect(signature({ ocsp: { responder: responder(Buffer.from('0500', 'hex')) } })).toMatchObject({
      indication: 'TOTAL-PASSED',
      errors: [],
    })
  })

  it('a malformed value in an extension of the certificate of the signer leaves a responder without its purpose', () => {
    const responder = variantOf(pki.delegatedResponder, { extendedKeyUsage: null, further: [{ oid: '2.5.29.37', value: malformed }] })
    const { indication, texts } = signature({ ocsp: { responder } })
    expect(indication).not.toBe('TOTAL-PASSED')
    expect(texts.join(' ')).toContain('extKeyUsage cannot be read')
  })
})

describe('an Id that stands twice in a signature file', () => {
  const notes =
    (first: string, second = first) =>
    (xml: string) =>
      xml.replace(
        '<xades:CertificateValues>',
        `<xades:CertificateValues Id="${first}"><xades:EncapsulatedX509Certificate Id="${second}">${pki.issuingAuthority.certificate.der.toString('base64')}</xades:EncapsulatedX509Certificate>`,
      )
  const referring = (attribute: string) => (xml: string) =>
    notes('E-1')(xml).replace('<xades:RevocationValues>', `<xades:RevocationValues ${attribute}>`)

  it('an Id that stands twice in a signature file is a warning when nothing refers to it', () => {
    expect(signature({ tamper: notes('E-1') })).toMatchObject({
      indication: 'TOTAL-PASSED',
      warnings: ['unused-identifier-unique'],
      texts: ['The identifier "E-1" is on 2 parts of the signature file. Nothing refers to it, so it is certain what was signed.'],
    })
  })

  it.each([
    'URI="#E-1"',
    'URI="#E%2D1"',
    'Target="E-1"',
    `URI="#xpointer(id('E-1'))"`,
    'URI="#xpointer(id(%27E-1%27))"',
    'URI="#xpointer(id(&quot;E-1&quot;))"',
    'URI=" #E-1 "',
    'URI="signatures0.xml#E-1"',
    'URI="#E-1?x"',
    'Refs="A\tE-1"',
    'URI="#&#69;-1"',
  ])('an Id that stands twice in a signature file fails when %s refers to it', (attribute) => {
    expect(signature({ tamper: referring(attribute) })).toMatchObject({ indication: 'TOTAL-FAILED', errors: ['identifier-unique'] })
  })

  it.each(['#E-1', '<!-- a --> #E-1', '<![CDATA[#E]]>-1', 'id("E-1")', `//*[@Id='E-1']`])('fails when the text %s refers to it', (text) => {
    const tamper = (xml: string) =>
      notes('E-1')(xml).replace('</xades:CertificateValues>', `$&<xades:CompleteCertificateRefs>${text}</xades:CompleteCertificateRefs>`)
    expect(signature({ tamper })).toMatchObject({ indication: 'TOTAL-FAILED', errors: ['identifier-unique'] })
  })

  it.each(['S0', 'S0-SignedProperties'])('an Id that stands twice in a signature file fails when the signature refers to it: %s', (id) => {
    expect(signature({ tamper: notes('E-1', id) })).toMatchObject({ indication: 'TOTAL-FAILED' })
  })
})

describe('a PDF signature that is no PAdES baseline signature', () => {
  const text = (options: Parameters<typeof signedPdf>[0]) => {
    const answer = validate(signedPdf(options), 'trust/standard.json', { ...request, documentType: 'PDF' })
    return answer.kind === 'refused' ? [answer.code] : answer.report.signatures[0]?.warnings.map(({ description }) => description)
  }
  const told = (deviation: string) => [
    `The signature is no PAdES baseline signature, and other validators may refuse it: ${deviation} (EN 319 142-1 6.3).`,
  ]

  it('a PDF signature that is no PAdES baseline signature is told by its SubFilter', () => {
    expect(text({ field: { subFilter: '/adbe.pkcs7.detached' } })).toEqual(
      told('its SubFilter is not ETSI.CAdES.detached (adbe.pkcs7.detached)'),
    )
  })

  it('is told when it has none, or one that is no name', () => {
    for (const subFilter of [null, '(ETSI.CAdES.detached)']) expect(text({ field: { subFilter } })).toEqual(told('it has no SubFilter'))
  })

  it('a PDF signature that is no PAdES baseline signature is told by its signing-time attribute', () => {
    expect(text({ cms: { signingTime: Date.UTC(2026, 2, 10, 10) } })).toEqual(
      told('it has the signing-time attribute, which PAdES forbids'),
    )
  })

  it('a PDF signature that is no PAdES baseline signature is told by its two signing-certificate attributes', () => {
    expect(text({ cms: { signingCertificate: 'both' } })).toEqual(
      told('it has both signing-certificate attributes, of which PAdES allows one'),
    )
  })

  it('a PDF signature without these marks is a PAdES baseline signature', () => {
    expect(text({})).toEqual([])
    expect(text({ cms: { signingCertificate: 'v1' } })).toEqual([])
  })
})

describe('a canonicalization transform on a data file', () => {
  const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
  /** The canonical form of this file is given, so that nothing of the product makes it. */
  const canonical = '<arve b="1"><rida>2 &amp; 3</rida></arve>'
  const written = "<?xml version='1.0'?>\n<arve   b='1' ><rida>2 &#38; 3</rida></arve>\n"
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
  const told = (what: string) => [`The signature covers the file arve.xml in canonical form, which leaves out ${what}.`]
  const withFile = (
    content: string,
    { transforms = [c14n], covers = canonical, name = 'arve.xml', type = 'application/xml', list = '' } = {},
  ) =>
    judged(
      signedContainer(
        {
          edit: (xml) =>
            list === ''
              ? xml
              : xml.replaceAll(/(<ds:Transform Algorithm="[^"]*exc-c14n#")\/?>(?:<\/ds:Transform>)?/g, `$1>${list}</ds:Transform>`),
          references: (references) =>
            references.map((reference) =>
              reference.type === null ? { ...reference, transforms, digestValue: createHash('sha256').update(covers).digest() } : reference,
            ),
        },
        { files: [dataFile(name, content, type)] },
      ),
    )

  it('a canonicalization transform on a data file verifies over the canonical form of the file', () => {
    expect(withFile(written)).toMatchObject({ indication: 'TOTAL-PASSED', errors: [], warnings: [] })
  })

  it('a canonicalization transform on a data file verifies with a comment that the form leaves out, and the report warns of it', () => {
    expect(withFile(written.replace('<rida>', '<!-- 4 --><rida>'))).toMatchObject({
      indication: 'TOTAL-PASSED',
      warnings: ['signed-data-wholly-covered'],
      texts: told('its comments, so they may have been changed'),
    })
  })

  const section = '<p><![CDATA[120 eurot]]></p>'
  it.each([
    ['arve.txt', 'text/plain'],
    ['arve.html', 'text/html'],
    ['arve.html', 'application/xml'],
    ['ARVE.HTM', 'application/xhtml+xml'],
    ['arve', 'application/octet-stream'],
    ['arve', 'application/xmlx'],
    ['arve', 'x; application/xml'],
  ])('verifies over %s of the type %s, which programs may read in another way, and the report warns of it', (name, type) => {
    const { indication, warnings, texts } = withFile(section, { covers: '<p>120 eurot</p>', name, type })
    expect({ indication, warnings }).toEqual({ indication: 'TOTAL-PASSED', warnings: ['signed-data-wholly-covered'] })
    expect(texts[0]).toContain('programs that read it in another way may show something else')
  })

  it.each(['text/xml', 'application/xml', 'Application/XML; charset=utf-8', 'image/svg+xml', 'application/vnd.etsi.asic+xml;x=y'])(
    'verifies over a file of the type %s without a warning',
    (type) => {
      expect(withFile(section, { covers: '<p>120 eurot</p>', type })).toMatchObject({ indication: 'TOTAL-PASSED', warnings: [] })
    },
  )

  const declared = (uri: string) => `<a:arve xmlns:a="urn:arve" xmlns:p="${uri}" kind="p:Arve"></a:arve>`
  it('verifies where an exclusive one leaves out a declaration that a value uses, and the report warns of it', () => {
    const covers = '<a:arve xmlns:a="urn:arve" kind="p:Arve"></a:arve>'
    for (const uri of ['urn:p', 'urn:q'])
      expect(withFile(declared(uri), { transforms: [exclusive], covers })).toMatchObject({
        indication: 'TOTAL-PASSED',
        warnings: ['signed-data-wholly-covered'],
      })
  })

  it('verifies without a warning where its PrefixList or an inclusive one covers that declaration', () => {
    const covers = declared('urn:p')
    const list = `<InclusiveNamespaces xmlns="${exclusive}" PrefixList="p"></InclusiveNamespaces>`
    for (const how of [{ transforms: [c14n] }, { transforms: [exclusive], list }])
      expect(withFile(covers, { ...how, covers })).toMatchObject({ indication: 'TOTAL-PASSED', warnings: [] })
    expect(withFile(declared('urn:q'), { transforms: [exclusive], list, covers })).toMatchObject({ indication: 'TOTAL-FAILED' })
    expect(withFile(declared('urn:q'), { transforms: [c14n], covers: declared('urn:p') })).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  it.each([
    ['another content', written.replace('2', '4')],
    ['another attribute', written.replace("'1'", "'2'")],
    ['a further attribute', written.replace("b='1'", "b='1' c=''")],
    ['other white space in the content', written.replace('2 ', '2  ')],
    ['a processing instruction', written.replace('<arve', '<?x y?><arve')],
  ])('a canonicalization transform on a data file fails with %s', (_, content) => {
    expect(withFile(content)).toMatchObject({ indication: 'TOTAL-FAILED', errors: ['signed-data-intact'] })
  })

  it.each([
    ['a document type', `<!DOCTYPE arve>${canonical}`, 'XML_DOCTYPE'],
    ['no XML', 'Müüja müüb', 'XML_'],
    ['no end', written.replace('</arve>', ''), 'XML_UNCLOSED'],
    ['a relative namespace', '<arve xmlns="arve"></arve>', 'XML_RELATIVE_NAMESPACE'],
  ])('a canonicalization transform on a data file is not executed on a file with %s', (_, content, problem) => {
    const { indication, errors, texts } = withFile(content, { covers: content })
    expect({ indication, errors }).toEqual({ indication: 'INDETERMINATE', errors: ['signed-data-transforms-supported'] })
    expect(texts[0]).toContain(problem)
  })

  it.each([[[c14n, c14n]], [['http://www.w3.org/2000/09/xmldsig#base64']], [['http://www.w3.org/TR/1999/REC-xslt-19991116']]])(
    'a canonicalization transform on a data file is the only one that is executed: %s',
    (transforms) => {
      expect(withFile(written, { transforms })).toMatchObject({ errors: ['signed-data-transforms-supported'] })
    },
  )
})

describe('sentences about what is missing', () => {
  const missing = (name: string, inContainer: string) =>
    judged(signedContainer({}, { signedFiles: [dataFile(name, 'x')], files: [dataFile(inContainer, 'x')] })).texts[0]

  it('sentences about a missing file say that two names differ in their Unicode form, or in a character that is not shown', () => {
    expect(missing('õun.txt'.normalize('NFD'), 'õun.txt'.normalize('NFC'))).toMatch(
      /looks the same, but its name is written in another Unicode form\.$/,
    )
    for (const hidden of ['\u200b', '\u202e', '\u00ad', '\ufe0f', '\u2066', '\ufeff'])
      expect(missing(`le${hidden}ping.txt`, 'leping.txt')).toMatch(
        /leping\.txt looks the same, but its name differs in a character that is not shown\.$/,
      )
  })

  it('sentences about a missing file do not take other names for alike', () => {
    expect(missing('leping.txt', 'lepinq.txt')).toBe('The signed file leping.txt is not among the data files of the container.')
  })

  it('sentences about a missing certificate of the signer say that it is not there, cannot be read, or stands elsewhere', () => {
    expect(signature({ keyInfo: [], certificateValues: [] }).texts[0]).toBe('The certificate of the signer is not in the signature.')
    expect(signature({ keyInfo: [], certificateValues: [pki.signer.certificate] }).texts[0]).toBe(
      'The certificate of the signer is in the signature, but not in KeyInfo, where it has to be (CertificateValues).',
    )
    const broken = signature(made('the certificate of the signer', Buffer.from('x')))
    expect(broken).toMatchObject({
      warnings: [],
      texts: ['The certificate of the signer cannot be read (KeyInfo) (ASN1_TRAILING_BYTES).'],
    })
  })
})
