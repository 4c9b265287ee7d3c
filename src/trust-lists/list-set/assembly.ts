import type { Instant } from '#model'
import type { DecodedCache } from '#x509'
import type { AcceptedList } from '../trusted-list/accept-national-list.js'
import type { TrustedListLimits } from '../trusted-list/trusted-list.js'
import type { TrustedListError } from '../trusted-list/trusted-list-error.js'
import type { ListFile } from './list-file.js'
import type { ListNotice, ListRefusal } from './list-set.js'

/** What a check of lists needs beside the lists. */
export interface AssemblyContext {
  readonly now: Instant
  readonly limits: TrustedListLimits
  readonly cache: DecodedCache
  /** What was accepted before, by `AcceptedListFacts.id`: nothing may go back behind it, even when the store has lost the list or it is refused by now. */
  readonly accepted: ReadonlyMap<string, AcceptedList>
  /** Ids of lists that may be poorer than the one before them. */
  readonly mayBePoorer: ReadonlySet<string>
}

/** Collects what is refused and what should be looked at, so that one bad list never hides another. */
export class Findings {
  readonly refusals: ListRefusal[] = []
  readonly notices: ListNotice[] = []

  refuse(source: string, territory: string | null, file: ListFile | null, error: TrustedListError): void {
    const { code, described } = error
    this.refusals.push({ source, territory, file: file?.name ?? null, origin: file?.origin ?? null, code, message: described })
  }

  note(source: string, key: ListNotice['key'], message: string): void {
    this.notices.push({ source, key, message })
  }
}
