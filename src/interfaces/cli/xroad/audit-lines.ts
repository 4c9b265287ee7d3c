import { resultOrNull } from '#model'
import { memberOf } from '#std'
import type { ArchiveFinding, ArchiveLink } from '#validation/message-log'
import { readEarlierLines } from '../validate/earlier-lines.js'
import type { AuditCount } from './audit-table.js'

/** What of an archive is counted, and with what the archives beside it are compared. */
export interface AuditedArchive {
  readonly findings: readonly Pick<ArchiveFinding, 'kind'>[]
  readonly link: ArchiveLink
  readonly counts: readonly AuditCount[]
}

/** Archives of an earlier run. */
interface AuditedBefore {
  /** Their paths. */
  readonly archives: ReadonlySet<string>
  /** Whether the last line was cut off. The next output must then begin with a new line. */
  readonly endsInsideLine: boolean
}

/**
 * Reads the lines of an earlier run, each archive once. A line that is cut off, of another form, or about what stands between archives, which is compared anew, is
 * ignored.
 *
 * @throws ListUnreadable
 */
export async function readAuditLines(path: string, count: (audited: AuditedArchive) => void): Promise<AuditedBefore> {
  const archives = new Set<string>()
  const endsInsideLine = await readEarlierLines(path, (line) => {
    const value = resultOrNull(SyntaxError, (): unknown => JSON.parse(line))
    const archive = memberOf(value, 'archive')
    const audited = auditedIn(value)
    if (typeof archive !== 'string' || audited === null || archives.has(archive)) return
    archives.add(archive)
    count(audited)
  })
  return { archives, endsInsideLine }
}

/** Null for a value of another form. */
function auditedIn(value: unknown): AuditedArchive | null {
  const [findings, link, counts] = ['findings', 'link', 'counts'].map((name) => memberOf(value, name))
  const texts = ['name', 'previousDigest', 'previousArchive'].map((name) => memberOf(link, name))
  const last = memberOf(link, 'last')
  const isRight =
    Array.isArray(findings) &&
    Array.isArray(counts) &&
    counts.every(isCount) &&
    texts.every((text) => typeof text === 'string') &&
    (last === null || typeof last === 'string')
  // What this command wrote itself.
  return isRight ? ({ findings, link, counts } as AuditedArchive) : null
}

function isCount(value: unknown): boolean {
  return (
    ['member', 'service'].every((name) => typeof memberOf(value, name) === 'string') &&
    ['passed', 'failed'].every((name) => Number.isSafeInteger(memberOf(value, name)))
  )
}
