import { Asn1Error, type Certificate, type DecodedCache } from '#x509'
import {
  type AuthenticatedListOfLists,
  authenticateListOfLists,
  checkNotBehind,
  type LotlAnchors,
  pivotNumberOf,
  routeToListOfLists,
} from '../lotl/authenticate-list-of-lists.js'
import { checkIssue, type IssueContext } from '../trusted-list/accept-national-list.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'
import type { AssemblyContext, Findings } from './assembly.js'
import { type BestList, type Contender, chooseBestList } from './best-list.js'
import { type ListFile, type ReadList, readListFile } from './list-file.js'
import type { ListSource } from './list-source.js'
import type { SurveyedFile } from './survey.js'

/** Key of the source of a list of lists in the snapshot. National lists are called by their territory alone. */
export const idOfListOfLists = (source: ListSource): string => `list-of-lists:${source.name}`

export type ChosenListOfLists = BestList<AuthenticatedListOfLists<ReadList>>

/** The list of lists of a source among its files: the newest that the pinned certificates, over its pivots, authenticate. */
export function chooseListOfLists(
  source: ListSource,
  files: readonly ListFile[],
  surveyed: readonly SurveyedFile[],
  context: AssemblyContext,
  findings: Findings,
): ChosenListOfLists | null {
  const pinned = source.anchors.map((set): LotlAnchors => ({ ...set, certificates: readPinned(set.certificates, context.cache) }))
  const pivots = new Pivots(files, surveyed, context)
  const check = (read: ReadList, issue: IssueContext): AuthenticatedListOfLists<ReadList> => {
    const { list } = read
    if (list.kind !== 'list-of-lists')
      throw new TrustedListError('LIST_TYPE', `The list is of type ${list.type.slice(0, 200)}, not a list of lists.`)
    if (list.territory !== source.territory)
      throw new TrustedListError('LIST_TERRITORY', `The list of lists is of ${list.territory.slice(0, 20)}, not of ${source.territory}.`)
    const route = routeToListOfLists(list, pinned, context.limits.maxPivots)
    const authenticated = authenticateListOfLists(read, route, (location) => pivots.at(location), context.cache)
    checkIssue(list, read.digest, authenticated.signature, issue)
    checkNotBehind(authenticated.origin, issue.previous?.origin ?? null, pinned)
    return authenticated
  }
  const where = { id: idOfListOfLists(source), source: source.name, territory: source.territory }
  return chooseBestList(where, contendersOf(source, files, surveyed, context), check, context, findings)
}

/**
 * Files that were fetched as list of lists, and those of a folder that say so of themselves. Older ones among the latter that a newer one names as its
 * pivots are pivots and nothing else: they would bring an old world back.
 */
function contendersOf(
  source: ListSource,
  files: readonly ListFile[],
  surveyed: readonly SurveyedFile[],
  context: AssemblyContext,
): readonly Contender[] {
  const fetched = files.filter((file) => file.promised?.kind === 'list-of-lists').map((file) => ({ file, sequenceNumber: null }))
  const found = surveyed.filter((one) => one.kind === 'list-of-lists' && one.territory === source.territory)
  const pivots = new Set(found.flatMap(({ file }) => pivotNumbersIn(file, context)))
  return [...fetched, ...found.filter((one) => !pivots.has(one.sequenceNumber))]
}

function pivotNumbersIn(file: ListFile, { limits }: AssemblyContext): readonly number[] {
  try {
    const { list } = readListFile(file, limits)
    return list.informationUris.map(pivotNumberOf).filter((number) => number < list.sequenceNumber)
  } catch (error) {
    if (error instanceof TrustedListError) return []
    throw error
  }
}

/** Pinned certificates were read when the settings were; one that cannot be read any more is a fault of ours. */
function readPinned(encoded: readonly Uint8Array[], cache: DecodedCache): readonly Certificate[] {
  return encoded.map((der) => {
    try {
      return cache.certificate(der)
    } catch (error) {
      if (error instanceof Asn1Error) throw new TypeError(`a pinned certificate cannot be read: ${error.message}`)
      throw error
    }
  })
}

/** What may be the pivot of a location, each read once. */
class Pivots {
  readonly #files: readonly ListFile[]
  readonly #surveyed: readonly SurveyedFile[]
  readonly #context: AssemblyContext
  readonly #read = new Map<string, readonly ReadList[]>()

  constructor(files: readonly ListFile[], surveyed: readonly SurveyedFile[], context: AssemblyContext) {
    this.#files = files
    this.#surveyed = surveyed
    this.#context = context
  }

  at(location: string): readonly ReadList[] {
    const known = this.#read.get(location)
    if (known !== undefined) return known
    const found = this.#find(location).map((file) => this.#reading(file, location))
    const read = found.flatMap((one) => (one instanceof TrustedListError ? [] : [one]))
    const [unreadable] = found.flatMap((one) => (one instanceof TrustedListError ? [one] : []))
    if (read.length === 0 && unreadable !== undefined) throw unreadable
    this.#read.set(location, read)
    return read
  }

  /** Fetched from there; or the instances whose number the address names. What a file is called means nothing; which of them it is, the signature decides. */
  #find(location: string): readonly ListFile[] {
    const fetched = this.#files.filter((file) => file.promised?.kind === 'pivot' && file.promised.location === location)
    const number = pivotNumberOf(location)
    const found = this.#surveyed.filter((one) => one.kind === 'list-of-lists' && one.sequenceNumber === number)
    return [...fetched, ...found.map(({ file }) => file)]
  }

  #reading(file: ListFile, location: string): ReadList | TrustedListError {
    try {
      return readListFile(file, this.#context.limits)
    } catch (error) {
      if (!(error instanceof TrustedListError)) throw error
      return new TrustedListError('LIST_PIVOT_INVALID', `The pivot ${location} cannot be read: ${error.message}`)
    }
  }
}
