import { formatInstant, type Instant, type TrustedListSource } from '#model'
import type { DecodedCache } from '#x509'
import type { ReadList } from '../list-set/list-file.js'
import { pointersToNationalLists } from '../lotl/authenticate-list-of-lists.js'
import { readableCertificates } from './list-elements.js'
import { type ListSignature, verifyListSignature } from './list-signature.js'
import type { ListPointer, TrustedList } from './trusted-list.js'
import { TrustedListError, type TrustedListErrorCode } from './trusted-list-error.js'

/** Versions that are read: 4 until July 2016, 5, and 6 since April 2026. */
const VERSIONS: ReadonlySet<number> = new Set([4, 5, 6])

/**
 * What is remembered of the lists that were accepted under one id: no list with a lower number is accepted. The number is the highest one, and the digest that of its XML.
 * Never deleted, also when the list itself is lost.
 */
export interface AcceptedList extends Pick<TrustedListSource['facts'], 'sequenceNumber' | 'digest' | 'issued'> {
  /** `entriesOf` the richest list since an operator last said that it may be poorer. */
  readonly entries: number
  /** Of a list of lists: how it was authenticated. */
  readonly origin: ListOfListsOrigin | null
}

/** Where the way to a list of lists begins. */
export interface ListOfListsOrigin {
  /** Address of the pinned notice; null: certificates that are pinned without one. */
  readonly notice: string | null
  /** Sequence number of the newest pivot on the way; 0 when there is none. */
  readonly pivot: number
}

/**
 * Signing and issue of a list lie close together: from 61 days (LV 51) before to 7 days (LT 29) after, in all published lists. Otherwise a signer could
 * backdate a signature after the end of the certificate. A list that is closed for good may be signed again at any time (UK 25, five years later).
 */
const MAX_SIGNED_APART = 90 * 86_400_000

/** A list that loses this part of its entries in one step is refused until an operator accepts it (`LIST_POORER`): it may be an accident or an attack. */
const POORER_PART = 0.5
const POORER_FROM = 10

/** The moment of the check, and what was accepted before. */
export interface IssueContext {
  readonly now: Instant
  readonly previous: AcceptedList | null
  /** The operator has said that this list may have lost most of its entries. */
  readonly mayBePoorer: boolean
}

/**
 * Authenticates a national list against the pointer that announces it, and checks that it is the list that the pointer announces.
 * Being stale (next update passed) is no reason to refuse it: its history stays true, and reports that rest on it warn (docs/decisions.md#stale-list).
 * Throws `TrustedListError`.
 */
export function acceptNationalList(read: ReadList, pointer: ListPointer, context: IssueContext, cache: DecodedCache): ListSignature {
  const { list, digest } = read
  // The territory first: for a list of another country "unknown signer" would hide the cause.
  if (list.kind !== 'trusted-list')
    throw new TrustedListError('LIST_TYPE', `The list is of type ${list.type.slice(0, 200)}, not a national list.`)
  if (list.territory !== pointer.territory)
    throw new TrustedListError(
      'LIST_TERRITORY',
      `The list is of ${list.territory.slice(0, 20)}, the pointer promises ${pointer.territory}.`,
    )
  const signature = verifyListSignature(read, readableCertificates(pointer.certificates, cache), cache)
  checkIssue(list, digest, signature, context)
  return signature
}

/** Services of a national list, national lists that a list of lists announces. */
export function entriesOf(list: TrustedList): number {
  return list.kind === 'list-of-lists' ? pointersToNationalLists(list).length : list.services.length
}

/** Version, times and sequence of any list; also for lists of lists. Throws `TrustedListError`. */
export function checkIssue(list: TrustedList, digest: string, { signingTime }: ListSignature, context: IssueContext): void {
  const { now, previous, mayBePoorer } = context
  const issued = formatInstant(list.issued)
  const signed = formatInstant(signingTime)
  const refused = (code: TrustedListErrorCode, why: string) =>
    new TrustedListError(code, `The list ${list.territory} ${list.sequenceNumber} ${why}`)
  if (!VERSIONS.has(list.version)) throw new TrustedListError('LIST_VERSION', `Lists of version ${list.version} are not read.`)
  if (list.issued > now || signingTime > now)
    throw refused('LIST_ISSUED_LATER', `was issued at ${issued} and signed at ${signed}, after the present moment.`)
  if (list.issued - signingTime > MAX_SIGNED_APART || (list.nextUpdate !== null && signingTime - list.issued > MAX_SIGNED_APART))
    throw refused('LIST_SIGNATURE_PROPERTIES', `was issued at ${issued} and signed at ${signed}, too far apart.`)
  if (!previous) return
  if (list.sequenceNumber < previous.sequenceNumber)
    throw refused('LIST_SEQUENCE', `is older than ${previous.sequenceNumber}, which was accepted before.`)
  if (list.sequenceNumber === previous.sequenceNumber && digest !== previous.digest)
    throw refused('LIST_SEQUENCE', `has changed without a new sequence number.`)
  if (list.issued < previous.issued)
    throw refused(
      'LIST_SEQUENCE',
      `was issued at ${issued}, before the list ${previous.sequenceNumber} of ${formatInstant(previous.issued)} that was accepted before.`,
    )
  const entries = entriesOf(list)
  if (!mayBePoorer && previous.entries >= POORER_FROM && entries < previous.entries * POORER_PART)
    throw refused('LIST_POORER', `has ${entries} entries where one before it had ${previous.entries}.`)
}

export function acceptedAfter(
  list: TrustedList,
  digest: string,
  origin: ListOfListsOrigin | null,
  { previous, mayBePoorer }: IssueContext,
): AcceptedList {
  const entries = mayBePoorer ? entriesOf(list) : Math.max(entriesOf(list), previous?.entries ?? 0)
  return { sequenceNumber: list.sequenceNumber, digest, issued: list.issued, entries, origin }
}
