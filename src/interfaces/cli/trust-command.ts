import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { type Limits, readSettings, type Settings, trustListsOf } from '#config'
import { formatInstant, type Instant, ReaderError, systemErrorCode } from '#model'
import { describeTrust, type TrustDescription, writeTrust } from '#threads'
import { TrustSettingsError } from '#trust'
import { openTrust, showCertificate } from '#trust/supply'
import { terminalJson, terminalText } from '#writers/cli'
import type { CommandEnvironment } from './command-environment.js'
import { exitStatus } from './exit-status.js'
import type { Output } from './progress.js'
import { renderStanding } from './trust-show.js'
import { renderTrustStatus } from './trust-status.js'
import { FileTooLarge, readDocumentFile } from './validate/read-document.js'
import { problemOf } from './validate/validate-file.js'
import { readPath, readTime } from './validation-options.js'

type TrustEnvironment = Omit<CommandEnvironment, 'input'>

interface TrustOptions {
  readonly at?: Instant
  readonly json?: boolean
  readonly acceptPoorer?: readonly string[]
}

/**
 * Adds `allkiri trust …`, the commands for operators of trusted lists. Exit status 0: no problem, 1: a problem of the trust, 2: a file cannot be read, 64:
 * wrong usage.
 */
export function describeTrustCommands(program: Command, context: TrustEnvironment, finish: (status: number) => void): void {
  const trust = program.command('trust').description('shows, updates and checks the trusted lists')
  const settings = (): Settings => readSettings(context.environment)
  trust
    .command('status')
    .description('shows the lists on the disk; /monitoring/readiness shows those of a running service. Exit status 1: nothing is trusted')
    .addOption(new Option('--at <time>', 'time of the check (default: now); the result is not stored').argParser(readTime))
    .option('--json', 'prints JSON as in /monitoring/readiness')
    .action(async (options: TrustOptions) => {
      const base = settings()
      const { found } = await lookAt({ ...base, clock: options.at ?? base.clock }, context, null, options.at === undefined)
      print(found, options, context.out, ` ${howToTrust(base)}`)
      finish(found.services > 0 || found.instances.length > 0 ? exitStatus.allPassed : exitStatus.notAllPassed)
    })
  trust
    .command('update')
    .description(
      'fetches, checks and stores the lists; a running service does this by itself, and its store is left to it. Exit status 1: a list could not be fetched, refused or stored, or nothing is trusted',
    )
    .addOption(new Option('--accept-poorer <list...>', 'accepts these lists (such as EE) even if they have lost most of their services'))
    .option('--json', 'prints JSON as in /monitoring/readiness')
    .action(async (options: TrustOptions) => {
      const { found, problems } = await lookAt(settings(), context, { mayBePoorer: options.acceptPoorer ?? [] })
      print(found, options, context.out)
      const well = found.services > 0 && found.failures.length === 0 && found.refused.length === 0 && problems.length === 0
      finish(well ? exitStatus.allPassed : exitStatus.notAllPassed)
    })
  trust
    .command('check')
    .description(
      'checks the lists in a folder or of a settings file, and stores nothing. Exit status 1: a file was refused, or nothing is trusted',
    )
    .argument('<path>', 'folder or settings file, as in ALLKIRI_TRUST_LISTS', readPath)
    .addOption(new Option('--at <time>', 'time of the check (default: now)').argParser(readTime))
    .option('--json', 'prints JSON as in /monitoring/readiness')
    .action(async (path: string, options: TrustOptions) => {
      const base = settings()
      const checked = { ...base, trust: null, xroad: null, trustLists: path, trustStore: null, clock: options.at ?? base.clock }
      const { found } = await lookAt(checked, context, null)
      print(found, options, context.out)
      const refused = found.refused.some(({ file }) => file !== '')
      finish(found.services > 0 && !refused ? exitStatus.allPassed : exitStatus.notAllPassed)
    })
  trust
    .command('history')
    .description(
      'shows what refreshes changed: lists and services that are new, gone, withdrawn or have other keys, late updates, signers that end',
    )
    .option('--json', 'prints JSON')
    .action(async ({ json }: TrustOptions) => {
      const opened = await openTrust({ settings: settings(), now: context.now, keep: false })
      const { history } = opened.status(context.now())
      opened.close()
      const lines = history.map(({ at, kind, text }) => `${formatInstant(at)}  ${kind.padEnd(22)}  ${terminalText(text)}\n`)
      const written = history.map((change) => ({ ...change, at: formatInstant(change.at) }))
      context.out.write(
        json === true
          ? `${terminalJson(written)}\n`
          : lines.length === 0
            ? 'No change of the trusted lists is recorded.\n'
            : lines.join(''),
      )
      finish(exitStatus.allPassed)
    })
  trust
    .command('show')
    .description(
      'shows the trust services that cover a certificate, and its qualification. Exit status 1: there are none, 2: the certificate cannot be read',
    )
    .argument('<certificate>', 'PEM or DER file; further certificates in it are used as possible issuers')
    .addOption(new Option('--at <time>', 'time of the state to show (default: now)').argParser(readTime))
    .option('--json', 'prints all details as JSON')
    .action(async (path: string, options: TrustOptions) => finish(await show(path, options, settings(), context)))
}

/** What to do when nothing is trusted: lists are stored only after they were fetched or read once. */
function howToTrust(settings: Settings): string {
  const lists = trustListsOf(settings)
  if (lists === 'none') return 'Name trusted lists in ALLKIRI_TRUST_LISTS, or certificates in ALLKIRI_TRUST.'
  return `Run "allkiri trust update" to fetch and check the ${lists === 'eu' ? 'trusted lists of the EU' : 'lists of ALLKIRI_TRUST_LISTS'}.`
}

/** Opens the configured trust, refreshes it over the network unless `update` is null, and describes the result, with the problems of the store. */
async function lookAt(
  settings: Settings,
  { now }: TrustEnvironment,
  update: { readonly mayBePoorer: readonly string[] } | null,
  keep = true,
): Promise<{ readonly found: TrustDescription; readonly problems: readonly string[] }> {
  const trust = await openTrust({ settings, now, keep })
  try {
    if (update !== null) await trust.refresh(update)
    const at = settings.clock ?? now()
    return { found: describeTrust(trust, at), problems: trust.status(at).lastTry?.problems ?? [] }
  } finally {
    trust.close()
  }
}

async function show(path: string, { at, json }: TrustOptions, settings: Settings, context: TrustEnvironment): Promise<number> {
  const { now, out, err } = context
  const trust = await openTrust({ settings, now })
  try {
    const standing = showCertificate(
      await readDocumentFile(path, settings.limits.trust.maxFileBytes),
      basename(path),
      trust,
      at ?? settings.clock ?? now(),
      settings.limits,
    )
    out.write(json === true ? `${terminalJson(standing)}\n` : renderStanding(standing))
    return standing.services.length > 0 ? exitStatus.allPassed : exitStatus.notAllPassed
  } catch (error) {
    err.write(`allkiri: ${terminalText(whyUnreadable(error, path, settings.limits.trust))}\n`)
    return exitStatus.unreadable
  } finally {
    trust.close()
  }
}

/** The sentence for an error of the certificate file or the trust settings; throws any other error. */
function whyUnreadable(error: unknown, path: string, { maxFileBytes }: Limits['trust']): string {
  if (error instanceof TrustSettingsError) return error.message
  if (error instanceof ReaderError) return `${path}: the certificate cannot be read (${error.described}).`
  if (error instanceof FileTooLarge) return `${path}: it is larger than ${maxFileBytes} bytes; name a file of certificates.`
  if (systemErrorCode(error) !== null) return `${path}: ${problemOf(error).message}`
  throw error
}

function print(trust: TrustDescription, { json }: TrustOptions, out: Output, advice = ''): void {
  out.write(json === true ? `${terminalJson(writeTrust(trust))}\n` : renderTrustStatus(trust, advice))
}
