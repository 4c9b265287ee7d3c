import { formatInstant, type Instant, type TrustedListSource } from '#model'
import type { DecodedCache } from '#readers/x509'
import type { ReadList } from '../list-set/list-file.js'
import { pointersToNationalLists } from '../lotl/authenticate-list-of-lists.js'
import { readableCertificates } from './list-elements.js'
import { type ListSignature, verifyListSignature } from './list-signature.js'
import type { ListPointer, TrustedList } from './read-trusted-list.js'
import { TrustedListError, type TrustedListErrorCode } from './trusted-list-error.js'

/** Supported versions of TS 119 612: 4 until July 2016, 5, and 6 since April 2026. */
const VERSIONS: ReadonlySet<number> = new Set([4, 5, 6])

/**
 * What is remembered about the lists accepted under one id: the highest sequence number, with the digest of that XML. No list with a lower number is accepted.
 * Never deleted, not even when the list itself is lost.
 */
export interface AcceptedList extends Pick<TrustedListSource['facts'], 'sequenceNumber' | 'digest' | 'issued'> {
  /** The largest `entriesOf` of the accepted lists since the operator last accepted one with far fewer entries. */
  readonly entries: number
  /** How a list of lists was authenticated; null for a national list. */
  readonly origin: ListOfListsOrigin | null
}

/** The route by which a list of lists was authenticated. */
export interface ListOfListsOrigin {
  /** URL of the pinned notice; null for certificates that are pinned without a notice. */
  readonly notice: string | null
  /** Sequence number of the newest pivot on the route; 0 without pivots. */
  readonly pivot: number
}

/**
 * Maximum time between signing and issue of a list. All published lists were signed from 61 days before (LV 51) to 7 days after (LT 29) their issue. Without
 * this limit a signer could backdate a signature after the certificate expired. A closed list may be signed again at any time (UK 25: five years later).
 */
const MAX_SIGNED_APART = 90 * 86_400_000

/** A list that loses more than this part of its entries is refused until the operator accepts it (`LIST_POORER`): it may be an accident or an attack. */
const POORER_PART = 0.5
const POORER_FROM = 10

/** The time of the check, and what was accepted before. */
export interface IssueContext {
  readonly now: Instant
  readonly previous: AcceptedList | null
  /** The operator has accepted that this list has far fewer entries. */
  readonly mayBePoorer: boolean
}

/**
 * Authenticates a national list with the pointer that announces it, and checks that it is the announced list. A stale list (next update passed) is not refused:
 * its history remains correct, and reports that depend on it have a warning (`decisions.md#stale-list`). Throws `TrustedListError`.
 */
export function acceptNationalList(read: ReadList, pointer: ListPointer, context: IssueContext, cache: DecodedCache): ListSignature {
  const { list, digest } = read
  // The territory first: for a list of another country, "unknown signer" would hide the cause.
  if (list.kind !== 'trusted-list')
    throw new TrustedListError('LIST_TYPE', `The list is of type ${list.type.slice(0, 200)}, not a national list.`)
  if (list.territory !== pointer.territory)
    throw new TrustedListError(
      'LIST_TERRITORY',
      `The list is of ${list.territory.slice(0, 20)}, but the pointer announces ${pointer.territory}.`,
    )
  const signature = verifyListSignature(read, readableCertificates(pointer.certificates, cache), cache)
  checkIssue(list, digest, signature, context)
  return signature
}

/** Number of services of a national list, or of national lists that a list of lists announces. */
export function entriesOf(list: TrustedList): number {
  return list.kind === 'list-of-lists' ? pointersToNationalLists(list).length : list.services.length
}

/** Checks version, times, sequence number and number of entries of a national list or list of lists. Throws `TrustedListError`. */
export function checkIssue(list: TrustedList, digest: string, { signingTime }: ListSignature, context: IssueContext): void {
  const { now, previous, mayBePoorer } = context
  const issued = formatInstant(list.issued)
  const signed = formatInstant(signingTime)
  const refused = (code: TrustedListErrorCode, why: string) =>
    new TrustedListError(code, `The list ${list.territory} ${list.sequenceNumber} ${why}`)
  if (!VERSIONS.has(list.version)) throw new TrustedListError('LIST_VERSION', `Lists of version ${list.version} are not supported.`)
  if (list.issued > now || signingTime > now)
    throw refused('LIST_ISSUED_LATER', `was issued at ${issued} and signed at ${signed}, which is in the future.`)
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
    throw refused('LIST_POORER', `has only ${entries} entries; an earlier one had ${previous.entries}.`)
}

/** What is remembered after this list was accepted. */
export function acceptedAfter(
  list: TrustedList,
  digest: string,
  origin: ListOfListsOrigin | null,
  { previous, mayBePoorer }: IssueContext,
): AcceptedList {
  const entries = mayBePoorer ? entriesOf(list) : Math.max(entriesOf(list), previous?.entries ?? 0)
  return { sequenceNumber: list.sequenceNumber, digest, issued: list.issued, entries, origin }
}
