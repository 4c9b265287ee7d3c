import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import {
  type BlockResult,
  type DocumentType,
  MalformedDocument,
  type PolicyName,
  plainCheck,
  RequestError,
  type SignatureFacts,
  type ValidationData,
} from '#model'
import { documentTypeOf } from '#validation'
import { POLv1 } from '#validation/policy'
import { openDecodedCache, type ValidationContext } from '../../src/validation/validation-context.js'
import { signedContainer } from '../support/asice.js'
import { needs } from '../support/needs.js'
import { ocspResponse } from '../support/ocsp.js'
import { plainDraft } from '../support/pdf/plain-document.js'
import { signedPdf } from '../support/pdf/signed-pdf.js'
import { pki, variantOf } from '../support/pki.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'
import { evaluateSignature } from './policy/concluding.js'

const fixtures = new URL('../../fixtures/', import.meta.url)
const shared = new URL('../../../shared/conformance/files/', import.meta.url)
const validationTime = Date.UTC(2026, 5, 1, 12)

const cache = openDecodedCache(limits)
const trusting = createValidationContext(loadTrust(new URL('trust/standard.json', fixtures).pathname), cache)
const trustless = createValidationContext(loadTrust(null), cache)

function validate(document: Uint8Array, options: { context?: ValidationContext; documentType?: DocumentType; policy?: PolicyName } = {}) {
  const { context = trusting, documentType = 'BDOC', policy = 'POLv1' } = options
  return validated({ document, filename: 'leping.asice', documentType, policy, validationTime }, context)
}
function plainBlock({ name, clause, subject, status, checks, children }: BlockResult): BlockResult {
  return { name, clause, subject, status, checks: checks.map(plainCheck), children: children.map(plainBlock) }
}
const fixture = (name: string) => readFileSync(new URL(`documents/${name}`, fixtures))

function refusalOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

describe('the way of a document', () => {
  it('the way of a document ends in a report with every signature', () => {
    const { report } = validate(fixture('lt.asice'))
    expect(report).toMatchObject({
      documentName: 'leping.asice',
      validationTime: '2026-06-01T12:00:00Z',
      signatureForm: 'ASiC_E',
      signaturesCount: 1,
      validSignaturesCount: 1,
      signatures: [{ indication: 'TOTAL-PASSED', subIndication: '', signatureLevel: 'AdES' }],
    })
  })

  it('a document without any trust ends in INDETERMINATE / NO_CERTIFICATE_CHAIN_FOUND', () => {
    const { report } = validate(fixture('lt.asice'), { context: trustless })
    expect(report.validSignaturesCount).toBe(0)
    expect(report.signatures[0]).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' })
  })

  it('a document under POLv2 passes no signature whose level cannot be determined', () => {
    const { report } = validate(fixture('lt.asice'), { policy: 'POLv2' })
    expect(report.signatures[0]).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: 'CHAIN_CONSTRAINTS_FAILURE',
      // The same as under POLv1.
      signatureLevel: 'AdES',
    })
    expect(validate(fixture('lt.asice'), { policy: 'POLv2', context: trustless }).report.signatures[0]?.subIndication).toBe(
      'NO_CERTIFICATE_CHAIN_FOUND',
    )
  })

  it('a document gives the same report for the same request and context', () => {
    expect(validate(fixture('lt.asice'))).toEqual(validate(fixture('lt.asice')))
  })

  it('a document shows an unreadable signature next to the others (decisions.md#unreadable-signature)', () => {
    const { report, explanation } = validate(fixture('one-signature-unreadable.asice'))
    expect(report.signatures.map((signature) => signature.subIndication)).toContain('FORMAT_FAILURE')
    expect(report.validSignaturesCount).toBe(report.signaturesCount - 1)
    expect(explanation?.signatures.map(({ facts, unreadable }) => (facts === null) === (unreadable !== null))).not.toContain(false)
  })
})

describe('the detailed report', () => {
  it('the detailed report names every certificate of a responder that may have decided', () => {
    const [first, second] = [4711n, 4712n].map((serialNumber) => variantOf(pki.delegatedResponder, { ocspNoCheck: false, serialNumber }))
    if (first === undefined || second === undefined) throw new Error('not made')
    const about = ocspResponse({ certificate: second, responder: pki.issuingAuthority, certificates: [] })
    const certificates = [first.certificate, second.certificate]
    const answer = ocspResponse({ certificate: pki.signer, responder: first, certificates })
    const document = signedContainer({ revocationValues: () => ({ ocsp: [answer, about] }) })
    const request = { document, filename: 'leping.asice', documentType: 'BDOC', policy: 'POLv1', validationTime } as const
    const { report, detailed } = validated(request, trusting)
    expect(report.validSignaturesCount).toBe(1)
    const responders = detailed?.signatures[0]?.certificates.filter(({ role }) => role === 'responder')
    expect(responders?.map(({ serialNumber }) => serialNumber)).toEqual(expect.arrayContaining(['4711', '4712']))
  })
})

describe('explanation', () => {
  /** Octets are written in base64. */
  const octetsIn = (member: string, value: unknown) => (member === 'encoded' ? Buffer.from(String(value), 'base64') : value)

  it('the explanation is plain data that is enough to reproduce the verdict', () => {
    const { explanation } = validate(fixture('lt.asice'))
    const written = JSON.parse(JSON.stringify(explanation)) as NonNullable<typeof explanation>
    expect(written).toEqual(explanation)
    expect(written.trustSnapshot).toBe(trusting.index.snapshot.digest)
    const [signature] = written.signatures
    if (signature?.facts === undefined || signature.facts === null || signature.validationData === null)
      throw new Error('facts are missing')
    const { facts, validationData } = JSON.parse(JSON.stringify(signature), octetsIn) as {
      readonly facts: SignatureFacts
      readonly validationData: ValidationData
    }
    const again = evaluateSignature(POLv1, facts, validationData, written.validationTime)
    expect(again.indication).toBe('TOTAL-PASSED')
    expect(JSON.parse(JSON.stringify(again.blocks.map(plainBlock)))).toEqual(signature.conclusion.blocks.slice(0, again.blocks.length))
  })
})

describe('what is not validated', () => {
  const ddoc = Buffer.from('<?xml version="1.0"?><SignedDoc format="DIGIDOC-XML" version="1.3"/>')
  const pdf = Buffer.from('%PDF-1.7\n%%EOF')

  it('a PDF without a cross-reference table cannot be read, and the answer says why', () => {
    const refusal = refusalOf(() => validate(pdf, { documentType: 'PDF' }))
    expect(refusal).toBeInstanceOf(MalformedDocument)
    expect(refusal).toMatchObject({ code: 'PDF_NO_CROSS_REFERENCE' })
  })

  it('a PDF that was cut off before its cross-reference cannot be read either, rather than being called unsigned (decisions.md#malformed-document)', () => {
    const { bytes } = plainDraft()
    const cut = bytes.subarray(0, bytes.lastIndexOf('startxref'))
    expect(validate(bytes, { documentType: 'PDF' }).report.signaturesCount).toBe(0)
    expect(refusalOf(() => validate(cut, { documentType: 'PDF' }))).toMatchObject({ code: 'PDF_NO_CROSS_REFERENCE' })
    // A position that is wrong leaves an older cross-reference, or the tables themselves, to be found.
    const misled = Buffer.from(bytes.toString('latin1').replace(/startxref\n\d+/, 'startxref\n999999'), 'latin1')
    expect(validate(misled, { documentType: 'PDF' }).report.signaturesCount).toBe(0)
  })

  it.each([
    ['behind its SubFilter', (signed: Buffer) => signed.indexOf('/ByteRange')],
    ['in its message', (signed: Buffer) => signed.indexOf('/Contents <') + 500],
    ['before the cross-reference that leads to it', (signed: Buffer) => signed.lastIndexOf('startxref')],
  ])('a PDF with a signature that was cut off %s is not called unsigned (decisions.md#malformed-document)', (_, end) => {
    const signed = signedPdf({ level: 'B' })
    const cut = signed.subarray(0, end(signed))
    expect(refusalOf(() => validate(cut, { documentType: 'PDF' }))).toMatchObject({ code: 'PDF_TRUNCATED' })
  })

  it('octets after the end of an unsigned PDF do not make it unreadable', () => {
    const { bytes } = plainDraft()
    const seedValue = '9 0 obj\n<< /Type /SV /SubFilter [/ETSI.CAdES.detached] >>\nendobj\n'
    for (const behind of ['junk', seedValue])
      expect(validate(Buffer.concat([bytes, Buffer.from(behind)]), { documentType: 'PDF' }).report.signaturesCount).toBe(0)
  })

  it.each([
    ['PDF', 'PDF_HEADER'],
    ['XROAD', 'ZIP_NO_END_RECORD'],
  ] as const)('a document that looks like nothing does not match %s', (documentType, code) => {
    expect(refusalOf(() => validate(Buffer.from('hello'), { documentType }))).toMatchObject({ code })
  })

  it.each(['DDOC', 'PDF', 'XROAD'] as const)('a container that is sent as %s does not match its type', (documentType) => {
    const refusal = refusalOf(() => validate(fixture('lt.asice'), { documentType }))
    expect(refusal).toBeInstanceOf(MalformedDocument)
    expect(refusal).toMatchObject({ code: 'DOCUMENT_TYPE_DIFFERS' })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('Tere!')],
    ['random bytes', Buffer.from('ZCxTgQxDET7/lNizNZ4hrB1Ug8I0kKpVDkHEgWqNjcKFMD89LsIpdCkpUEsFBgAAAAAFAAUAPgIAAEM3AAAAAA==', 'base64')],
    ['a PDF', pdf],
    ['DIGIDOC-XML', ddoc],
  ])('%s is a malformed BDOC', (_name, bytes) => {
    expect(refusalOf(() => validate(bytes))).toBeInstanceOf(MalformedDocument)
  })

  it('a document with more signatures than allowed asks for too much', () => {
    const context = { ...trusting, limits: { ...limits, signature: { ...limits.signature, maxSignatures: 1 } } }
    const refusal = refusalOf(() => validate(fixture('one-signature-unreadable.asice'), { context }))
    expect(refusal).toBeInstanceOf(RequestError)
    expect((refusal as RequestError).problems[0]).toMatchObject({ field: 'document' })
  })

  it.each(['xroad-simple.asice', 'xroad-batchsignature.asice', 'xroad-attachment.asice'])(
    'the X-Road container %s is no BDOC',
    needs({ 'published documents beside the repository': existsSync(shared) }),
    (name) => expect(refusalOf(() => validate(readFileSync(new URL(name, shared))))).toBeInstanceOf(MalformedDocument),
  )
})

describe('type by content', () => {
  it('the type of a document is determined by content for containers and refused for other files', () => {
    expect(documentTypeOf(fixture('lt.asice'), limits)).toBe('BDOC')
    expect(documentTypeOf(Buffer.from('%PDF-1.7'), limits)).toBe('PDF')
    expect(() => documentTypeOf(Buffer.from('Tere!'), limits)).toThrow(MalformedDocument)
    expect(() => documentTypeOf(Buffer.alloc(0), limits)).toThrow(MalformedDocument)
  })
})
