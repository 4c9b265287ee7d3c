import type { BlockName, BuiltInPolicyName, CheckResult, CommonLevel, FindingKey, Indication, SubIndication, TimeStampKind } from '#model'
import type { FactTexts, ScopeTexts } from '#validation/report'
import type { DetailedCertificate, TimedEvent } from '#writers/detailed'

/** What a signature is for those who read of it. */
export type Kind = 'signature' | 'seal' | 'time-stamp'

/** How many of all signatures pass and fail; about the others nothing can be decided. `kind`: what all of them are. */
export interface Counts {
  readonly all: number
  readonly passing: number
  readonly failing: number
  readonly kind: Kind
}

/** What a reader can do about a verdict. */
export type Advice =
  | 'ask-original'
  | 'ask-new-signature'
  | 'ask-new-time-stamp'
  | 'try-later'
  | 'ask-operator'
  | 'ask-about-certificate'
  | 'none'

/** The families of codes by which a document is refused: `ZIP_…` and so on. */
type RefusalFamily = 'DOCUMENT_EMPTY' | 'DOCUMENT_TYPE_DIFFERS' | 'ZIP' | 'XML' | 'PDF' | 'other'

export type CheckTexts<Key extends FindingKey> = Readonly<Record<Key, readonly [question: string, answer: string]>>

/**
 * Everything that the page and the report say, in one language. A language is one file beside this one, or a folder: it does not compile while a sentence is
 * missing.
 */
export interface LanguageTexts extends FactTexts {
  /** Name of the language in itself. */
  readonly name: string
  /** For `Intl`: how dates and numbers are written. */
  readonly locale: string
  /** The question of each check, and the sentence that is shown when the check is not satisfied, as templates (`validation/report`). */
  readonly checks: CheckTexts<FindingKey>
  readonly report: ReportTexts
  readonly page: PageTexts
}

interface TimeStampTexts {
  /** Heading above the time-stamps of a document that has no signature. */
  readonly title: string
  /** Label of `levels`. */
  readonly level: string
  /** Label of the file of the container that the token is in. */
  readonly file: string
  readonly time: string
  readonly notProven: string
  readonly provenNote: string
  readonly notProvenNote: string
  /** Whether the service of the unit is qualified, and what that means. */
  readonly levels: Readonly<Record<'qualified' | 'not-qualified' | 'unknown', readonly [name: string, meaning: string]>>
}

export interface ReportTexts extends ScopeTexts {
  readonly title: string
  readonly headline: (counts: Counts) => string
  readonly noSignatures: string
  /** Files that no signature covers, and files that one covers and another does not. */
  readonly leftOut: Readonly<Record<'byAll' | 'bySome', (count: number, names: string) => string>>
  /** @param number null where there is only one */
  readonly named: Readonly<Record<Kind, (number: number | null) => string>>
  readonly verdict: Readonly<Record<Kind, Readonly<Record<Indication, string>>>>
  readonly reason: Readonly<Record<SubIndication, string>>
  /** The reason where a change of a PDF file after the signature is all that is wrong. */
  readonly changedAfter: string
  readonly advice: Readonly<Record<Advice, string>>
  readonly whatToDo: string
  readonly trustMissing: string
  readonly document: string
  readonly size: string
  readonly sizeOf: (bytes: number) => string
  readonly documentDigest: string
  readonly form: string
  readonly policy: string
  readonly policyOf: (name: string) => string
  readonly validationTime: string
  /** Heading above who validated, and when. */
  readonly validation: string
  readonly validator: string
  readonly trustSnapshot: string
  readonly trustSources: string
  /** A trusted list: territory, number, issue, and until when it is current. */
  readonly list: (territory: string, number: number, issued: string, nextUpdate: string) => string
  readonly listOfLists: (territory: string, number: number, issued: string) => string
  readonly settings: (file: string) => string
  readonly listStale: string
  readonly signers: string
  readonly signer: string
  readonly unknownSigner: string
  readonly personalCode: string
  readonly registryCode: string
  readonly unknown: string
  readonly time: string
  readonly proven: string
  readonly claimed: string
  /** What stands behind a proven or claimed time. */
  readonly provenNote: string
  readonly claimedNote: string
  readonly level: string
  readonly noLevel: string
  /** The level in words, and what it means. A time-stamp has none. */
  readonly levels: Readonly<Record<'signature' | 'seal', Readonly<Record<CommonLevel, readonly [name: string, meaning: string]>>>>
  readonly format: string
  readonly covers: string
  readonly provable: string
  readonly nothing: string
  readonly claimedRole: string
  readonly place: string
  readonly statedReason: string
  readonly files: string
  readonly download: string
  readonly downloadAll: string
  readonly notCovered: string
  readonly digestOnly: string
  readonly problems: string
  readonly warnings: string
  /** Findings that no reader has to act on. */
  readonly notes: string
  readonly times: string
  /** Heads a column of times. `zone` is an IANA name. */
  readonly localTime: (zone: string) => string
  readonly eventTitle: string
  readonly chain: string
  readonly otherCertificates: string
  readonly certificates: string
  readonly validity: (from: string, until: string) => string
  readonly validFrom: string
  readonly validUntil: string
  readonly serialNumber: string
  readonly issuedBy: string
  readonly namedBy: (list: string) => string
  readonly notAnchored: string
  readonly checksTitle: string
  readonly checkTitle: string
  readonly unsatisfied: string
  readonly clause: string
  readonly result: string
  readonly outcome: Readonly<Record<CheckResult['outcome'], string>>
  readonly blockStatus: Readonly<Record<'PASSED' | 'FAILED' | 'INDETERMINATE', string>>
  readonly block: Readonly<Record<BlockName, string>>
  readonly timeStampOver: Readonly<Record<TimeStampKind, string>>
  readonly event: Readonly<Record<TimedEvent['event'], string>>
  readonly role: Readonly<Record<DetailedCertificate['role'], string>>
  readonly annex: string
  readonly nested: string
  /** At what time the document inside is validated. */
  readonly nestedNote: string
  /** A time-stamp token that stands in a container by itself. */
  readonly timeStamp: TimeStampTexts
  readonly page: (number: number, of: number) => string
  readonly legalNote: string
}

/** The page around the results. Its members are sent to the script of the page as they are: texts, with `{…}` where the script puts a value. */
export interface PageTexts {
  readonly title: string
  readonly lead: string
  readonly choose: string
  readonly drop: string
  readonly privacy: string
  readonly working: string
  readonly waiting: string
  readonly failed: string
  readonly unreachable: string
  readonly tooLarge: string
  readonly gone: string
  readonly taking: string
  readonly taken: string
  readonly notTaken: string
  readonly results: string
  readonly overview: string
  /** `{count}` is the number of such documents. */
  readonly countDocuments: string
  readonly countGood: string
  readonly countBad: string
  readonly countRefused: string
  readonly countOpen: string
  readonly countLeft: string
  readonly remove: string
  readonly removeAll: string
  readonly onlyProblems: string
  readonly removed: string
  readonly show: string
  readonly saveReport: string
  readonly print: string
  readonly copyJson: string
  readonly copied: string
  readonly notCopied: string
  readonly policy: string
  /** What each built-in policy asks, for the choice. */
  readonly policies: Readonly<Record<BuiltInPolicyName, string>>
  readonly language: string
  readonly skip: string
  readonly noTrust: string
  readonly starting: string
  readonly version: string
  readonly lists: string
  readonly listsNone: string
  readonly listsChecked: string
  readonly listsStale: string
  readonly fixedClock: string
  readonly loading: string
  readonly notLoaded: string
  /** Why a document cannot be validated. */
  readonly refusals: Readonly<Record<RefusalFamily, string>>
  readonly tooMuchWork: string
  readonly overloaded: string
  readonly fault: string
}
