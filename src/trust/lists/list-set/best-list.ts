import { resultOrNull } from '#model'
import {
  type AuthenticatedListOfLists,
  authenticateListOfLists,
  checkNotBehind,
  pivotNumberOf,
  routeToListOfLists,
} from '../lotl/authenticate-list-of-lists.js'
import { type AcceptedList, acceptedAfter, checkIssue, type IssueContext } from '../trusted-list/accept-national-list.js'
import { orListError, TrustedListError } from '../trusted-list/trusted-list-error.js'
import { type ReadList, readListFile } from './list-file.js'
import type { AssemblyContext, Findings, ListSource } from './list-set.js'
import type { SurveyedFile } from './survey.js'

/** The chosen list, with the result of its check. */
export interface BestList<T> {
  readonly read: ReadList
  readonly accepted: T
  readonly remembered: AcceptedList
}

/**
 * Chooses the best list of one territory among several files. The stored list comes first and is checked like any other. Only a list that passes the same check
 * replaces it, and that is not older, does not have far fewer services, and is not a different list with the same number. A bad file therefore never replaces a
 * good list.
 */
export function chooseBestList<T extends Pick<AcceptedList, 'origin'>>(
  where: { readonly id: string; readonly territory: string },
  contenders: readonly SurveyedFile[],
  check: (read: ReadList, issue: IssueContext) => T,
  context: AssemblyContext,
  findings: Findings,
): BestList<T> | null {
  let best: BestList<T> | null = null
  for (const { file, sequenceNumber } of inOrder(contenders)) {
    const fromFolder = file.origin === 'folder' && best?.read.file.origin === 'folder'
    if (fromFolder && sequenceNumber !== null && best !== null && sequenceNumber < best.read.list.sequenceNumber) {
      findings.note('older-file', `${file.name} is older than ${best.read.file.name}; the newer one is taken, remove the other.`)
      continue
    }
    const refuse = (reason: TrustedListError) => findings.refuse(where.territory, file, reason)
    const read = orListError(() => readListFile(file, context.limits))
    if (read instanceof TrustedListError) {
      refuse(read)
      continue
    }
    if (read.digest === best?.read.digest) continue
    const previous = best?.remembered ?? context.accepted.get(where.id) ?? null
    const issue: IssueContext = { now: context.now, previous, mayBePoorer: context.mayBePoorer.has(where.id) }
    const accepted = orListError(() => check(read, issue))
    if (accepted instanceof TrustedListError) refuse(accepted)
    else {
      const next: BestList<T> = { read, accepted, remembered: acceptedAfter(read.list, read.digest, accepted.origin, issue) }
      best = next
    }
  }
  return best
}

/** Files from the store first, then the others by descending number. */
function inOrder(contenders: readonly SurveyedFile[]): readonly SurveyedFile[] {
  const rank = ({ file }: SurveyedFile) => (file.origin === 'store' ? 0 : 1)
  return contenders.toSorted((a, b) => rank(a) - rank(b) || (b.sequenceNumber ?? 0) - (a.sequenceNumber ?? 0))
}

/** Id of a list of lists as a trust source of the snapshot. The id of a national list is its territory. */
export const idOfListOfLists = (source: ListSource): string => `list-of-lists:${source.name}`

export type ChosenListOfLists = BestList<AuthenticatedListOfLists>

/** Chooses the list of lists of a source among its files: the newest one that the pinned certificates authenticate over its pivots. */
export function chooseListOfLists(
  source: ListSource,
  files: readonly SurveyedFile[],
  context: AssemblyContext,
  findings: Findings,
): ChosenListOfLists | null {
  const pivotsAt = (location: string) => files.filter((one) => mayBePivot(one, location)).map(({ file }) => file)
  const check = (read: ReadList, issue: IssueContext): AuthenticatedListOfLists => {
    const { list } = read
    if (list.kind !== 'list-of-lists')
      throw new TrustedListError('LIST_TYPE', `The list is of type ${list.type.slice(0, 200)}, not a list of lists.`)
    if (list.territory !== source.territory)
      throw new TrustedListError('LIST_TERRITORY', `The list of lists is of ${list.territory.slice(0, 20)}, not of ${source.territory}.`)
    const route = routeToListOfLists(list, source.anchors, context.limits.maxPivots)
    const authenticated = authenticateListOfLists(read, route, pivotsAt, context)
    checkIssue(list, read.digest, authenticated.signature, issue)
    checkNotBehind(authenticated.origin, issue.previous?.origin ?? null, source.anchors)
    return authenticated
  }
  const where = { id: idOfListOfLists(source), territory: source.territory }
  return chooseBestList(where, contendersOf(source, files, context), check, context, findings)
}

/**
 * Files that may be the list of lists. Older lists in a folder that a newer one names as its pivots are used only as pivots: as the list of lists they would
 * restore withdrawn trust.
 */
function contendersOf(source: ListSource, files: readonly SurveyedFile[], context: AssemblyContext): readonly SurveyedFile[] {
  const found = files.filter((one) => one.kind === 'list-of-lists' && one.territory === source.territory)
  const pivots = new Set(found.flatMap((one) => (one.sequenceNumber === null ? [] : pivotNumbersIn(one, context))))
  return found.filter((one) => one.sequenceNumber === null || !pivots.has(one.sequenceNumber))
}

function pivotNumbersIn({ file }: SurveyedFile, { limits }: AssemblyContext): readonly number[] {
  const list = resultOrNull(TrustedListError, () => readListFile(file, limits).list)
  return list?.informationUris.map(pivotNumberOf).filter((number) => number < list.sequenceNumber) ?? []
}

/** Whether a file was downloaded from the location, or has the sequence number in its URL. Only the signature decides which file is the pivot. */
function mayBePivot({ file: { promised }, kind, sequenceNumber }: SurveyedFile, location: string): boolean {
  if (promised !== null) return promised.kind === 'pivot' && promised.location === location
  return kind === 'list-of-lists' && sequenceNumber === pivotNumberOf(location)
}
