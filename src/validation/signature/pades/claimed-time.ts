import { type Instant, type StructureFinding, timeFact } from '#model'
import type { TimeStampToken } from '#readers/cms'
import type { PdfSignature } from '#readers/pdf'

const day = 24 * 60 * 60 * 1000
/** Clocks and time zones are wrong by hours; a date whose year has two digits is wrong by centuries. */
const latestBehind = day
/** A document may be signed without a network and time-stamped when there is one. */
const longestBefore = 366 * day

/** The finding that programs may understand the stated time of signing (`M`) as different times. */
export function ambiguousTime({ claimedTime, ambiguousClaimedTime }: PdfSignature): readonly StructureFinding[] {
  if (ambiguousClaimedTime === null) return []
  const facts = { stated: ambiguousClaimedTime, claimed: timeFact(claimedTime) }
  return [{ key: 'pdf-claimed-time-unambiguous', code: 'CLAIMED_TIME_AMBIGUOUS', facts }]
}

/**
 * The finding that the stated time of signing (`M`) is far from the times of the time-stamps, verified or not: programs show the stated time. The date may be written so
 * that it means another time, with two digits of the year for example.
 */
export function farFromProof(
  { claimedTime }: PdfSignature,
  timeStamps: readonly { readonly token: TimeStampToken }[],
): readonly StructureFinding[] {
  const times = timeStamps.map(({ token }) => token.genTime)
  if (claimedTime === null || times.length === 0) return []
  const proven: Instant = Math.min(...times)
  if (claimedTime <= proven + latestBehind && claimedTime >= proven - longestBefore) return []
  const facts = { claimed: timeFact(claimedTime), proven: timeFact(proven) }
  return [{ key: 'pdf-claimed-time-plausible', code: 'CLAIMED_TIME_FAR', facts }]
}
