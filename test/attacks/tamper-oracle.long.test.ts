import { afterAll, describe, expect, it } from 'vitest'
import type { Siva1Report } from '#writers/siva1'
import { validate } from '../conformance/validate-sample.js'
import { sampleOf } from '../support/samples/index.js'
import { trustPath } from '../support/trust.js'
import { type HarmlessPlace, harmlessBy, harmlessPlaces, harmlessWithListedResponder } from './harmless-places.js'
import { archiveFlips, elementChanges, entryFlips, evidenceFlips, randomNumbers, type Tampered, truncations } from './tampering.js'

/** How often each document is changed in each way; `TAMPER_ROUNDS=20` does twenty times as much. */
const { TAMPER_ROUNDS = '1' } = process.env
const thoroughness = Number(TAMPER_ROUNDS)
const flips = 150 * thoroughness
const cuts = 40 * thoroughness

const ids = [
  'lt',
  'lt-tm',
  'lta',
  'lt-digidoc4j',
  'lt-tm-jdigidoc',
  'lt-certificate-v2',
  'container-oddities',
  'lt-root-trusted',
  'algorithm-rsa-pss-sha256',
]

/** What a reader of the report learns. A change that leaves the verdict must leave this as well. */
function saidBy(report: Siva1Report): unknown {
  return report.signatures.map(({ id, signedBy, claimedSigningTime, info, signatureScopes }) => ({
    id,
    signedBy,
    claimedSigningTime,
    bestSignatureTime: info.bestSignatureTime,
    signatureScopes,
  }))
}

describe('tamper oracle', () => {
  const needed = new Set<HarmlessPlace>()

  describe.each(ids)('%s', (id) => {
    const sample = sampleOf(id)
    const document = sample.document()
    const places = id.startsWith('lt-tm') ? [...harmlessPlaces, ...harmlessWithListedResponder] : harmlessPlaces
    const whole = validate(document, trustPath(sample.trust), sample)
    const random = randomNumbers(ids.indexOf(id) + 1)

    it('a container passes as it is', () => {
      expect(whole.kind === 'report' && whole.report.signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED'])
    })

    it.each<[string, () => Iterable<Tampered>]>([
      ['bits of the archive', () => archiveFlips(document, flips, random)],
      ['cuts', () => truncations(document, cuts)],
      ['bits of its files', () => entryFlips(document, flips, random)],
      ['bits of certificates, responses, tokens and values', () => evidenceFlips(document, flips, random)],
      ['elements removed or written twice', () => elementChanges(document)],
    ])('a container does not pass with a change that matters: %s', (_, changes) => {
      const unexplained: string[] = []
      for (const tampered of changes()) {
        const answer = validate(tampered.document, trustPath(sample.trust), sample)
        if (answer.kind === 'refused') continue
        if (!answer.report.signatures.some(({ indication }) => indication === 'TOTAL-PASSED')) continue
        const harmless = harmlessBy(tampered, places)
        if (harmless !== null) needed.add(harmless)
        const same = whole.kind === 'report' && JSON.stringify(saidBy(answer.report)) === JSON.stringify(saidBy(whole.report))
        if (harmless === null || !same) {
          unexplained.push(
            `${tampered.layer} at ${tampered.offset}, ${tampered.place}, ${tampered.change}${same ? '' : ': the report says something else'}`,
          )
        }
      }
      expect(unexplained).toEqual([])
    })
  })

  afterAll(() => {
    // Sampling meets every entry only when it is thorough.
    if (thoroughness < 20) return
    expect(
      [...harmlessPlaces, ...harmlessWithListedResponder].filter((place) => !needed.has(place)).map(({ place }) => String(place)),
    ).toEqual([])
  })
})
