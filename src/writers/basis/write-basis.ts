import type { DocumentReport, FailedCheck, Instant, ReportedCertificate, ServicePeriod, SignatureReport, TokenReport } from '#model'
import { writeInstant } from '#validation/report'
import { leavingOut } from '../left-out.js'

/** A trust service on which a signature depends, as its list had it. */
export interface BasisService {
  readonly name: string
  /** The list or settings file. */
  readonly source: string
  /** The newest period: `granted since 2016-06-30T22:00:00Z`. */
  readonly standing: string
}

/** What a verdict rested on, in so few words that a run over an archive keeps them: a later run tells from them why a verdict is another. */
export interface Basis {
  readonly validator: string
  /** SHA-256 of the document, lower-case hex. */
  readonly document: string
  /** SHA-256 of the trust snapshot, lower-case hex. */
  readonly trust: string
  /** The lists with services that a signature depends on. */
  readonly lists: readonly { readonly id: string; readonly number: number | null; readonly digest: string }[]
  readonly signatures: readonly BasisOfVerdict[]
  /** Time-stamp tokens of the container itself (ASiC-S), with their verdicts, which stand nowhere else in the line. */
  readonly timeStampTokens: readonly BasisToken[]
}

interface BasisOfVerdict {
  readonly services: readonly BasisService[]
  /** Each failed check, with the end that it states: of an algorithm or of a certificate; empty when it states none. */
  readonly failed: readonly { readonly key: string; readonly end: string }[]
}

interface BasisToken extends BasisOfVerdict {
  readonly file: string
  /** Indication and sub-indication: `INDETERMINATE NO_POE`. */
  readonly verdict: string
  /** `qualified`, `not-qualified`, or empty. */
  readonly level: string
}

type Used = 'document' | 'trust' | 'signatures' | 'timeStampTokens'

/** Members of the report that stand in the report beside the basis, or that no verdict rests on. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()([
  'policy',
  'ownPolicy',
  'validationTime',
  'findings',
  'filesLeftOut',
  'nested',
])

/** @param validator name, version and build of this service */
export function writeBasis({ document, trust, signatures, timeStampTokens }: Pick<DocumentReport, Used>, validator: string): Basis {
  const written = signatures.map(basisOf)
  const tokens = timeStampTokens.map(tokenOf)
  const named = new Set([...written, ...tokens].flatMap(({ services }) => services.map(({ source }) => source)))
  return {
    validator,
    document: document.digest,
    trust: trust.digest,
    lists: trust.sources
      .filter(({ id }) => named.has(id))
      .map((source) =>
        source.kind === 'settings'
          ? { id: source.id, number: null, digest: '' }
          : { id: source.id, number: source.facts.sequenceNumber, digest: source.facts.digest },
      ),
    signatures: written,
    timeStampTokens: tokens,
  }
}

function basisOf({ certificates, errors }: Pick<SignatureReport | TokenReport, 'certificates' | 'errors'>): BasisOfVerdict {
  return { services: servicesOf(certificates), failed: errors.map(failedOf) }
}

function tokenOf(token: TokenReport): BasisToken {
  const { file, indication, subIndication, level } = token
  return { file, verdict: subIndication === null ? indication : `${indication} ${subIndication}`, level: level ?? '', ...basisOf(token) }
}

/** The services of the anchors of the paths; each once. */
function servicesOf(certificates: SignatureReport['certificates']): readonly BasisService[] {
  const services = certificates.flatMap((each: ReportedCertificate) => each.services)
  const written = services.map(({ name, source, periods }) => ({ name, source, standing: standingOf(periods) }))
  return [...new Map(written.map((each) => [`${each.source} ${each.name} ${each.standing}`, each])).values()]
}

function standingOf(periods: readonly ServicePeriod[]): string {
  const newest = periods.reduce<ServicePeriod | null>((found, each) => (found === null || each.from > found.from ? each : found), null)
  return newest === null ? 'none' : `${newest.status} since ${writeInstant(newest.from)}`
}

function failedOf({ key, facts: { until, notAfter } }: FailedCheck): { readonly key: string; readonly end: string } {
  return { key, end: writeInstant(instantOf(until) ?? instantOf(notAfter)) }
}

function instantOf(value: unknown): Instant | null {
  return typeof value === 'object' && value !== null && 'instant' in value && typeof value.instant === 'number' ? value.instant : null
}
