import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { validate } from '../conformance/validate-sample.js'
import { agreement, asicContainer, dataFile, signedContainer } from '../support/asice.js'
import { type Identity, issueCertificate } from '../support/certificate.js'
import { ddocContainer } from '../support/ddoc/container.js'
import { testKey } from '../support/keys.js'
import { moments, pki, variantOf } from '../support/pki.js'
import { timeStampToken } from '../support/time-stamp.js'

const request = { policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const
const answerOf = (document: Buffer) => validate(document, 'trust/standard.json', request)

function refusalOfDdoc(nodes: string): string {
  const document = ddocContainer({ tamper: (xml) => xml.replace('</SignedDoc>', `${nodes}</SignedDoc>`) })
  const answer = validate(document, 'trust/standard.json', { ...request, documentType: 'DDOC' })
  return answer.kind === 'refused' ? answer.code : 'read'
}

/** Verdicts, or the code of the refusal. */
function verdictsOf(document: Buffer): readonly string[] | string {
  const answer = answerOf(document)
  return answer.kind === 'refused' ? answer.code : answer.report.signatures.map(({ indication }) => indication)
}

const insert = (xml: string) => (whole: string) => whole.replace('</ds:Signature>', `<ds:Object>${xml}</ds:Object></ds:Signature>`)

// Each document asks for far more work than it is long. The bounds of `config/document-limits.ts` must end it: with a refusal or a finding, soon.
describe('documents that ask for too much work', () => {
  it('refuses an archive bomb: 100 MB of zeros in 100 KB', () => {
    const zeros = Buffer.alloc(100_000_000)
    const packed = deflateRawSync(zeros)
    const bomb = asicContainer({
      signatures: [],
      entries: (entries) => [
        ...entries,
        { name: 'nullid.bin', content: packed, claimed: { method: 8, size: zeros.length, crc: crc32(zeros) } },
      ],
    })
    expect(typeof verdictsOf(bomb)).toBe('string')
  })

  it('refuses a thousand and one entries', () => {
    const files = Array.from({ length: 1_001 }, (_, i) => dataFile(`${i}.txt`, ''))
    expect(typeof verdictsOf(asicContainer({ files, signatures: [] }))).toBe('string')
  })

  it('refuses more signatures than it would validate', () => {
    let one = ''
    signedContainer({
      tamper: (xml) => {
        one = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? ''
        return xml
      },
    })
    const document = signedContainer({ tamper: (xml) => xml.replace(one, one.repeat(501)) })
    expect(typeof verdictsOf(document)).toBe('string')
  })

  it.each([
    ['elements nested 10,000 deep', '<x>'.repeat(10_000) + '</x>'.repeat(10_000)],
    ['an element with 10,000 attributes', `<x ${Array.from({ length: 10_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`],
    ['10,000 namespaces', `<x ${Array.from({ length: 10_000 }, (_, i) => `xmlns:a${i}="u:${i}"`).join(' ')}/>`],
    [
      'a thousand nested declarations of a namespace each',
      Array.from({ length: 200 }, (_, i) => `<a${i}:x xmlns:a${i}="u:${i}">`).join('') +
        Array.from({ length: 200 }, (_, i) => `</a${199 - i}:x>`).join(''),
    ],
  ])('a document that asks for too much work does not pass and does not hang: %s', (_, xml) => {
    const verdicts = verdictsOf(signedContainer({ tamper: insert(xml) }))
    if (typeof verdicts !== 'string') expect(verdicts.length).toBeLessThanOrEqual(1)
  })

  it('a document with 3,000 references comes to an end', () => {
    const document = signedContainer({
      references: ([first, ...rest]) =>
        first === undefined ? rest : [...Array.from({ length: 3_000 }, (_, i) => ({ ...first, id: `r${i}` })), ...rest],
    })
    expect(verdictsOf(document)).not.toEqual(['TOTAL-PASSED'])
  })

  /** References to one element of the signature, each with its own list of prefixes or all with the same. */
  const referring = (prefixes: (index: number) => string, size: number) => {
    const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
    const references = Array.from({ length: 1_900 }, (_, index) => {
      const list = `<ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="${prefixes(index)}"/>`
      const transforms = `<ds:Transforms><ds:Transform Algorithm="${exclusive}">${list}</ds:Transform></ds:Transforms>`
      const digest = '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AAAA</ds:DigestValue>'
      return `<ds:Reference Id="r${index}" URI="#large">${transforms}${digest}</ds:Reference>`
    })
    const large = `<ds:Object Id="large">${'x'.repeat(size)}</ds:Object>`
    return signedContainer({
      tamper: (xml) =>
        xml.replace('</ds:SignedInfo>', `${references.join('')}</ds:SignedInfo>`).replace('</ds:Signature>', `${large}</ds:Signature>`),
    })
  }

  it('refuses 1,900 references that each ask for another form of 135 KB', () => {
    expect(verdictsOf(referring((index) => `p${index}`, 135_000))).toBe('XMLDSIG_TOO_MUCH_DATA')
  })

  it('makes a form once for which 1,900 references ask', () => {
    expect(verdictsOf(referring(() => 'ds xades', 4_000_000))).toEqual(['TOTAL-FAILED'])
  })

  const million = 1_000_000
  it.each([
    ['elements', '<a/>'.repeat(million)],
    ['texts', '<a>x</a>'.repeat(million / 2)],
    ['comments', '<!---->'.repeat(million)],
    ['instructions', '<?a?>'.repeat(million)],
    ['sections', '<![CDATA[]]>'.repeat(million)],
    ['attributes', `<a ${Array.from({ length: 200 }, (_, i) => `a${i}=""`).join(' ')}/>`.repeat(million / 200)],
    ['declarations', `<a ${Array.from({ length: 200 }, (_, i) => `xmlns:a${i}="u:"`).join(' ')}/>`.repeat(million / 200)],
  ])('refuses a million nodes: %s', (_, nodes) => {
    expect(verdictsOf(signedContainer({ tamper: insert(nodes) }))).toMatch(/^(?:XML_TOO_MANY_NODES|XML_TOO_LARGE|ZIP_.*)$/)
    expect(refusalOfDdoc(nodes)).toMatch(/^(?:XML_TOO_MANY_NODES|XML_TOO_LARGE)$/)
  })

  it('a document with 300 time-stamps comes to an end', () => {
    const document = signedContainer({
      timeStamps: (data) => {
        const token = timeStampToken({ data })
        return Array.from({ length: 300 }, () => token)
      },
    })
    expect(verdictsOf(document)).not.toEqual(['TOTAL-PASSED'])
  })

  it('a document with a mesh of authorities that certify each other comes to an end', () => {
    const keys = [
      'root',
      'issuing-authority',
      'second-authority',
      'foreign-authority',
      'listed-responder',
      'delegated-responder',
      'foreign-responder',
      'time-stamping-unit',
    ]
    const validity = { notBefore: '2020-01-01T00:00:00Z', notAfter: '2040-01-01T00:00:00Z' }
    const authority = { ...validity, basicConstraints: { ca: true }, keyUsage: ['keyCertSign'] } as const
    const named = (i: number) => [['CN', `Mesh ${i}`]] as const
    const selfIssued = keys.map((key, i) => issueCertificate({ ...authority, subject: named(i), key: testKey(key) }))
    const mesh: Identity[] = []
    for (const [i, subject] of selfIssued.entries()) {
      for (const issuer of selfIssued)
        for (let copy = 0; copy < 3; copy++)
          mesh.push(issueCertificate({ ...authority, subject: named(i), key: subject.key, issuer, serialNumber: BigInt(copy + 1) }))
    }
    const signer = variantOf(pki.signer, { issuer: selfIssued[0] ?? pki.root })
    const document = signedContainer({
      signer,
      certificateValues: mesh.map(({ certificate }) => certificate),
      ocsp: { responder: pki.listedResponder },
    })
    expect(verdictsOf(document)).toEqual(['INDETERMINATE'])
  })

  it('passes a good signature among 400 useless certificates', () => {
    const useless = Array.from(
      { length: 400 },
      (_, i) => variantOf(pki.signer, { serialNumber: BigInt(i + 1), scheme: { kind: 'rsa', digest: 'sha256' } }).certificate,
    )
    expect(verdictsOf(signedContainer({ certificateValues: useless }))).toEqual(['TOTAL-PASSED'])
  })

  it('reads a name of a file of 4,000 characters', () => {
    expect(verdictsOf(signedContainer({}, { files: [agreement, dataFile(`${'ä'.repeat(2_000)}.txt`, 'x')] }))).toEqual(['TOTAL-PASSED'])
  })

  it('takes no moment in year 9999 or before 1970 for a crash', () => {
    for (const genTime of [Date.parse('9999-12-31T23:59:59Z'), Date.parse('1950-01-01T00:00:00Z')]) {
      expect(verdictsOf(signedContainer({ timeStamp: { genTime }, signingTime: moments.signing }))).not.toEqual(['TOTAL-PASSED'])
    }
  })
})
