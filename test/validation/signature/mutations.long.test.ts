import { describe, expect, it } from 'vitest'
import { ReaderError, type ReadSignature } from '#model'
import { agreement, dataFile as file } from '../../support/asice.js'
import type { SignatureOptions } from '../../support/signature-options.js'
import { fileFrame, signatureText } from '../../support/xades.js'
import { dataFile, readXml } from './reading.js'

/** Deterministic numbers (mulberry32), so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

const files = [agreement, file('teine fail.bin', Buffer.from([0, 1, 2]))]
const dataFiles = files.map(({ name, content }) => dataFile(name, content))
const archived = { level: 'LTA', writer: 'libdigidocpp', rootNamespaces: { xades141: 'http://uri.etsi.org/01903/v1.4.1#' } } as const
const sources: readonly SignatureOptions[] = [archived, { level: 'LT-TM', writer: 'jdigidoc' }, { level: 'LT', writer: 'digidoc4j' }]

const xmlOf = (options: SignatureOptions) => {
  const { start, end } = fileFrame(options)
  return start + signatureText(options, files) + end
}

/** What is said to be signed and verified, without the evidence, which is not signed. */
function signedFacts(signature: ReadSignature) {
  if (signature.kind === 'unreadable') return null
  const { facts } = signature
  // KeyInfo is not signed: that its certificate is the signer's shows in the signed digest.
  const identified = facts.signingCertificateReferences.some(({ certificate }) => certificate === facts.signingCertificate)
  const sound =
    facts.signatureValue.status === 'intact' &&
    facts.signingCertificateReferenceSigned &&
    identified &&
    facts.references.every(({ status }) => status === 'intact')
  if (!sound) return null
  const { references, claimedSigningTime, claimedRoles, policy, signingCertificateReferences, signatureAlgorithm } = facts
  return { references, claimedSigningTime, claimedRoles, policy, signingCertificateReferences, signatureAlgorithm }
}

function mutate(xml: string, next: (below: number) => number): string {
  const at = next(xml.length)
  switch (next(6)) {
    case 0:
      return xml.slice(0, at) + String.fromCharCode(32 + next(95)) + xml.slice(at + 1)
    case 1:
      return xml.slice(0, at) + xml.slice(at + 1 + next(40))
    case 2:
      return xml.slice(0, at) + xml.slice(at, at + next(400)) + xml.slice(at)
    case 3: {
      const tags = [...xml.matchAll(/<\/?[a-zA-Z0-9]+:[^>]*>/g)]
      const [tag, other] = [tags[next(tags.length)], tags[next(tags.length)]]
      return tag === undefined || other === undefined ? xml : xml.slice(0, tag.index) + other[0] + xml.slice(tag.index + tag[0].length)
    }
    case 4: {
      const elements = [...xml.matchAll(/<([a-zA-Z0-9]+:[a-zA-Z0-9]+)[^>]*>[^<]*<\/\1>/g)]
      const [element, other] = [elements[next(elements.length)], elements[next(elements.length)]]
      return element === undefined || other === undefined ? xml : xml.slice(0, other.index) + element[0] + xml.slice(other.index)
    }
    default:
      return xml.slice(0, at)
  }
}

describe('seeded mutations of a signature file', () => {
  for (const options of sources) {
    it(`seeded mutations of a signature file throw nothing but refusals and change nothing that is called signed (${options.level ?? ''})`, () => {
      const xml = xmlOf(options)
      const [sound] = readXml(xml, dataFiles)
      const original = sound === undefined ? null : signedFacts(sound)
      expect(original).not.toBeNull()
      const next = numbers(20_260_310)
      let untouched = 0
      for (let round = 0; round < 800; round++) {
        const mutated = mutate(xml, next)
        let signatures: readonly ReadSignature[]
        try {
          signatures = readXml(mutated, dataFiles)
        } catch (error) {
          if (error instanceof ReaderError && error.limit) continue
          throw new Error(`round ${round}`, { cause: error })
        }
        expect(signatures.length).toBeGreaterThan(0)
        for (const signature of signatures) {
          const signed = signedFacts(signature)
          if (signed === null) continue
          untouched++
          expect(signed, `round ${round}`).toEqual(original)
        }
      }
      expect(untouched).toBeGreaterThan(60)
    })
  }
})
