import { Asn1Error, type Certificate, type DecodedCache } from '#x509'
import {
  type AuthenticatedListOfLists,
  authenticateListOfLists,
  checkNotBehind,
  type LotlAnchors,
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

export interface ChosenListOfLists extends BestList<AuthenticatedListOfLists> {
  /** The pivots that led to it, oldest first. */
  readonly pivots: readonly { readonly location: string; readonly read: ReadList }[]
}

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
  const check = (read: ReadList, issue: IssueContext): AuthenticatedListOfLists => {
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
  const best = chooseBestList(where, contendersOf(source, files, surveyed), check, context, findings)
  if (best === null) return null
  const used = best.accepted.route.pivots.flatMap((location) => {
    const read = pivots.at(location)
    return read === null ? [] : [{ location, read }]
  })
  return { ...best, pivots: used }
}

/** Files that were fetched as list of lists, and those of a folder that say so of themselves. Pivots among the latter are older and fall behind. */
function contendersOf(source: ListSource, files: readonly ListFile[], surveyed: readonly SurveyedFile[]): readonly Contender[] {
  const fetched = files.filter((file) => file.promised?.kind === 'list-of-lists').map((file) => ({ file, sequenceNumber: null }))
  const found = surveyed.filter((one) => one.kind === 'list-of-lists' && one.territory === source.territory)
  const newest = Math.max(...found.map((one) => one.sequenceNumber))
  return [...fetched, ...found.filter((one) => one.sequenceNumber === newest || !isPivotName(one.file.name))]
}

const isPivotName = (name: string): boolean => /pivot/i.test(fileNameOf(name))

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

/** Pivots by location, each read once. */
class Pivots {
  readonly #files: readonly ListFile[]
  readonly #surveyed: readonly SurveyedFile[]
  readonly #context: AssemblyContext
  readonly #read = new Map<string, ReadList>()

  constructor(files: readonly ListFile[], surveyed: readonly SurveyedFile[], context: AssemblyContext) {
    this.#files = files
    this.#surveyed = surveyed
    this.#context = context
  }

  at(location: string): ReadList | null {
    const known = this.#read.get(location)
    if (known !== undefined) return known
    const file = this.#find(location)
    if (file === null) return null
    const read = this.#reading(file, location)
    this.#read.set(location, read)
    return read
  }

  /** Fetched from there; or a file of that name; or the instance that the number in the name says. Which of them it was, the signature decides. */
  #find(location: string): ListFile | null {
    const fetched = this.#files.find((file) => file.promised?.kind === 'pivot' && file.promised.location === location)
    if (fetched !== undefined) return fetched
    const lists = this.#surveyed.filter((one) => one.kind === 'list-of-lists')
    const name = fileNameOf(location)
    const number = Number(/(\d{1,9})\.xml$/i.exec(name)?.[1] ?? Number.NaN)
    const found = lists.find((one) => fileNameOf(one.file.name) === name) ?? lists.find((one) => one.sequenceNumber === number)
    return found?.file ?? null
  }

  #reading(file: ListFile, location: string): ReadList {
    try {
      return readListFile(file, this.#context.limits)
    } catch (error) {
      if (!(error instanceof TrustedListError)) throw error
      throw new TrustedListError('LIST_PIVOT_INVALID', `The pivot ${location} cannot be read: ${error.message}`)
    }
  }
}

/** Last segment of a path or an address, without `.gz`. */
function fileNameOf(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? '').replace(/\.gz$/i, '')
}
