import type { TimeStampFacts, TimeStampId, UnreadableTimeStamp } from '#model'
import { type TimeStampToken, verifyTimeStampToken, withoutPadding } from '#readers/cms'
import type { PdfSignature } from '#readers/pdf'
import { Asn1Error, type Certificate, orAsn1Error } from '#readers/x509'
import { type Evidence, type HeldEvidence, joinHeld } from '../evidence.js'
import { createImprintBudget } from '../imprint-budget.js'
import type { SignatureContext } from '../signature-context.js'
import { addTokenEvidence, readToken } from '../time-stamp-token.js'
import type { CoveredOctets } from './covered-octets.js'
import type { StoredEvidence } from './document-security-store.js'

/** A document time-stamp (EN 319 142-1, 5.4.3), decoded, or the problem that prevents it. */
export interface DocumentTimeStamp {
  readonly signature: PdfSignature
  readonly token: TimeStampToken | null
  readonly problem: string | null
  /** Whether only zeros follow the token in `Contents`. */
  readonly isPadded: boolean
  readonly held: HeldEvidence
}

/** Evidence and time-stamps of a revision, whose existence a later document time-stamp proves. */
export interface HeldInRevision extends StoredEvidence {
  readonly timeStamps: readonly TimeStampId[]
  /** The signature or time-stamp that contains it; null for the validation data of the file. */
  readonly holder: PdfSignature | null
}

/** Decodes a document time-stamp and adds its evidence. Nothing is verified yet. */
export function readDocumentTimeStamp(signature: PdfSignature, evidence: Evidence, context: SignatureContext): DocumentTimeStamp {
  const value = orAsn1Error(() => withoutPadding(signature.contents, context.limits.asn1))
  const { token, problem } = value instanceof Asn1Error ? { token: null, problem: value.code } : readToken(value.encoding, context)
  const isPadded = value instanceof Asn1Error || token === null || value.onlyZerosFollow
  const held = token === null ? joinHeld([]) : addTokenEvidence(token, evidence)
  return { signature, token: problem === null ? token : null, problem, isPadded, held }
}

/**
 * Verifies a document time-stamp; null when it cannot be decoded. A time-stamp that does not exactly cover its revision, or whose dictionary a later revision
 * redefines, proves nothing: it is not certain which octets it covers.
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
  const isExact = isPadded && signature.flaws.length === 0 && signature.redefinedKeys.length === 0
  const covered =
    range === null || coveredRevision === null || !isExact
      ? null
      : { digestBy: (algorithm: Parameters<CoveredOctets['digest']>[1]) => octets.digest(range, algorithm) }
  // The objects of its own revision are before or after its gap, so it covers them. It does not cover itself.
  const proven =
    coveredRevision === null ? [] : revisions.filter(({ revision, holder }) => revision <= coveredRevision && holder !== signature)
  const { certificates: held, revocations } = joinHeld(proven.map((inRevision) => inRevision.held))
  return verifyTimeStampToken(token, {
    kind: 'document',
    covered,
    coverage: {
      signatureValue: covered !== null,
      signedData: covered !== null,
      certificates: [...new Set(held)],
      revocations: [...new Set(revocations)],
      timeStamps: [...new Set(proven.flatMap((inRevision) => inRevision.timeStamps))],
    },
    certificates,
    budget: createImprintBudget(context.limits.signature.maxImprintBytes),
  })
}

/** The entry for a time-stamp that cannot be read; empty when it can be read. */
export function unreadableOf({ problem }: DocumentTimeStamp): readonly UnreadableTimeStamp[] {
  return problem === null ? [] : [{ kind: 'document', problem }]
}

/** Whether a document time-stamp was added after the signature, and its range covers the signature. Whether it verifies is irrelevant here. */
export function isCovered(signature: PdfSignature, timeStamp: PdfSignature): boolean {
  if (signature.range === null || timeStamp.range === null || timeStamp.addedRevision < signature.addedRevision) return false
  return signature.range.secondStart + signature.range.secondLength <= timeStamp.range.firstStart + timeStamp.range.firstLength
}
