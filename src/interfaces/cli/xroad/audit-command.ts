import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { MalformedDocument, ReaderError, RequestError } from '#model'
import type { ValidationService } from '#threads'
import { openTrust } from '#trust/supply'
import { type ArchiveFinding, type ArchiveLink, type LogArchive, linkOf, linksBetween, readLogArchive } from '#validation/message-log'
import type { ContainerAudit } from '#writers/audit'
import { counted, terminalJson, terminalText } from '#writers/cli'
import { exitStatus } from '../exit-status.js'
import { openThreads } from '../open-command-service.js'
import { writeDuration, written } from '../progress.js'
import { isFolder } from '../validate/document-inputs.js'
import { inOrder } from '../validate/in-order.js'
import { readDocumentFile } from '../validate/read-document.js'
import { type RunEnvironment, reportingLists } from '../validate/run-files.js'
import { problemOf } from '../validate/validate-file.js'
import type { ChosenPolicy } from '../validation-options.js'
import { type AuditedArchive, readAuditLines } from './audit-lines.js'
import { AuditTable } from './audit-table.js'

interface AuditCommand extends ChosenPolicy {
  readonly paths: readonly string[]
  readonly jsonLines: boolean
  /** Lines of an earlier run, whose archives are counted and not read again; null: none. */
  readonly skipDone: string | null
}

/** The outcome of one container of an archive. */
type ContainerOutcome = ContainerAudit & { readonly file: string; readonly refusal: string | null }

/**
 * Checks archives of the message log, one after the other: the chain inside each, each container in parallel, and whether each archive follows the one that it
 * names. Of an archive only its name and the ends of its links stay in memory.
 */
export function runAudit(command: AuditCommand, environment: RunEnvironment): Promise<number> {
  return reportingLists(environment, () => auditArchives(command, environment))
}

async function auditArchives(command: AuditCommand, environment: RunEnvironment): Promise<number> {
  const { settings, now, out, err } = environment
  const trust = await openTrust({ settings, now })
  const limits = { ...settings.limits, workers: { ...settings.limits.workers, maxWaitMilliseconds: 2 ** 31 - 1 } }
  const onFault = (fault: Error) => err.write(`allkiri: ${terminalText(fault.message)}\n`)
  if (trust.instances.length === 0)
    err.write(
      'allkiri: no instance of X-Road is trusted, so no container can pass. Name the settings file of the instance with ALLKIRI_XROAD.\n',
    )
  const service = openThreads({ settings: { ...settings, limits }, trust, policies: command.policies, now, onFault })
  const table = new AuditTable()
  const archives: ArchiveLink[] = []
  const started = now()
  let [findings, unread] = [0, 0]
  const count = (audited: AuditedArchive) => {
    findings += audited.findings.length
    if (audited.findings.some(({ kind }) => kind === 'archive-unreadable')) unread += 1
    archives.push(audited.link)
    for (const each of audited.counts) table.addCount(each)
  }
  const tell = async (path: string, found: readonly ArchiveFinding[], containers: readonly ContainerOutcome[], more: object = {}) => {
    if (command.jsonLines) await written(out, `${terminalJson({ archive: path, findings: found, containers, ...more }, 0)}\n`)
    else await written(out, linesOf(path, found, containers))
  }
  try {
    const before = command.skipDone === null ? null : await readAuditLines(command.skipDone, count)
    if (before?.endsInsideLine === true) await written(out, '\n')
    for await (const path of archivesIn(command.paths)) {
      if (before?.archives.has(path) === true) continue
      const bytes = await readDocumentFile(path, settings.limits.commandLine.maxFileBytes).catch((error: unknown) => problemOf(error))
      if (!(bytes instanceof Uint8Array)) {
        unread += 1
        err.write(`allkiri: ${terminalText(`${path}: ${bytes.message}`)}\n`)
        continue
      }
      const archive = readLogArchive(bytes, { zip: { ...settings.limits.zip, ...settings.limits.messageLog } })
      const own = new AuditTable()
      const containers: ContainerOutcome[] = []
      for await (const outcome of validated(archive, service, command, environment)) {
        own.add(outcome)
        // Containers that pass are counted only, so that an archive of a million messages takes no memory.
        if (!outcome.passed) containers.push(outcome)
      }
      const audited = { findings: archive.findings, link: linkOf(basename(path), archive.linking), counts: own.counts() }
      count(audited)
      await tell(path, archive.findings, containers, { link: audited.link, counts: audited.counts })
    }
    const between = linksBetween(archives)
    findings += between.length
    if (between.length > 0) await tell('', between, [])
  } finally {
    await service.close()
  }
  const text = table.render()
  if (command.jsonLines) err.write(text)
  else await written(out, `\n${text}`)
  err.write(
    `${counted(archives.length, 'archive')}, ${counted(table.containers, 'container')}, ${counted(findings, 'finding')} about archives, ${counted(table.failed, 'container')} that ${table.failed === 1 ? 'does' : 'do'} not pass; ${writeDuration(now() - started)}\n`,
  )
  if (unread > 0) return exitStatus.unreadable
  return archives.length > 0 && findings === 0 && table.failed === 0 ? exitStatus.allPassed : exitStatus.notAllPassed
}

async function* archivesIn(paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths) {
    if (!(await isFolder(path))) yield path
    else {
      const entries = await readdir(path, { withFileTypes: true })
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        if (entry.isDirectory()) yield* archivesIn([join(path, entry.name)])
        else if (entry.isFile() && entry.name.toLowerCase().endsWith('.zip')) yield join(path, entry.name)
      }
    }
  }
}

function validated(
  { containers }: LogArchive,
  service: ValidationService,
  { policy }: AuditCommand,
  { settings }: RunEnvironment,
): AsyncGenerator<ContainerOutcome> {
  const bounds = { width: settings.workers + 1, ahead: settings.limits.commandLine.resultsAhead }
  const one = async ({ name, read }: LogArchive['containers'][number]): Promise<ContainerOutcome> => {
    try {
      // A copy, which moves to the thread.
      const document = Uint8Array.from(read())
      const request = { document, filename: name, documentType: 'XROAD', policy, validationTime: service.clock() } as const
      const { written } = await service.validate(request, { form: 'audit' })
      return { file: name, refusal: null, ...written }
    } catch (error) {
      const refused = { file: name, member: '', service: '', kind: '', passed: false } as const
      if (error instanceof MalformedDocument || error instanceof RequestError || error instanceof ReaderError)
        return { ...refused, refusal: problemOf(error).message, causes: [] }
      throw error
    }
  }
  return inOrder(each(containers), bounds, one)
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item)
}

/** The findings about an archive and its containers that do not pass; one line for an archive without any. */
function linesOf(path: string, findings: readonly ArchiveFinding[], containers: readonly ContainerOutcome[]): string {
  const head = path === '' ? 'between archives' : path
  if (findings.length === 0 && containers.length === 0) return `${terminalText(head)}: complete\n`
  return [
    terminalText(head),
    ...findings.map(({ kind, text }) => `  ${kind}: ${terminalText(text)}`),
    ...containers.map(({ file, refusal, causes }) => `  ${terminalText(`${file}: ${refusal ?? `does not pass (${causes.join(', ')})`}`)}`),
    '',
  ].join('\n')
}
