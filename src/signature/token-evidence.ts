import type { TimeStampToken } from '#cms'
import { type Evidence, type HeldEvidence, joinHeld } from './evidence.js'

/** Adds what a token brings along; a time-stamp over the token proves that all of it existed. */
export function addTokenEvidence(token: TimeStampToken, evidence: Evidence): HeldEvidence {
  return joinHeld([
    { certificates: evidence.addCertificates(token, 'time-stamp-token'), revocations: [] },
    ...token.ocspResponses.map((der) => evidence.addOcspResponse(der, 'time-stamp-token')),
    ...token.crls.map((der) => evidence.addCrl(der, 'time-stamp-token')),
  ])
}
