import { describe, expect, it } from 'vitest'
import type { Siva1Report } from '#writers/siva1'
import { validate } from '../conformance/validate-sample.js'
import { ddocAgreement, ddocContainer, ddocFile } from '../support/ddoc/container.js'
import { derPlace, elementsOf, flipBit, randomNumbers, textPlace, xmlPlace } from './tampering.js'

/** How often each document is changed in each way; `TAMPER_ROUNDS=20` does twenty times as much. */
const { TAMPER_ROUNDS = '1' } = process.env
const flips = 250 * Number(TAMPER_ROUNDS)
const cuts = 60 * Number(TAMPER_ROUNDS)

interface HarmlessPlace {
  readonly documents: RegExp
  readonly place: RegExp
  readonly why: string
  /** The report may show another name or size of a data file. */
  readonly shows?: boolean
}

const properties = '^/SignedDoc/Signature/Object/QualifyingProperties'
const unsigned = `${properties}/UnsignedProperties/UnsignedSignatureProperties`
const cert = '/CompleteCertificateRefs(/CertRefs)?/Cert'

/** The exclusion list of the oracle: whatever else is changed must cost the verdict. */
const harmless: readonly HarmlessPlace[] = [
  { documents: /./, place: /^(prolog|epilog)$/, why: 'the XML declaration and what stands behind the document are hashed nowhere' },
  {
    documents: /./,
    place: /^\/SignedDoc(\/Signature(\/KeyInfo|\/Object)?|\/Signature\/KeyInfo\/X509Data)? text$/,
    why: 'text between elements, stray or not, is not signed and not read',
  },
  { documents: /./, place: new RegExp(`${properties}(/UnsignedProperties(/UnsignedSignatureProperties)?)? text$`), why: 'likewise' },
  {
    documents: /./,
    place: new RegExp(
      `${unsigned}(/CertificateValues|/RevocationValues(/OCSPValues)?|/CompleteCertificateRefs(/CertRefs)?|/CompleteRevocationRefs(/OCSPRefs(/OCSPRef(/OCSPIdentifier|/DigestAlgAndValue(/DigestMethod)?)?)?)?) text$`,
    ),
    why: 'likewise',
  },
  {
    documents: /./,
    place: new RegExp(`${unsigned}${cert}(/CertDigest(/DigestMethod)?|/IssuerSerial)? text$`),
    why: 'likewise; in 1.0 to 1.2 a number that does not fit fails',
  },
  {
    documents: /./,
    place: /^\/SignedDoc(\/Signature(\/Object\/QualifyingProperties)?)? tag$/,
    why: 'its namespace: elements are found by their names, and what is hashed does not inherit it',
  },
  { documents: /./, place: /^\/SignedDoc\/Signature\/SignatureValue tag$/, why: 'its Id: nothing refers to it' },
  {
    documents: /./,
    place: new RegExp(`${unsigned}(/CertificateValues/EncapsulatedX509Certificate|${cert}) tag$`),
    why: 'their Ids are informative: the response names its responder',
  },
  {
    documents: /1\.[012]/,
    place: new RegExp(`${properties}/UnsignedProperties tag$`),
    why: 'its Target was written in many ways and names nothing that is signed',
  },
  {
    documents: /./,
    place: new RegExp(`${unsigned}/CompleteRevocationRefs/OCSPRefs/OCSPRef/OCSPIdentifier/ResponderID text$`),
    why: 'informative: the name is taken from the response',
  },
  { documents: /./, place: new RegExp(`${unsigned}/CompleteRevocationRefs/OCSPRefs/OCSPRef/OCSPIdentifier/ResponderID$`), why: 'likewise' },
  {
    documents: /./,
    place: new RegExp(`${unsigned}${cert}/IssuerSerial/X509IssuerName( text| tag)?$`),
    why: 'informative: serial number and digest are compared',
  },
  { documents: /./, place: new RegExp(`${unsigned}${cert}/IssuerSerial/X509SerialNumber tag$`), why: 'its namespace: a warning at most' },
  {
    documents: /./,
    place: new RegExp(`${unsigned}/CertificateValues(/EncapsulatedX509Certificate)?$`),
    why: 'the responder is listed, its certificate need not be brought along',
  },
  { documents: /./, place: new RegExp(`${unsigned}${cert}$`), why: 'the same certificate named twice' },
  { documents: /./, place: new RegExp(`${unsigned}/CompleteRevocationRefs/OCSPRefs/OCSPRef$`), why: 'the same response named twice' },
  { documents: /./, place: / same octets$/, why: 'white space or unused bits of base64' },
  { documents: /^1\.0/, place: /^\/SignedDoc\/DataFile tag$/, why: 'in 1.0 only content and MIME type are signed', shows: true },
  { documents: /^1\.0/, place: /^\/SignedDoc\/DataFile text$/, why: 'white space in base64: in 1.0 the decoded content is signed' },
  {
    documents: /hashcode/,
    place: /^\/SignedDoc\/DataFile tag$/,
    why: 'in hashcode form the element is not there to be hashed',
    shows: true,
  },
]

/** What a reader of the report learns. */
function saidBy(report: Siva1Report, withNames: boolean): string {
  return JSON.stringify(
    report.signatures.map(({ id, signedBy, claimedSigningTime, info, signatureScopes }) => ({
      id,
      signedBy,
      claimedSigningTime,
      bestSignatureTime: info.bestSignatureTime,
      scopes: withNames ? signatureScopes : signatureScopes.length,
    })),
  )
}

interface Change {
  readonly document: Buffer
  readonly place: string
  readonly what: string
}

function* bits(document: Buffer, random: (below: number) => number): Generator<Change> {
  const xml = document.toString('latin1')
  for (let i = 0; i < flips; i++) {
    const offset = random(document.length)
    const bit = random(10) < 8 ? random(5) : 5 + random(3)
    const changed = flipBit(document, offset, bit)
    const place = textPlace(xml, changed.toString('latin1'), offset)
    const value = place.endsWith('SignatureValue text') && sameOctets(xml, changed.toString('latin1'), offset)
    yield { document: changed, place: value ? `${place} same octets` : place, what: `bit ${bit} at ${offset}` }
  }
}

function sameOctets(xml: string, changed: string, offset: number): boolean {
  const start = xml.lastIndexOf('>', offset) + 1
  const end = xml.indexOf('<', offset)
  const [before, after] = [xml, changed].map((text) => Buffer.from(text.slice(start, end), 'base64'))
  return before !== undefined && after !== undefined && before.equals(after)
}

function* truncations(document: Buffer): Generator<Change> {
  for (let i = 0; i < cuts; i++) {
    const length = Math.floor((document.length * i) / cuts)
    yield { document: document.subarray(0, length), place: 'cut', what: `at ${length}` }
  }
}

/** Bits below the base64 of values, certificates and responses. */
function* evidence(document: Buffer, random: (below: number) => number): Generator<Change> {
  const xml = document.toString('latin1')
  const places = [...xml.matchAll(/<(Encapsulated[A-Za-z0-9]+|X509Certificate|SignatureValue|DigestValue)(?: [^>]*)?>([^<]+)</g)]
  for (let i = 0; i < flips; i++) {
    const match = places[i % places.length]
    if (match === undefined) return
    const [whole, , text = ''] = match
    const bytes = Buffer.from(text, 'base64')
    const offset = random(bytes.length)
    const bit = random(8)
    const start = match.index + whole.length - 1 - text.length
    const changed = xml.slice(0, start) + flipBit(bytes, offset, bit).toString('base64') + xml.slice(start + text.length)
    yield { document: Buffer.from(changed, 'latin1'), place: `${xmlPlace(xml, start)} ${derPlace(bytes, offset)}`, what: `bit ${bit}` }
  }
}

/** Every element removed once, and every one written twice. */
function* elements(document: Buffer): Generator<Change> {
  const xml = document.toString('latin1')
  for (const { start, end, path } of elementsOf(xml)) {
    const element = xml.slice(start, end)
    yield { document: Buffer.from(xml.slice(0, start) + xml.slice(end), 'latin1'), place: path, what: 'removed' }
    yield { document: Buffer.from(xml.slice(0, start) + element + xml.slice(start), 'latin1'), place: path, what: 'twice' }
  }
}

const second = ddocFile('lisa.bin', Buffer.alloc(2_000, 'Rattal on kell. '))
const documents: Readonly<Record<string, Buffer>> = {
  '1.0': ddocContainer({ version: '1.0', files: [ddocAgreement, second] }),
  '1.1': ddocContainer({ version: '1.1', files: [ddocAgreement, second] }),
  '1.2': ddocContainer({ version: '1.2' }),
  '1.3': ddocContainer({ files: [ddocAgreement, second] }),
  '1.3 without namespaces': ddocContainer({
    dataFileNamespace: false,
    signatures: [{ alternateDigest: true, signedPropertiesNamespace: false }],
  }),
  '1.3 hashcode': ddocContainer({ files: [{ ...ddocAgreement, hashcode: true }, second] }),
  '1.0 hashcode': ddocContainer({ version: '1.0', files: [{ ...ddocAgreement, hashcode: true }, second] }),
  '1.1 hashcode': ddocContainer({ version: '1.1', files: [{ ...ddocAgreement, hashcode: true }] }),
  '1.2 hashcode': ddocContainer({ version: '1.2', files: [{ ...ddocAgreement, hashcode: true }] }),
}

describe('tamper oracle of DIGIDOC-XML', () => {
  const request = { documentType: 'DDOC', policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const
  const trust = 'trust/standard.json'

  describe.each(Object.entries(documents))('%s', (name, document) => {
    const random = randomNumbers(Object.keys(documents).indexOf(name) + 1)
    const whole = validate(document, trust, request)

    it('a DIGIDOC-XML document passes as it is', () => {
      expect(whole.kind === 'report' && whole.report.signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED'])
    })

    it.each<[string, () => Iterable<Change>]>([
      ['bits', () => bits(document, random)],
      ['cuts', () => truncations(document)],
      ['bits of certificates, responses, digests and values', () => evidence(document, random)],
      ['elements removed or written twice', () => elements(document)],
    ])('a DIGIDOC-XML document does not pass with a change that matters: %s', (_, changes) => {
      const unexplained = new Set<string>()
      for (const change of changes()) {
        const answer = validate(change.document, trust, request)
        if (answer.kind === 'refused' || whole.kind === 'refused') continue
        if (!answer.report.signatures.some(({ indication }) => indication === 'TOTAL-PASSED')) continue
        const reason = harmless.find((place) => place.documents.test(name) && place.place.test(change.place))
        const same = saidBy(answer.report, reason?.shows !== true) === saidBy(whole.report, reason?.shows !== true)
        if (reason === undefined || !same)
          unexplained.add(`${change.place}, ${change.what}${same ? '' : ': the report says something else'}`)
      }
      expect([...unexplained]).toEqual([])
    })
  })
})
