import type { CertificateFacts, SignatureFacts, SignerDesignation, TimeStampFacts } from '#model'
import { readTimeStampToken, type TimeStampToken, verifyWithStatedCertificate } from '#readers/cms'
import type { SignatureContext } from './signature-context.js'

/** The listed certificates of time-stamping units that a signer identifier designates. */
type FindListedUnits = (designation: SignerDesignation) => readonly CertificateFacts[]

/** A signature whose time-stamps are completed, and the listed certificates that they were verified with. */
export interface CompletedSignature {
  readonly facts: SignatureFacts
  readonly units: readonly CertificateFacts[]
}

/**
 * Completes the facts of time-stamps whose certificate is not in the document: a token for a request with certReq false does not contain it (RFC 3161, 2.4.1).
 * The certificate of a listed unit is used when the signer identifier designates it, no unit with another key has the same designation, and the token states
 * its digest (`decisions.md#listed-unit`). A token is decoded again only for this, and never checked with more than one key.
 */
export function completeTimeStamps(facts: SignatureFacts, find: FindListedUnits, context: SignatureContext): CompletedSignature {
  const units = new Map<string, CertificateFacts>()
  const timeStamps = facts.timeStamps.map((timeStamp) => {
    if (timeStamp.signingCertificate !== null || timeStamp.token.signature !== 'no-certificate') return timeStamp
    const { completed, unit } = complete(timeStamp, find, context)
    if (unit !== null) units.set(unit.id, unit)
    return completed
  })
  return units.size === 0 && timeStamps.every((timeStamp, index) => timeStamp === facts.timeStamps[index])
    ? { facts, units: [] }
    : { facts: { ...facts, timeStamps }, units: [...units.values()] }
}

interface Completed {
  readonly completed: TimeStampFacts
  readonly unit: CertificateFacts | null
}

function complete(timeStamp: TimeStampFacts, find: FindListedUnits, context: SignatureContext): Completed {
  const without = (listedUnit: TimeStampFacts['listedUnit'] & string): Completed => ({
    completed: { ...timeStamp, listedUnit },
    unit: null,
  })
  const token = tokenOf(timeStamp, context)
  const listed = find(token.signer.identifier)
  if (listed.length === 0) return without('none')
  if (new Set(listed.map(({ publicKey }) => publicKey.id)).size > 1) return without('several')
  if ((token.signer.signingCertificates ?? []).length === 0) return without('not-stated')
  const verified = verifyWithStatedCertificate(
    token,
    listed.map((each) => context.cache.certificateOf(each)),
  )
  if (verified === null) return without('other')
  const { certificate, signature, signingCertificateAttribute } = verified
  const completed = {
    ...timeStamp,
    token: { ...timeStamp.token, signature, signingCertificateAttribute },
    signingCertificate: certificate.facts.id,
    listedUnit: 'found',
  } as const
  return { completed, unit: certificate.facts }
}

/** The token of facts that were read from it. */
function tokenOf({ encoded }: TimeStampFacts, { limits, cache }: SignatureContext): TimeStampToken {
  return readTimeStampToken(encoded, limits.asn1, (der) => cache.certificate(der))
}
