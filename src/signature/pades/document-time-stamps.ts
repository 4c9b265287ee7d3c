import { readTimeStampToken, type TimeStampToken, verifyTimeStampToken, withoutPadding } from '#cms'
import type { TimeStampFacts, TimeStampId, UnreadableTimeStamp } from '#model'
import type { PdfSignature } from '#pdf'
import { Asn1Error, type Certificate, orAsn1Error } from '#x509'
import { type Evidence, type HeldEvidence, joinHeld } from '../evidence.js'
import { createImprintBudget } from '../imprint-budget.js'
import type { SignatureContext } from '../signature-context.js'
import { addTokenEvidence } from '../token-evidence.js'
import type { CoveredOctets } from './covered-octets.js'
import type { StoredEvidence } from './security-store.js'

/** A document time-stamp (EN 319 142-1, 5.4.3), decoded; or why it cannot be. */
export interface DocumentTimeStamp {
  readonly signature: PdfSignature
  readonly token: TimeStampToken | null
  readonly problem: string | null
  /** Whether only zeros follow the token in its place. */
  readonly isPadded: boolean
  readonly held: HeldEvidence
}

/** What a revision holds that a later document time-stamp proves. */
export interface HeldInRevision extends StoredEvidence {
  readonly timeStamps: readonly TimeStampId[]
  /** The signature or time-stamp that it stands in; null for the validation data of the file. */
  readonly holder: PdfSignature | null
}

export function readDocumentTimeStamp(signature: PdfSignature, evidence: Evidence, { limits, cache }: SignatureContext): DocumentTimeStamp {
  const read = orAsn1Error(() => {
    const { encoding, onlyZerosFollow } = withoutPadding(signature.contents, limits.asn1)
    return { token: readTimeStampToken(encoding, limits.asn1, (der) => cache.certificate(der)), isPadded: onlyZerosFollow }
  })
  if (read instanceof Asn1Error) return { signature, token: null, problem: read.code, isPadded: true, held: joinHeld([]) }
  const { token, isPadded } = read
  const problem = token.unknownCriticalExtensions.length > 0 ? 'TIME_STAMP_CRITICAL_EXTENSION' : null
  return { signature, token: problem === null ? token : null, problem, isPadded, held: addTokenEvidence(token, evidence) }
}

/**
 * Verifies a document time-stamp. One that does not exactly cover its revision, or whose dictionary a later revision redefines, covers nothing that can be
 * told, so it proves nothing.
 */
export function verifyDocumentTimeStamp(
  { signature, token, isPadded }: DocumentTimeStamp,
  revisions: readonly HeldInRevision[],
  octets: CoveredOctets,
  certificates: readonly Certificate[],
  context: SignatureContext,
): TimeStampFacts | null {
  if (token === null) return null
  const { range, coveredRevision } = signature
  const isExact = isPadded && signature.flaws.every((flaw) => flaw === 'gap-overlap') && signature.redefinedKeys.length === 0
  const covered =
    range === null || coveredRevision === null || !isExact
      ? null
      : { digestBy: (algorithm: Parameters<CoveredOctets['digest']>[1]) => octets.digest(range, algorithm) }
  // What its own revision added stands before its gap or behind it, and is covered either way; the time-stamp itself is not.
  const proven =
    coveredRevision === null ? [] : revisions.filter(({ revision, holder }) => revision <= coveredRevision && holder !== signature)
  const { certificates: held, revocations } = joinHeld(proven.map((each) => each.held))
  return verifyTimeStampToken(token, {
    kind: 'document',
    covered,
    coverage: {
      signatureValue: covered !== null,
      signedData: covered !== null,
      certificates: [...new Set(held)],
      revocations: [...new Set(revocations)],
      timeStamps: [...new Set(proven.flatMap((each) => each.timeStamps))],
    },
    certificates,
    budget: createImprintBudget(context.limits.signature.maxImprintBytes),
  })
}

export function unreadableOf({ problem }: DocumentTimeStamp): readonly UnreadableTimeStamp[] {
  return problem === null ? [] : [{ kind: 'document', problem }]
}

/** Whether a document time-stamp was made after the signature and covers it, whatever else is to be said of it. */
export function isCovered(signature: PdfSignature, timeStamp: PdfSignature): boolean {
  if (signature.range === null || timeStamp.range === null || timeStamp.addedRevision < signature.addedRevision) return false
  return signature.range.secondStart + signature.range.secondLength <= timeStamp.range.firstStart + timeStamp.range.firstLength
}
