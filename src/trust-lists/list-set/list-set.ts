import type { Instant, TrustedListSource } from '#model'
import type { TrustContent } from '#trust'
import type { DecodedCache } from '#x509'
import type { AcceptedList } from '../trusted-list/accept-national-list.js'
import type { TrustedListLimits } from '../trusted-list/trusted-list.js'
import type { TrustedListError, TrustedListErrorCode } from '../trusted-list/trusted-list-error.js'
import type { ListFile } from './list-file.js'

type ListSourceFacts = TrustedListSource['facts']

/** A list that is trusted, as its bytes and its signature say. */
export interface AcceptedListFacts extends ListSourceFacts {
  /** Key of its `TrustSource`: `EE`, or `list-of-lists:EU`. */
  readonly id: string
  /** Name of the `ListSource`. */
  readonly source: string
  readonly kind: TrustedListSource['kind']
  /** Services that can be anchors; of a list of lists, the territories that it points to. */
  readonly services: number
}

/** Why a file, or a territory, brings nothing. Another file may bring the territory all the same. */
export interface ListRefusal {
  readonly source: string
  /** Null when it cannot be told. */
  readonly territory: string | null
  readonly file: string | null
  readonly code: TrustedListErrorCode
  readonly message: string
}

/** Something that an operator should look at. Nothing is refused for it. */
export interface TrustWarning {
  readonly key:
    | 'list-stale'
    | 'signer-expires'
    | 'signers-expired'
    | 'new-notice'
    | 'older-file'
    | 'unreadable-certificates'
    | 'unreadable-services'
    | 'weak-signer-key'
    | 'location-moved'
    | 'unknown-file'
    | 'unknown-territory'
  readonly source: string
  /** `EE`; null when it is about no list in particular. */
  readonly territory: string | null
  readonly message: string
}

export type ListNotice = Omit<TrustWarning, 'territory'>

/** The pinned certificates that a list of lists rests on. */
export interface PinnedInUse {
  readonly source: string
  /** Name of the set. */
  readonly anchors: string
  /** Subjects, for people, and when each certificate expires. */
  readonly signers: readonly { readonly name: string; readonly notAfter: Instant }[]
}

/** What an accepted list was read from: what a store keeps, and what it is called there. */
export interface UsedFile {
  readonly source: string
  readonly promise: NonNullable<ListFile['promised']>
  readonly digest: string
  readonly file: ListFile
}

/** The lists of all sources together. All but `contents` and `used` is plain data. */
export interface ListSet {
  readonly lists: readonly AcceptedListFacts[]
  readonly refusals: readonly ListRefusal[]
  /** What the check has found; what depends on the moment is in `trustWarnings`. */
  readonly notices: readonly ListNotice[]
  readonly pinned: readonly PinnedInUse[]
  readonly contents: readonly TrustContent[]
  /** What is remembered of the accepted lists, by `AcceptedListFacts.id`. */
  readonly accepted: ReadonlyMap<string, AcceptedList>
  /** Accepted lists and the pivots that led to them. */
  readonly used: readonly UsedFile[]
}

/** What a check of lists needs beside the lists. */
export interface AssemblyContext {
  readonly now: Instant
  readonly limits: TrustedListLimits
  readonly cache: DecodedCache
  /** What was accepted before, by `AcceptedListFacts.id`: no older list is accepted, even when the store has lost the list or it is refused by now. */
  readonly accepted: ReadonlyMap<string, AcceptedList>
  /** Ids of lists that may be poorer than the one before them. */
  readonly mayBePoorer: ReadonlySet<string>
}

/** Collects what is refused of a source and what should be looked at, so that one bad list never hides another. */
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
