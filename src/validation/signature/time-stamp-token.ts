import { readTimeStampToken, type TimeStampToken } from '#readers/cms'
import { Asn1Error, orAsn1Error } from '#readers/x509'
import { type Evidence, type HeldEvidence, joinHeld } from './evidence.js'
import type { SignatureContext } from './signature-context.js'
import { signatureLimit } from './signature-limit-error.js'

/** A decoded token, or the problem because of which it counts as unreadable. */
type ReadToken =
  | { readonly token: TimeStampToken; readonly problem: null }
  /** `token` is null when it cannot be decoded. */
  | { readonly token: TimeStampToken | null; readonly problem: string }

/**
 * Decodes a token of any kind of signature. Nothing is verified yet. No critical extension of TSTInfo is known, so a token with a critical extension counts as
 * unreadable (RFC 3161, 2.4.2).
 */
export function readToken(encoded: Uint8Array, { limits, cache }: SignatureContext): ReadToken {
  const token = orAsn1Error(() => readTimeStampToken(encoded, limits.asn1, (der) => cache.certificate(der)))
  if (token instanceof Asn1Error) return { token: null, problem: token.code }
  return token.unknownCriticalExtensions.length > 0 ? { token, problem: 'TIME_STAMP_CRITICAL_EXTENSION' } : { token, problem: null }
}

/** Adds the certificates and revocation data inside a token, and returns them: a time-stamp over the token proves that they existed. */
export function addTokenEvidence(token: TimeStampToken, evidence: Evidence): HeldEvidence {
  evidence.addBlanksBehindToken(token.blanks)
  return joinHeld([
    { certificates: evidence.addCertificates(token, 'time-stamp-token'), revocations: [] },
    ...token.ocspResponses.map((der) => evidence.addOcspResponse(der, 'time-stamp-token')),
    ...token.crls.map((der) => evidence.addCrl(der, 'time-stamp-token')),
  ])
}

/** Throws `ReaderError` with `limit` when a message, or the signed or unsigned properties, have more time-stamps than allowed. */
export function assertTimeStampsWithin(timeStamps: number, { limits }: SignatureContext): void {
  const { maxTimeStamps } = limits.signature
  if (timeStamps > maxTimeStamps)
    throw signatureLimit('SIGNATURE_TOO_MANY_TIME_STAMPS', `A signature has more than ${maxTimeStamps} time-stamps`)
}
