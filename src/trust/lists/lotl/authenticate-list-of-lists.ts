import { translated } from '#model'
import type { Certificate, DecodedCache } from '#readers/x509'
import { type ListFile, type ReadList, readListFile } from '../list-set/list-file.js'
import type { AssemblyContext, PinnedSigners } from '../list-set/list-set.js'
import type { ListOfListsOrigin } from '../trusted-list/accept-national-list.js'
import { readableCertificates } from '../trusted-list/list-elements.js'
import { type ListSignature, verifyListSignature } from '../trusted-list/list-signature.js'
import type { ListPointer, TrustedList } from '../trusted-list/read-trusted-list.js'
import { orListError, TrustedListError } from '../trusted-list/trusted-list-error.js'

const XML_LIST = 'application/vnd.etsi.tsl+xml'

/** Whether a pointer announces a list in XML. Parameters of the media type, such as `charset`, do not change what it is (RFC 2045, 5.1). */
function announcesXml({ mimeType }: ListPointer): boolean {
  return mimeType.split(';', 1)[0]?.trim().toLowerCase() === XML_LIST
}

export interface AuthenticatedListOfLists {
  readonly signature: ListSignature
  readonly route: LotlRoute
  /** The certificates that the route starts from. */
  readonly pinned: readonly Certificate[]
  readonly origin: ListOfListsOrigin
  /** The pivots that led to it, oldest first. */
  readonly pivots: readonly { readonly location: string; readonly read: ReadList }[]
}

/** The sequence number at the end of a pivot's URL, as in the URLs that the EU publishes. NaN when there is none. */
export function pivotNumberOf(location: string): number {
  return Number(/(\d{1,9})\.xml$/i.exec(location)?.[1] ?? Number.NaN)
}

interface LotlRoute {
  /** The pinned set that the route starts from. */
  readonly anchors: PinnedSigners
  /** Locations of the pivots on the route, oldest first. */
  readonly pivots: readonly string[]
  /** URLs of notices that are newer than the pinned one, oldest first. The operator should pin them. */
  readonly newerNotices: readonly string[]
}

/**
 * Determines the route from the pinned certificates to a list of lists: reads its scheme information URIs, newest first, up to the URL of a pinned notice. The
 * lists before it are the pivots. Throws `TrustedListError` `LIST_NOTICE_UNKNOWN` when no notice is pinned: only the operator can decide to trust a new
 * notice; `LIST_TOO_MANY` for more than `maxPivots` pivots.
 */
export function routeToListOfLists(list: TrustedList, pinned: readonly PinnedSigners[], maxPivots: number): LotlRoute {
  const pivots: string[] = []
  const newerNotices: string[] = []
  for (const uri of list.informationUris) {
    const anchors = pinned.find((set) => set.noticeUrl === uri)
    if (anchors) return { anchors, pivots: pivots.toReversed(), newerNotices: newerNotices.toReversed() }
    if (/\.xml$/i.test(uri)) pivots.push(uri)
    else newerNotices.push(uri)
    if (pivots.length > maxPivots)
      throw new TrustedListError('LIST_TOO_MANY', `The list of lists names more than ${maxPivots} pivots before a pinned notice.`)
  }
  const anchors = withoutNotice(pinned)
  if (anchors) return { anchors, pivots: [], newerNotices: [] }
  throw new TrustedListError(
    'LIST_NOTICE_UNKNOWN',
    `The list of lists starts from a notice whose certificates are not pinned here: ${(list.informationUris[0] ?? 'none').slice(0, 200)}.`,
  )
}

/** All certificates that are pinned without a notice, as one set; null when there are none. */
function withoutNotice(pinned: readonly PinnedSigners[]): PinnedSigners | null {
  const sets = pinned.filter((set) => set.noticeUrl === null)
  if (sets.length === 0) return null
  return { name: sets.map((set) => set.name).join(', '), noticeUrl: null, certificates: sets.flatMap((set) => set.certificates) }
}

/**
 * Authenticates a list of lists (TS 119 615 4.1): from the pinned certificates over each pivot, oldest first, to the list itself. Each pivot is verified with
 * the current set of certificates and replaces it by those of its own pointer to the list of lists. A pivot never expires. Throws `TrustedListError`.
 *
 * @param pivotsAt the possible pivots for a location; the first one that verifies is used
 */
export function authenticateListOfLists(
  read: ReadList,
  route: LotlRoute,
  pivotsAt: (location: string) => readonly ListFile[],
  context: AssemblyContext,
): AuthenticatedListOfLists {
  const { list } = read
  const { cache } = context
  // These certificates were already decoded with the settings, so an error here is an internal error.
  const pinned = route.anchors.certificates.map((der) => cache.certificate(der))
  let current: readonly Certificate[] = pinned
  let sequenceNumber = 0
  const pivots: { location: string; read: ReadList }[] = []
  for (const location of route.pivots) {
    const before = { territory: list.territory, sequenceNumber, signers: current }
    const results = pivotsAt(location).map((file) => orListError(() => checkedPivot(file, location, before, context)))
    const pivot = results.find((one) => !(one instanceof TrustedListError)) ?? results[0]
    if (pivot === undefined) throw new TrustedListError('LIST_PIVOT_MISSING', `The pivot ${location} is not available.`)
    if (pivot instanceof TrustedListError) throw pivot
    pivots.push({ location, read: pivot })
    sequenceNumber = pivot.list.sequenceNumber
    current = announcedForItself(pivot.list, location, cache)
  }
  if (list.sequenceNumber < sequenceNumber)
    throw new TrustedListError(
      'LIST_SEQUENCE',
      `The list of lists ${list.sequenceNumber} is older than its newest pivot ${sequenceNumber}.`,
    )
  const origin = { notice: route.anchors.noticeUrl, pivot: sequenceNumber }
  return { signature: verifyListSignature(read, current, cache), route, pinned, origin, pivots }
}

/**
 * Checks that a list of lists does not start from an older notice, or lack a newer pivot, than the one accepted before: signers of an older notice, and those
 * that a pivot replaced, are no longer trusted. An accepted notice that is no longer pinned is ignored. Throws `TrustedListError` `LIST_BEHIND`.
 *
 * @param pinned sets of certificates, newest notice first
 */
export function checkNotBehind(
  { notice, pivot }: ListOfListsOrigin,
  before: ListOfListsOrigin | null,
  pinned: readonly PinnedSigners[],
): void {
  const rankOf = (url: string | null) => pinned.findIndex(({ noticeUrl }) => noticeUrl === url)
  const accepted = before === null ? -1 : rankOf(before.notice)
  if (before === null || accepted === -1) return
  if (rankOf(notice) > accepted)
    throw new TrustedListError(
      'LIST_BEHIND',
      `The list of lists starts from an older notice than ${before.notice ?? 'the pinned certificates'}.`,
    )
  if (notice === before.notice && pivot < before.pivot)
    throw new TrustedListError(
      'LIST_BEHIND',
      `The list of lists lacks the pivot ${before.pivot}, which the one accepted before was authenticated with.`,
    )
}

interface PivotContext {
  readonly territory: string
  /** Sequence number of the previous pivot. */
  readonly sequenceNumber: number
  readonly signers: readonly Certificate[]
}

function checkedPivot(file: ListFile, location: string, before: PivotContext, { limits, cache }: AssemblyContext): ReadList {
  const invalid = (what: string) => new TrustedListError('LIST_PIVOT_INVALID', `The pivot ${location} ${what}`)
  const because = (what: string) => (error: TrustedListError) => invalid(`${what}: ${error.message}`)
  const pivot = translated(TrustedListError, () => readListFile(file, limits), because('cannot be read'))
  const { list } = pivot
  if (list.kind !== 'list-of-lists' || list.territory !== before.territory || list.sequenceNumber <= before.sequenceNumber)
    throw invalid('is not an instance of the list of lists that is newer than the pivot before it.')
  translated(TrustedListError, () => verifyListSignature(pivot, before.signers, cache), because('does not verify'))
  return pivot
}

/** The certificates that a pivot announces for later lists of lists, in exactly one XML pointer of its own type and territory. */
function announcedForItself(list: TrustedList, location: string, cache: DecodedCache): readonly Certificate[] {
  const [own, another] = list.pointers.filter((p) => p.kind === 'list-of-lists' && p.territory === list.territory && announcesXml(p))
  if (!own || another)
    throw new TrustedListError('LIST_PIVOT_INVALID', `The pivot ${location} has not exactly one pointer to the list of lists.`)
  return readableCertificates(own.certificates, cache)
}

/** The pointers to national lists in XML, one per territory (the first one, if there are several). */
export function pointersToNationalLists(list: TrustedList): readonly ListPointer[] {
  const byTerritory = new Map<string, ListPointer>()
  for (const pointer of list.pointers) {
    if (pointer.kind === 'trusted-list' && announcesXml(pointer) && !byTerritory.has(pointer.territory))
      byTerritory.set(pointer.territory, pointer)
  }
  return [...byTerritory.values()]
}
