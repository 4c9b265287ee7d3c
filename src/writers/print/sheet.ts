import { type DocumentReport, type FilesLeftOut, reportBounds, type SignedScope, type TrustSource } from '#model'
import { writeDetailedReport } from '#writers/detailed'
import { type Counts, type Kind, type Language, languages, type ReportTexts, sentenceOf, usualTimeZone } from '#writers/languages'
import { leavingOut } from '../left-out.js'
import { isNote } from '../technical-notes.js'
import { formNameOf } from './names.js'
import { safeText } from './safe-text.js'
import {
  kindOf,
  lacksTrust,
  type Row,
  type SheetContext,
  type SheetSignature,
  type ShownVerdict,
  sheetSignature,
  shownVerdictOf,
  sourceIn,
} from './sheet-signature.js'
import { sheetToken } from './sheet-token.js'
import { type ShownTime, timeWriter } from './shown-time.js'

/** A file inside the document. */
export interface PrintedFile {
  readonly name: string
  /** Size in bytes; null when it is not known. */
  readonly size: number | null
  /** File name for a download; null when the document contains only the digest of the file. */
  readonly safeName: string | null
}

interface SheetFile extends PrintedFile {
  /** Size, and whether a signature covers it. */
  readonly about: string
}

export interface Sheet {
  readonly language: Language
  readonly texts: ReportTexts
  readonly name: string
  /** How many signatures are valid, as a sentence. */
  readonly headline: string
  /** Which files no signature covers, or not every one; empty when there is none. */
  readonly leftOut: readonly string[]
  /** What is said of the document inside, as one sentence; empty when there is none. */
  readonly inside: readonly string[]
  /** `passed`: every signature and time-stamp, those of the document inside too, and they leave out no file. */
  readonly verdict: ShownVerdict
  /** The service trusts nobody: nothing that is missing is the fault of the document. */
  readonly trustMissing: boolean
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
  readonly signatures: readonly SheetSignature[]
  readonly validationTime: ShownTime | null
  /** Of the local times: an IANA name. */
  readonly timeZone: string
  /** Who validated: name and version of the program. */
  readonly validator: string
  readonly policy: string
  /** Trusted lists and settings that name a certificate of this report. */
  readonly trustSources: readonly string[]
  /** Document, size, digests. */
  readonly rows: readonly Row[]
  /** SHA-256 of the document, lower-case hex. */
  readonly digest: string
  readonly files: readonly SheetFile[]
  /** The signed document inside an ASiC-S container. */
  readonly nested: Sheet | null
}

/** The members of the report that this writer uses. */
type SheetInput = DocumentReport

/** Members of the report that are not printed. */
export const leftOutOfReport = leavingOut<DocumentReport, keyof SheetInput>()([])

interface SheetOptions {
  readonly language: Language
  readonly files?: readonly PrintedFile[]
  /** An IANA name. */
  readonly timeZone?: string
  /** Name and version of the program. */
  readonly validator?: string
}

/** The contents of the printed report in one language. Every value comes from the report. */
export function buildSheet(
  report: SheetInput,
  { language, files = [], timeZone = usualTimeZone, validator = 'allkiri' }: SheetOptions,
): Sheet {
  const { document, policy, ownPolicy, validationTime, trust, findings, filesLeftOut, signatures, timeStampTokens, nested } = report
  const { report: texts, locale } = languages[language]
  const time = timeWriter(locale, timeZone)
  const detailed = writeDetailedReport(report)
  const trustMissing = lacksTrust(report)
  const context: SheetContext = { language, texts, time, sources: trust.sources, trustMissing, validationTime }
  const alone = signatures.length + timeStampTokens.length === 1
  const told = findings
    .filter(({ key }) => key !== 'trust-missing')
    .map((finding) => ({ ...finding, key: finding.key, facts: finding.facts }))
  const sentences = (wanted: boolean) =>
    told.filter(({ key }) => isNote(key) === wanted).map((finding) => safeText(sentenceOf(finding, language)))
  const counts = countsOf(report)
  const inner = nested === null ? null : buildSheet(nested, { language, timeZone, validator })
  const used = new Set(detailed.trustSources.map(({ id }) => id))
  return {
    language,
    texts,
    name: safeText(document.name),
    headline: counts.all === 0 ? texts.noSignatures : texts.headline(counts),
    leftOut: leftOutIn(filesLeftOut, texts),
    inside: inner === null ? [] : [`${texts.nested}: ${[inner.headline, ...inner.leftOut, ...inner.inside].join(' ')}`],
    verdict: worst([
      verdictOf(counts, filesLeftOut),
      // Where the headline counts signatures, a token that does not pass is no reason for green either.
      ...timeStampTokens.map(({ indication }) => shownVerdictOf(indication)),
      ...(inner === null ? [] : [inner.verdict]),
    ]),
    trustMissing,
    warnings: sentences(false),
    notes: sentences(true),
    signatures: [
      ...signatures.map((signature, index) =>
        sheetSignature(signature, detailed.signatures[index] ?? null, alone ? null : index + 1, context),
      ),
      ...timeStampTokens.map((token, index) => sheetToken(token, alone ? null : index + 1, context)),
    ],
    validationTime: time(validationTime),
    timeZone,
    validator,
    policy: ownPolicy === null ? texts.policyOf(policy) : safeText(`${policy} (${ownPolicy.basis}; SHA-256 ${ownPolicy.digest})`),
    trustSources: trust.sources.filter(({ id }) => used.has(id)).map((source) => listed(source, context)),
    rows: [
      [texts.document, safeText(document.name)],
      [texts.form, formNameOf(document.form)],
      [texts.size, texts.sizeOf(document.size)],
      [texts.documentDigest, document.digest],
      [texts.trustSnapshot, trust.digest],
    ],
    digest: document.digest,
    files: sheetFiles([...signatures, ...timeStampTokens], files, texts),
    nested: inner,
  }
}

/** A trusted list, and that it is out of date when it is. */
function listed(source: TrustSource, { texts, time, validationTime }: SheetContext): string {
  const text = sourceIn(source, texts, time)
  const isStale = source.kind !== 'settings' && source.facts.nextUpdate !== null && source.facts.nextUpdate < validationTime
  return isStale ? `${text} – ${texts.listStale}` : text
}

function countsOf({ signatures, timeStampTokens }: Pick<SheetInput, 'signatures' | 'timeStampTokens'>): Counts {
  const counted = signatures.length > 0 ? signatures : timeStampTokens
  const kinds = new Set<Kind>(signatures.length > 0 ? signatures.map(kindOf) : ['time-stamp'])
  const [kind = 'signature'] = kinds
  return {
    all: counted.length,
    passing: counted.filter(({ indication }) => indication === 'TOTAL-PASSED').length,
    failing: counted.filter(({ indication }) => indication === 'TOTAL-FAILED').length,
    kind: kinds.size === 1 ? kind : 'signature',
  }
}

/** Which files the signatures leave out (`decisions.md#unsigned-files`). */
function leftOutIn(filesLeftOut: FilesLeftOut, texts: ReportTexts): readonly string[] {
  return (['byAll', 'bySome'] as const).flatMap((by) => {
    const { names, count } = filesLeftOut[by]
    const shown = names.slice(0, reportBounds.headlineNames).map(safeText)
    return count === 0 ? [] : [`${texts.leftOut[by](count, [...shown, ...(count > shown.length ? ['…'] : [])].join(', '))}.`]
  })
}

function verdictOf({ all, passing, failing }: Counts, { byAll, bySome }: FilesLeftOut): ShownVerdict {
  if (failing > 0) return 'failed'
  if (all === 0 || passing < all) return 'undecided'
  return byAll.count + bySome.count === 0 ? 'passed' : 'undecided'
}

function worst(verdicts: readonly ShownVerdict[]): ShownVerdict {
  return verdicts.includes('failed') ? 'failed' : verdicts.includes('undecided') ? 'undecided' : 'passed'
}

/** The files in the document. Files that no signature and no time-stamp covers are listed too, and marked (`decisions.md#page-downloads`). */
function sheetFiles(
  covering: readonly { readonly scopes: readonly SignedScope[] }[],
  files: readonly PrintedFile[],
  texts: ReportTexts,
): readonly SheetFile[] {
  const covered = new Set(covering.flatMap(({ scopes }) => scopes.flatMap(fileOf)))
  return files.map(({ name, size, safeName }) => ({
    name: safeText(name),
    size,
    safeName,
    about: [
      ...(size === null ? [] : [texts.sizeOf(size)]),
      ...(safeName === null ? [texts.digestOnly] : []),
      ...(covered.has(name) ? [] : [texts.notCovered]),
    ].join(', '),
  }))
}

function fileOf(scope: SignedScope): readonly string[] {
  return 'name' in scope ? [scope.name] : []
}
