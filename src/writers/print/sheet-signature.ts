import {
  type BlockResult,
  type CheckResult,
  commonLevelOf,
  type DocumentReport,
  type Instant,
  type ProductionPlace,
  type ReportedCertificate,
  type SignatureReport,
  type SignedScope,
  shownName,
  type TrustSource,
  type Verdict,
} from '#model'
import { provableText, scopeNameOf } from '#validation/report'
import type { DetailedSignature, TimedEvent } from '#writers/detailed'
import { type Kind, type Language, languages, questionIn, type ReportTexts, sentenceOf } from '#writers/languages'
import { leavingOut } from '../left-out.js'
import { isNote } from '../technical-notes.js'
import { adviceFor, isOnlyChangedAfter } from './advice-for.js'
import { formatNameOf } from './names.js'
import { safeText } from './safe-text.js'
import { isSeal, type ShownSigner, shownSignerOf } from './shown-signer.js'
import type { ShownTime } from './shown-time.js'

/** A label with its value. */
export type Row = readonly [label: string, value: string]

export type ShownVerdict = 'passed' | 'failed' | 'undecided'

export interface SheetCertificate {
  readonly role: string
  /** Its common name; `subject` is the whole name. */
  readonly name: string
  readonly subject: string
  readonly issuer: string
  readonly serialNumber: string
  readonly notBefore: ShownTime | null
  readonly notAfter: ShownTime | null
  /** The list or settings file that names it; empty for a certificate that none names. */
  readonly namedBy: readonly string[]
}

export interface SheetEvent {
  readonly time: ShownTime
  readonly text: string
  readonly event: TimedEvent['event']
  /** Whether the certificate of the signer was within its dates until the next event. */
  readonly alive: boolean
  /** Whether it proves that the signature existed. */
  readonly isProof: boolean
}

const provesTime: ReadonlySet<TimedEvent['event']> = new Set(['time-stamp', 'time-mark'])

export interface SheetBlock {
  readonly title: string
  readonly status: string
  readonly verdict: ShownVerdict
  readonly checks: readonly SheetCheck[]
}

interface SheetCheck {
  readonly outcome: CheckResult['outcome']
  readonly text: string
  /** The sentence about what is not as it should be; null for the others. */
  readonly answer: string | null
  readonly clause: string
}

/** One signature, seal or time-stamp token as HTML and PDF show it. Text from the document has passed through `safeText`. */
export interface SheetSignature {
  readonly kind: Kind
  readonly title: string
  readonly verdict: ShownVerdict
  readonly verdictText: string
  /** The indication and sub-indication as the standard names them. */
  readonly codes: string
  readonly reason: string
  readonly advice: string
  readonly signer: ShownSigner | null
  readonly time: ShownTime | null
  /** Label of the time, whether it is proven, and the sentence about that. */
  readonly timeTexts: { readonly label: string; readonly state: string; readonly note: string }
  /** The legal level, of a time-stamp whether it is qualified, and what it means; null for one that does not pass. */
  readonly level: readonly [name: string, meaning: string] | null
  readonly rows: readonly Row[]
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
  readonly times: readonly SheetEvent[]
  /** The certificate of the signer, then its issuers up to the one that a list or a setting names. */
  readonly chain: readonly SheetCertificate[]
  readonly isAnchored: boolean
  readonly others: readonly SheetCertificate[]
  readonly blocks: readonly SheetBlock[]
}

/** What all signatures of a sheet are written with. */
export interface SheetContext {
  readonly language: Language
  readonly texts: ReportTexts
  readonly time: (instant: Instant | null) => ShownTime | null
  readonly sources: readonly TrustSource[]
  readonly trustMissing: boolean
  readonly validationTime: Instant
}

/** The members of a signature that this writer uses itself; the detailed report has the others. */
type SheetSignatureInput = Pick<
  SignatureReport,
  | 'errors'
  | 'warnings'
  | 'bestSignatureTime'
  | 'claimedSigningTime'
  | 'signer'
  | 'level'
  | 'leastLevel'
  | 'form'
  | 'scopes'
  | 'claimedRoles'
  | 'productionPlace'
  | 'reason'
  | 'certificates'
  | 'blocks'
  | 'timeStamps'
  | 'revocations'
  | 'provable'
> &
  Verdict

/** Members of a signature that are not printed as such: those for archives, and what the detailed report has in words. */
export const leftOutOfSignature = leavingOut<SignatureReport, keyof SheetSignatureInput>()([
  'source',
  'id',
  'policy',
  'validationTime',
  'signingCertificate',
  'certificationPath',
  'proofsOfExistence',
  'signatureAlgorithm',
  'evidence',
  'unreadable',
])

export function kindOf(signature: Pick<SignatureReport, 'level' | 'signer' | 'form'>): Kind {
  return isSeal(signature) ? 'seal' : 'signature'
}

/** @param number null where it is the only one */
export function sheetSignature(
  signature: SheetSignatureInput,
  detailed: DetailedSignature | null,
  number: number | null,
  context: SheetContext,
): SheetSignature {
  const { texts, time } = context
  const kind = kindOf(signature)
  const proven = time(signature.bestSignatureTime)
  const certificates = signature.certificates
  const signer = certificates.find(({ role }) => role === 'signer') ?? null
  const chain = signer === null ? [] : chainOf(signer, certificates, context)
  return {
    kind,
    ...verdictPart(kind, signature, number, context),
    signer: shownSignerOf(signature.signer, kind === 'seal'),
    time: proven ?? time(signature.claimedSigningTime),
    timeTexts:
      proven === null
        ? { label: texts.time, state: texts.claimed, note: texts.claimedNote }
        : { label: texts.time, state: texts.proven, note: texts.provenNote },
    level: kind === 'time-stamp' ? null : levelOf(signature, kind, texts),
    rows: [
      [texts.covers, coveredBy(signature.scopes, texts)],
      ...statementsOf(signature, texts),
      ...provableRow(signature, context),
      [texts.format, signature.form === null ? texts.unknown : formatNameOf(signature.form)],
    ],
    times: eventsOf(detailed, proven !== null, context),
    chain,
    isAnchored: chain.at(-1)?.namedBy.length !== 0 && chain.length > 0,
    others: certificates
      .filter(({ role }) => role === 'time-stamping-unit' || role === 'archive-unit' || role === 'responder')
      .map((each) => certificateOf(each, context)),
    blocks: blocksOf(signature, context),
  }
}

export function verdictPart(
  kind: Kind,
  signature: Verdict & Pick<SignatureReport, 'warnings'>,
  number: number | null,
  { texts, language, trustMissing }: SheetContext,
) {
  const { indication, subIndication, errors, warnings } = signature
  const passes = indication === 'TOTAL-PASSED'
  const sentences = (findings: readonly CheckResult[]) => [...new Set(findings.map((finding) => safeText(sentenceOf(finding, language))))]
  const isChanged = isOnlyChangedAfter(errors)
  // The sheet says once for the whole document that the service lacks trust.
  const told = warnings.filter(({ key }) => key !== 'trust-missing')
  return {
    title: texts.named[kind](number),
    verdict: shownVerdictOf(indication),
    verdictText: texts.verdict[kind][indication],
    codes: subIndication === null ? indication : `${indication}, ${subIndication}`,
    reason: isChanged ? texts.changedAfter : subIndication === null ? '' : texts.reason[subIndication],
    advice: texts.advice[isChanged ? 'ask-original' : adviceFor(subIndication, passes, trustMissing)],
    problems: sentences(errors),
    warnings: sentences(told.filter(({ key }) => !isNote(key))),
    notes: sentences(told.filter(({ key }) => isNote(key))),
  }
}

export function shownVerdictOf(indication: Verdict['indication']): ShownVerdict {
  return indication === 'TOTAL-PASSED' ? 'passed' : indication === 'TOTAL-FAILED' ? 'failed' : 'undecided'
}

/** Only a signature that passes has a legal level: of any other, nobody may rely on it. */
function levelOf(
  { indication, level, leastLevel }: Pick<SheetSignatureInput, 'indication' | 'level' | 'leastLevel'>,
  kind: 'signature' | 'seal',
  texts: ReportTexts,
): SheetSignature['level'] {
  if (indication !== 'TOTAL-PASSED') return null
  const known = level ?? leastLevel
  return known === null ? [texts.unknown, texts.noLevel] : texts.levels[kind][commonLevelOf(known)]
}

/** What the signer states about the signature; nothing for what is not stated. */
function statementsOf(
  { claimedRoles, productionPlace, reason }: Pick<SheetSignatureInput, 'claimedRoles' | 'productionPlace' | 'reason'>,
  texts: ReportTexts,
): readonly Row[] {
  const place = productionPlace === null ? [] : partsOf(productionPlace)
  return [
    ...(claimedRoles.length === 0 ? [] : [[texts.claimedRole, claimedRoles.map(safeText).join(', ')] as const]),
    ...(place.length === 0 ? [] : [[texts.place, place.map(safeText).join(', ')] as const]),
    ...(reason === null ? [] : [[texts.statedReason, safeText(reason)] as const]),
  ]
}

/** Until when its chain of proofs lasts; nothing where that is not known, and for a signature that does not pass. */
export function provableRow({ provable }: Pick<SheetSignatureInput, 'provable'>, { texts, language }: SheetContext): readonly Row[] {
  return provable === null || provable.state === 'not-passing' ? [] : [[texts.provable, provableText(provable, language)]]
}

function partsOf({ city, stateOrProvince, postalCode, country, location }: ProductionPlace): readonly string[] {
  return [city, stateOrProvince, postalCode, country, location].flatMap((part) => part?.trim() || [])
}

export function coveredBy(scopes: readonly SignedScope[], texts: ReportTexts): string {
  return scopes.length === 0 ? texts.nothing : scopes.map((scope) => safeText(scopeNameOf(scope, texts))).join(', ')
}

/** @param isProven whether a time-stamp or time-mark proves the time: one that does not verify is shown, and proves nothing */
function eventsOf(detailed: DetailedSignature | null, isProven: boolean, { texts, time }: SheetContext): readonly SheetEvent[] {
  let alive = false
  return (detailed?.times ?? []).flatMap(({ time: iso, event, about }) => {
    const shown = time(Date.parse(iso))
    if (event === 'certificate-valid-from') alive = true
    if (event === 'certificate-valid-until') alive = false
    if (shown === null) return []
    const over = event === 'time-stamp' ? Object.entries(texts.timeStampOver).find(([kind]) => kind === about)?.[1] : undefined
    const text = event === 'time-stamp' && !isProven ? texts.named['time-stamp'](null) : texts.event[event]
    return [
      { time: shown, event, alive, isProof: isProven && provesTime.has(event), text: over === undefined ? text : `${text} (${over})` },
    ]
  })
}

/** The certificate and its issuers, up to the first that a list or a setting of the service names. */
export function chainOf(
  { certificate, role, services, issuers }: ReportedCertificate,
  all: readonly ReportedCertificate[],
  context: SheetContext,
): readonly SheetCertificate[] {
  const above = issuers.map((issuer) => {
    const known = all.find((each) => each.certificate.id === issuer.id)
    return certificateOf({ certificate: issuer, role: 'authority', services: known?.services ?? [] }, context)
  })
  return [certificateOf({ certificate, role, services }, context), ...above]
}

function certificateOf(
  { certificate, role, services }: Pick<ReportedCertificate, 'certificate' | 'role' | 'services'>,
  { texts, time, sources }: SheetContext,
): SheetCertificate {
  const { subject, issuer, serialNumber, notBefore, notAfter } = certificate
  const named = [...new Set(services.map(({ source }) => source))].map((id) => sources.find((source) => source.id === id) ?? id)
  return {
    role: texts.role[role === 'archive-unit' ? 'time-stamping-unit' : role],
    name: safeText(shownName(certificate)),
    subject: safeText(subject.text),
    issuer: safeText(issuer.text),
    serialNumber,
    notBefore: time(notBefore),
    notAfter: time(notAfter),
    namedBy: named.map((source) =>
      typeof source === 'string' ? texts.settings(safeText(source.replace(/^xroad:/, ''))) : sourceIn(source, texts, time),
    ),
  }
}

/** A trusted list or a settings file in words. */
export function sourceIn(source: TrustSource, texts: ReportTexts, time: SheetContext['time']): string {
  if (source.kind === 'settings') return texts.settings(safeText(source.id.replace(/^settings:/, '')))
  const { territory, sequenceNumber, issued, nextUpdate } = source.facts
  const day = (instant: Instant | null) => time(instant)?.utc.slice(0, 10) ?? ''
  return source.kind === 'list-of-lists'
    ? texts.listOfLists(territory, sequenceNumber, day(issued))
    : texts.list(territory, sequenceNumber, day(issued), day(nextUpdate))
}

/** The blocks of a signature, each with the name of what it is about: a time-stamp by its unit, revocation data by who signed them, a certificate by its subject. */
function blocksOf(
  { blocks, certificates, timeStamps, revocations }: Pick<SheetSignatureInput, 'blocks' | 'certificates' | 'timeStamps' | 'revocations'>,
  context: SheetContext,
): readonly SheetBlock[] {
  const names = new Map<string, string>()
  for (const { certificate } of certificates) names.set(certificate.id, shownName(certificate))
  for (const { facts, unit } of timeStamps) if (unit !== null) names.set(facts.id, shownName(unit))
  for (const { facts, signer } of revocations) if (signer !== null) names.set(facts.id, shownName(signer))
  return blocks.flatMap((block) => flatten(block, names, context))
}

/** A block and its nested blocks as a flat list: the sheet shows no nesting. */
export function flatten(block: BlockResult, names: ReadonlyMap<string, string>, context: SheetContext): readonly SheetBlock[] {
  const { texts, language } = context
  const { status } = block
  const title = texts.block[block.name]
  const subjectName = names.get(block.subject)
  return [
    {
      title: subjectName === undefined ? title : `${title}: ${safeText(subjectName)}`,
      status:
        'subIndication' in status && status.subIndication !== null
          ? `${texts.blockStatus[status.indication]} (${status.subIndication})`
          : texts.blockStatus[status.indication],
      verdict: status.indication === 'PASSED' ? 'passed' : status.indication === 'FAILED' ? 'failed' : 'undecided',
      checks: block.checks
        .filter(({ outcome }) => outcome !== 'not-applicable')
        .map((check) => ({
          outcome: check.outcome,
          text: questionIn(check.key, language),
          answer: check.outcome === 'failed' || check.outcome === 'warned' ? safeText(sentenceOf(check, language)) : null,
          clause: `${check.key}, ${check.clause}`,
        })),
    },
    ...block.children.flatMap((child) => flatten(child, names, context)),
  ]
}

/** The text of a report in one language. */
export function textsIn(language: Language): ReportTexts {
  return languages[language].report
}

/** Whether the report says that the service trusts nobody. */
export function lacksTrust({ findings, signatures }: Pick<DocumentReport, 'findings' | 'signatures'>): boolean {
  const isIt = ({ key }: CheckResult) => key === 'trust-missing'
  return findings.some(isIt) || signatures.some(({ warnings }) => warnings.some(isIt))
}
