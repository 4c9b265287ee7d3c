import { asOcspResponse } from '#readers/cms'
import {
  ifReadable,
  isArray,
  PdfDictionary,
  type PdfFile,
  PdfReference,
  type PdfRevision,
  type PdfSignature,
  PdfStream,
} from '#readers/pdf'
import type { Evidence, HeldEvidence } from '../evidence.js'
import type { SignatureContext } from '../signature-context.js'

/** Validation data that a revision added to the file. */
export interface StoredEvidence {
  /** Index of the revision. */
  readonly revision: number
  readonly held: HeldEvidence
}

/** The validation data of all revisions (EN 319 142-1, 5.4.2). */
export interface SecurityStore {
  readonly added: readonly StoredEvidence[]
  /** Whether a revision before that of the time-stamp has a DSS dictionary. */
  isBefore(timeStamp: PdfSignature): boolean
  /** Whether some revision has an OCSP response or a CRL that can be read. */
  readonly hasRevocations: boolean
}

type Kind = 'certificate' | 'crl' | 'ocsp'

const lists = [
  ['Certs', 'certificate'],
  ['CRLs', 'crl'],
  ['OCSPs', 'ocsp'],
  ['Cert', 'certificate'],
  ['CRL', 'crl'],
  ['OCSP', 'ocsp'],
] as const satisfies readonly (readonly [string, Kind])[]

/**
 * Reads the DSS dictionary of every revision, including VRI: later revisions may drop data of earlier ones, and a time-stamp proves only the data up to its
 * own revision. VRI states the signature for which data were collected. This is only a hint, so the data of all signatures are pooled. Data that cannot be read
 * are skipped, and the checks find them missing.
 */
export function readSecurityStore(file: PdfFile, evidence: Evidence, context: SignatureContext): SecurityStore {
  const seen = new Set<PdfStream>()
  const added: StoredEvidence[] = []
  let first: FirstStore | null = null
  for (const revision of file.revisions) {
    const store = ifReadable(() => revision.resolve(revision.catalog.get('DSS')))
    if (!(store instanceof PdfDictionary)) continue
    first ??= { revision: revision.index, offset: offsetOf(revision) }
    for (const [kind, stream] of streamsOf(revision, store)) {
      if (seen.has(stream)) continue
      seen.add(stream)
      const der = ifReadable(() => revision.contentOf(stream))
      if (der !== null) added.push({ revision: revision.index, held: addTo(evidence, kind, der, context) })
    }
  }
  const found = first
  const isRebuilt = file.rebuiltBecause !== null
  return {
    added,
    hasRevocations: added.some(({ held }) => held.revocations.length > 0),
    isBefore: (timeStamp) => found !== null && (isRebuilt ? precedes(found, timeStamp) : timeStamp.addedRevision > found.revision),
  }
}

/** The place of the first DSS dictionary. */
interface FirstStore {
  readonly revision: number
  /** Position of its object, or of the catalog that contains it; null when this object is in an object stream. */
  readonly offset: number | null
}

function offsetOf(revision: PdfRevision): number | null {
  const [store, root] = [revision.catalog.get('DSS'), revision.trailer.get('Root')]
  const reference = store instanceof PdfReference ? store : root
  const entry = reference instanceof PdfReference ? revision.entryOf(reference.number) : null
  return entry?.kind === 'at' ? entry.offset : null
}

/** Whether the dictionary precedes a time-stamp in the file. Used for a rebuilt file, which has no revisions. */
function precedes({ offset }: FirstStore, { range }: PdfSignature): boolean {
  return offset !== null && range !== null && offset < range.firstStart + range.firstLength
}

function addTo(evidence: Evidence, kind: Kind, der: Buffer, { limits }: SignatureContext): HeldEvidence {
  switch (kind) {
    case 'certificate': {
      const certificate = evidence.addEncodedCertificate(der, 'dss-dictionary')
      return { certificates: certificate === null ? [] : [certificate.facts.id], revocations: [] }
    }
    case 'crl':
      return evidence.addCrl(der, 'dss-dictionary')
    case 'ocsp':
      return evidence.addOcspResponse(der, 'dss-dictionary', (encoding) => asOcspResponse(encoding, limits.asn1))
  }
}

/** The streams of a DSS dictionary and its VRI. A generator, because the entries for many signatures may share one list. */
function* streamsOf(revision: PdfRevision, store: PdfDictionary): Generator<readonly [Kind, PdfStream]> {
  const perSignature = revision.readable(store.get('VRI'))
  const entries = perSignature instanceof PdfDictionary ? [...perSignature.entries.values()] : []
  for (const entry of [store, ...entries]) {
    const dictionary = revision.readable(entry)
    if (!(dictionary instanceof PdfDictionary)) continue
    for (const [key, kind] of lists) {
      const items = revision.readable(dictionary.get(key))
      if (!isArray(items)) continue
      for (const item of items) {
        const stream = revision.readable(item)
        if (stream instanceof PdfStream) yield [kind, stream]
      }
    }
  }
}
