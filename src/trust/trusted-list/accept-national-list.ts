import { formatInstant, type Instant } from '#model'
import type { DecodedCache } from '#x509'
import { announcedCertificates, type ListCandidate, pointersToNationalLists } from '../lotl/authenticate-list-of-lists.js'
import { type ListSignature, verifyListSignature } from './list-signature.js'
import type { ListPointer, TrustedList } from './trusted-list.js'
import { TrustedListError } from './trusted-list-error.js'

/** Versions that are read: 4 until July 2016, 5, and 6 since April 2026. */
const VERSIONS: ReadonlySet<number> = new Set([4, 5, 6])

/** What is remembered of the last good list: a newer one may not go back behind it. */
export interface AcceptedList {
  readonly sequenceNumber: number
  /** SHA-256 of the XML, lower-case hex. */
  readonly digest: string
  /** `entriesOf` that list. */
  readonly entries: number
}

/** A list that loses this part of its entries in one step is an accident or an attack until somebody says otherwise (`LIST_POORER`). */
const POORER_PART = 0.5
const POORER_FROM = 10

/** The moment of the check, and the last good list that this one would replace. */
export interface IssueContext {
  readonly now: Instant
  readonly previous: AcceptedList | null
  /** The operator has said that this list may have lost most of its entries. */
  readonly mayBePoorer: boolean
}

/**
 * Authenticates a national list against the pointer that announces it, and checks that it is the list that was promised.
 * Being stale (next update passed) is no reason to refuse it: its history stays true, and reports that rest on it warn (ruling 15).
 * Throws `TrustedListError`.
 */
export function acceptNationalList(
  candidate: ListCandidate & { readonly digest: string },
  pointer: ListPointer,
  context: IssueContext,
  cache: DecodedCache,
): ListSignature {
  const { list, document } = candidate
  // The territory first: for a list of another country "signed by somebody else" would be true, but no help.
  if (list.kind !== 'trusted-list')
    throw new TrustedListError('LIST_TYPE', `The list is of type ${list.type.slice(0, 200)}, not a national list.`)
  if (list.territory !== pointer.territory)
    throw new TrustedListError(
      'LIST_TERRITORY',
      `The list is of ${list.territory.slice(0, 20)}, the pointer promises ${pointer.territory}.`,
    )
  const signature = verifyListSignature(document, announcedCertificates(pointer, cache), cache)
  checkIssue(list, candidate.digest, context)
  return signature
}

/** Services of a national list, national lists that a list of lists announces. */
export function entriesOf(list: TrustedList): number {
  return list.kind === 'list-of-lists' ? pointersToNationalLists(list).length : list.services.length
}

/** Version, issue time and sequence of any list; also for lists of lists. */
export function checkIssue(list: TrustedList, digest: string, { now, previous, mayBePoorer }: IssueContext): void {
  const which = `The list ${list.territory} ${list.sequenceNumber}`
  if (!VERSIONS.has(list.version)) throw new TrustedListError('LIST_VERSION', `Lists of version ${list.version} are not read.`)
  if (list.issued > now)
    throw new TrustedListError('LIST_ISSUED_LATER', `${which} was issued at ${formatInstant(list.issued)}, after the present moment.`)
  if (!previous) return
  if (list.sequenceNumber < previous.sequenceNumber)
    throw new TrustedListError('LIST_SEQUENCE', `${which} is older than ${previous.sequenceNumber}, which was accepted before.`)
  if (list.sequenceNumber === previous.sequenceNumber && digest !== previous.digest)
    throw new TrustedListError('LIST_SEQUENCE', `${which} has changed without a new sequence number.`)
  const entries = entriesOf(list)
  if (!mayBePoorer && previous.entries >= POORER_FROM && entries < previous.entries * POORER_PART)
    throw new TrustedListError('LIST_POORER', `${which} has ${entries} entries where the one before it had ${previous.entries}.`)
}
