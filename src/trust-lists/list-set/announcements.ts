import { pointersToNationalLists, routeToListOfLists } from '../lotl/authenticate-list-of-lists.js'
import type { TrustedListLimits } from '../trusted-list/trusted-list.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'
import { type AssemblyContext, Findings } from './assembly.js'
import { chooseListOfLists } from './choose-list-of-lists.js'
import { type ListFile, readListFile } from './list-file.js'
import { type ListSource, takesTerritory } from './list-source.js'

/**
 * Addresses of the pivots that a list of lists needs, so that they can be fetched before it is checked. Nothing has been authenticated: whoever
 * fetches them fetches addresses of a stranger. Empty when the file is no list of lists that the pinned notices could lead to.
 */
export function pivotsNeeded(source: ListSource, file: ListFile, limits: TrustedListLimits): readonly string[] {
  try {
    const { list } = readListFile(file, limits)
    const notices = source.anchors.map(({ name, noticeUrl }) => ({ name, noticeUrl, certificates: [] }))
    return list.kind === 'list-of-lists' ? routeToListOfLists(list, notices, limits.maxPivots).pivots : []
  } catch (error) {
    // What is wrong with it is found, and told, when it is checked.
    if (error instanceof TrustedListError) return []
    throw error
  }
}

export interface AnnouncedList {
  readonly territory: string
  readonly location: string
}

/** The national lists that the authentic list of lists among the files announces, of the territories that the source takes. */
export function announcedLists(source: ListSource, files: readonly ListFile[], context: AssemblyContext): readonly AnnouncedList[] {
  const chosen = chooseListOfLists(source, files, [], context, new Findings())
  if (chosen === null) return []
  return pointersToNationalLists(chosen.read.list)
    .filter(({ territory }) => takesTerritory(source.territories, territory))
    .map(({ territory, location }) => ({ territory, location }))
}
