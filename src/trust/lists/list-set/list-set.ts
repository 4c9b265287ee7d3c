import type { Instant, TrustedListSource } from '#model'
import type { DecodedCache } from '#readers/x509'
import type { TrustContent } from '#trust'
import type { AcceptedList } from '../trusted-list/accept-national-list.js'
import type { TrustedListLimits } from '../trusted-list/read-trusted-list.js'
import type { TrustedListError, TrustedListErrorCode } from '../trusted-list/trusted-list-error.js'
import type { ListFile, StoredList } from './list-file.js'
/** A set of certificates that may sign a list of lists, from the settings. Plain data; the certificates are DER. */
export interface PinnedSigners {
  readonly name: string
  /** URL of the notice in the Official Journal, exactly as in the list of lists. Null: no notice, so pivots are not followed. */
  readonly noticeUrl: string | null
  readonly certificates: readonly Uint8Array[]
}

/** Which territories of a list of lists are used. Codes as in the lists: `EL`, `UK`, `EE_T`. */
export type TerritoryChoice =
  | { readonly kind: 'all' }
  | { readonly kind: 'only'; readonly territories: readonly string[] }
  | { readonly kind: 'all-but'; readonly territories: readonly string[] }

/** A configured list of lists, with the territories that are used of it. */
export interface ListSource {
  /** For display; unique among the sources. */
  readonly name: string
  /** URL of the list of lists. */
  readonly location: string
  /** Scheme territory of the list of lists: `EU`. */
  readonly territory: string
  readonly anchors: readonly PinnedSigners[]
  readonly territories: TerritoryChoice
  /** Folder that is read instead of the network; null: the network is used. */
  readonly folder: string | null
}

export function takesTerritory(choice: TerritoryChoice, territory: string): boolean {
  return choice.kind === 'all' || choice.territories.includes(territory) === (choice.kind === 'only')
}

type ListSourceFacts = TrustedListSource['facts']

/** The facts of an accepted list, from its content and signature. */
export interface AcceptedListFacts extends ListSourceFacts {
  /** Id of its `TrustSource`: `EE`, or `list-of-lists:EU`. */
  readonly id: string
  /** Name of the `ListSource`. */
  readonly source: string
  readonly kind: TrustedListSource['kind']
  /** Name of the signer of the list, and the end of its certificate. */
  readonly signerName: string
  readonly signerUntil: Instant
  /** Number of services that can be trust anchors; for a list of lists, the number of territories that it points to. */
  readonly services: number
}

/** Why a file was refused, or a territory has no list. Another file may still provide the list of the territory. */
interface ListRefusal {
  readonly source: string
  /** Null when it is not known. */
  readonly territory: string | null
  readonly file: string | null
  readonly code: TrustedListErrorCode
  readonly message: string
}

/** Something that the operator should check. It does not cause a refusal. */
export interface TrustWarning {
  readonly key:
    | 'list-stale'
    | 'signer-expires'
    | 'signers-expired'
    | 'new-notice'
    | 'older-file'
    | 'unreadable-certificates'
    | 'unreadable-services'
    | 'no-usable-service'
    | 'weak-signer-key'
    | 'location-moved'
    | 'unknown-file'
    | 'unknown-territory'
  readonly source: string
  /** `EE`; null when the warning is not about a certain list. */
  readonly territory: string | null
  readonly message: string
}

type ListNotice = Omit<TrustWarning, 'territory'>

/** The pinned certificates that authenticate a list of lists. */
export interface PinnedInUse {
  readonly source: string
  /** Name of the set. */
  readonly anchors: string
  /** Subject for display, and end of validity of each certificate. */
  readonly signers: readonly { readonly name: string; readonly notAfter: Instant }[]
}

/** The lists of all sources. Everything but `contents` and `used` is plain data. */
export interface ListSet {
  readonly lists: readonly AcceptedListFacts[]
  readonly refusals: readonly ListRefusal[]
  /** Warnings from the check. `trustWarnings` adds those that depend on the time. */
  readonly notices: readonly ListNotice[]
  readonly pinned: readonly PinnedInUse[]
  readonly contents: readonly TrustContent[]
  /** What is remembered of the accepted lists, by `AcceptedListFacts.id`. */
  readonly accepted: ReadonlyMap<string, AcceptedList>
  /** Accepted lists and the pivots that led to them. */
  readonly used: readonly StoredList[]
}

/** Input of a check of lists, other than the lists. */
export interface AssemblyContext {
  readonly now: Instant
  readonly limits: TrustedListLimits
  readonly cache: DecodedCache
  /** What was accepted before, by `AcceptedListFacts.id`. No older list is accepted, even when the store lost the previous list or that list is now refused. */
  readonly accepted: ReadonlyMap<string, AcceptedList>
  /** Ids of lists that may have far fewer services than before. */
  readonly mayBePoorer: ReadonlySet<string>
}

/** Collects the refusals and warnings of a source, so that one bad list does not hide another. */
export class Findings {
  readonly refusals: ListRefusal[] = []
  readonly notices: ListNotice[] = []
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  refuse(territory: string | null, file: ListFile | null, { code, described }: TrustedListError): void {
    this.refusals.push({ source: this.#source, territory, file: file?.name ?? null, code, message: described })
  }

  note(key: TrustWarning['key'], message: string): void {
    this.notices.push({ source: this.#source, key, message })
  }
}
