import type { TimeStampToken } from '#cms'
import { type Evidence, type HeldEvidence, joinHeld } from './evidence.js'

/** Adds the certificates and revocation data inside a token; a time-stamp over the token proves that they existed. */
export function addTokenEvidence(token: TimeStampToken, evidence: Evidence): HeldEvidence {
  return joinHeld([
    { certificates: evidence.addCertificates(token, 'time-stamp-token'), revocations: [] },
    ...token.ocspResponses.map((der) => evidence.addOcspResponse(der, 'time-stamp-token')),
    ...token.crls.map((der) => evidence.addCrl(der, 'time-stamp-token')),
  ])
}
