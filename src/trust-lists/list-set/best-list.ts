import { type AcceptedList, acceptedAfter, type IssueContext } from '../trusted-list/accept-national-list.js'
import { orListError, TrustedListError } from '../trusted-list/trusted-list-error.js'
import { type ReadList, readListFile } from './list-file.js'
import type { AssemblyContext, Findings } from './list-set.js'
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
  /** The previous value of `best`: when two lists in a folder contradict each other, neither is used. */
  let before: BestList<T> | null = null
  let contested: number | null = null
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
    const number = read.list.sequenceNumber
    const rival = fromFolder && number === best?.read.list.sequenceNumber ? best : null
    const previous = (rival === null ? best : before)?.remembered ?? context.accepted.get(where.id) ?? null
    const issue: IssueContext = { now: context.now, previous, mayBePoorer: context.mayBePoorer.has(where.id) }
    const accepted = orListError(() => check(read, issue))
    if (accepted instanceof TrustedListError) refuse(accepted)
    else if (rival !== null || number === contested) {
      refuse(ambiguous(read, rival?.read ?? null))
      if (rival !== null) best = before
      contested = number
    } else {
      const next: BestList<T> = { read, accepted, remembered: acceptedAfter(read.list, read.digest, accepted.origin, issue) }
      before = best
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

function ambiguous({ file, list }: ReadList, rival: ReadList | null): TrustedListError {
  const other = rival === null ? 'other files' : rival.file.name
  return new TrustedListError(
    'LIST_AMBIGUOUS',
    `${file.name} and ${other} are lists of ${list.territory} with the same number ${list.sequenceNumber} and different content; leave only one of them there.`,
  )
}
