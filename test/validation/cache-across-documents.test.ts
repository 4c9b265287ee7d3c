import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { openCacheAcrossDocuments, openDecodedCache, openInstances, validationContextOf } from '../../src/validation/validation-context.js'
import { type SoakKind, scheduledKind, soakDocument } from '../performance/soak-documents.js'
import { dataFile, signedContainer } from '../support/asice.js'
import { certificateRevocationList } from '../support/crl.js'
import { ocspResponse } from '../support/ocsp.js'
import { moments, pki } from '../support/pki.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const { index } = createValidationContext(
  loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname),
  openDecodedCache(limits),
)
const validationTime = Date.parse('2026-06-01T12:00:00Z')

function makeWorker() {
  const kept = openCacheAcrossDocuments(limits)
  const validateBytes = (document: Buffer) => {
    const request = { document, filename: 'a.asice', documentType: 'BDOC', policy: 'POLv1', validationTime } as const
    return validated(request, validationContextOf(index, openInstances([], kept, limits), openDecodedCache(limits, kept), limits))
  }
  return {
    kept,
    validateBytes,
    /** Whether the one signature passes. */
    validate: (number: number, kind?: SoakKind): boolean =>
      validateBytes(soakDocument(number, kind).bytes).report.validSignaturesCount === 1,
  }
}

describe('what a worker keeps of a document', () => {
  it('what a worker keeps of a document is its paths to an anchor and the answer that confirms it', () => {
    const { kept, validate } = makeWorker()
    expect(validate(1, 'sound')).toBe(true)
    const first = kept.bytes
    expect(first).toBeGreaterThan(50_000)
    // The same authorities, responder and unit: only the answer is another, with the same certificates.
    expect(validate(2, 'sound')).toBe(true)
    expect(kept.bytes).toBe(first)
  })

  it.each(['junk-certificates', 'huge-certificates', 'false-authorities', 'junk-answers'] as const)(
    'what a worker keeps of a document is nothing of what a stranger adds (%s)',
    (kind) => {
      const { kept, validate } = makeWorker()
      validate(1, 'sound')
      const before = kept.bytes
      for (let number = 0; number < 3; number++) expect(validate(number, kind)).toBe(true)
      expect(kept.bytes).toBe(before)
    },
  )

  it('what a worker keeps of a document has no structure of an untrusted signer', () => {
    const { kept, validate } = makeWorker()
    for (let number = 0; number < 3; number++) expect(validate(number, 'unknown-signer')).toBe(false)
    // The time-stamping unit is a trusted one.
    const unit = kept.bytes
    expect(unit).toBeLessThan(40_000)
    expect(validate(9, 'unknown-signer')).toBe(false)
    expect(kept.bytes).toBe(unit)
  })
})

describe('what a worker keeps changes no verdict of another document', () => {
  const about = { certificate: pki.signer, responder: pki.delegatedResponder }
  const list = { issuer: pki.issuingAuthority, thisUpdate: moments.ocsp, nextUpdate: null }
  const spoilt = (signature: Buffer) => Buffer.from(signature.map((octet, at) => (at === 40 ? octet ^ 1 : octet)))
  const documents = {
    response: { ocsp: [ocspResponse(about)] },
    'response with a spoilt signature': { ocsp: [ocspResponse({ ...about, tamperSignature: spoilt })] },
    'response that says revoked': { ocsp: [ocspResponse({ ...about, status: { revokedAt: moments.signing } })] },
    list: { crl: [certificateRevocationList(list)] },
    'list with a spoilt signature': { crl: [certificateRevocationList({ ...list, tamperSignature: spoilt })] },
    'list of another key': {
      crl: [certificateRevocationList({ ...list, issuer: pki.secondAuthority, issuerName: pki.issuingAuthority.certificate.subject })],
    },
    'list that names the signer': {
      crl: [
        certificateRevocationList({
          ...list,
          revoked: [{ serialNumber: pki.signer.certificate.serialNumber, revokedAt: moments.signing }],
        }),
      ],
    },
  } as const
  const bytes = Object.entries(documents).map(([name, values]) => ({
    name,
    document: signedContainer(
      { revocationValues: () => ({ ocsp: [], crl: [], ...values }) },
      { files: [dataFile('leping.txt', 'Leping')] },
    ),
  }))
  const verdictIn = ({ validateBytes }: ReturnType<typeof makeWorker>, document: Buffer) => {
    const [signature] = validateBytes(document).document.signatures
    if (signature === undefined) return expect.unreachable()
    const { indication, errors, evidence } = signature
    return { indication, errors: errors.map(({ key }) => key), signatures: evidence?.data.revocationSigners.map((each) => each.signature) }
  }

  it('what a worker keeps changes no verdict of another document, in whatever order they come', () => {
    const alone = new Map(bytes.map(({ name, document }) => [name, verdictIn(makeWorker(), document)]))
    expect([...alone.values()].map(({ signatures }) => signatures?.join())).toEqual([
      'intact',
      'mismatch',
      'intact',
      'intact',
      'mismatch',
      'mismatch',
      'intact',
    ])
    expect([...alone].filter(([, { indication }]) => indication === 'TOTAL-PASSED').map(([name]) => name)).toEqual(['response'])
    const worker = makeWorker()
    for (const { name, document } of [...bytes, ...bytes.toReversed(), ...bytes])
      expect(verdictIn(worker, document), name).toEqual(alone.get(name))
  })
})

describe('the documents of the soak test', () => {
  it('the documents of the soak test are all different, and mixed as it says', () => {
    const documents = [0, 1, 2, 3, 100].map((number) => soakDocument(number).bytes.toString('base64'))
    expect(new Set(documents).size).toBe(5)
    const count = (kind: SoakKind): number =>
      Array.from({ length: 100 }, (_, number) => scheduledKind(number)).filter((one) => one === kind).length
    expect([count('sound'), count('huge-certificates'), count('broken')]).toEqual([28, 2, 5])
  })
})
