import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { openCacheAcrossDocuments, openDecodedCache, openInstances, validationContextOf } from '../../src/validation/validation-context.js'
import { type SoakKind, scheduledKind, soakDocument } from '../performance/soak-documents.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const { index } = createValidationContext(
  loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname),
  openDecodedCache(limits),
)
const validationTime = Date.parse('2026-06-01T12:00:00Z')

function makeWorker() {
  const kept = openCacheAcrossDocuments(limits)
  return {
    kept,
    /** Whether the one signature passes. */
    validate: (number: number, kind?: SoakKind): boolean => {
      const { bytes } = soakDocument(number, kind)
      const request = { document: bytes, filename: 'a.asice', documentType: 'BDOC', policy: 'POLv1', validationTime } as const
      const { report } = validated(
        request,
        validationContextOf(index, openInstances([], kept, limits), openDecodedCache(limits, kept), limits),
      )
      return report.validSignaturesCount === 1
    },
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

describe('the documents of the soak test', () => {
  it('the documents of the soak test are all different, and mixed as it says', () => {
    const documents = [0, 1, 2, 3, 100].map((number) => soakDocument(number).bytes.toString('base64'))
    expect(new Set(documents).size).toBe(5)
    const count = (kind: SoakKind): number =>
      Array.from({ length: 100 }, (_, number) => scheduledKind(number)).filter((one) => one === kind).length
    expect([count('sound'), count('huge-certificates'), count('broken')]).toEqual([28, 2, 5])
  })
})
