import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { limits, readSettings, type Settings } from '#config'
import { type Instant, ReaderError, systemErrorCode } from '#model'
import { describeTrust, openTrust, showCertificate, type TrustDescription, TrustSettingsError, writeTrust } from '#service'
import type { CommandEnvironment } from './command-environment.js'
import { exitStatus } from './exit-status.js'
import type { Output } from './progress.js'
import { terminalJson, terminalText } from './terminal-text.js'
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

/** Adds `allkiri trust …`, the commands for operators of trusted lists. Exit status 0: trust is sound, 1: it is not, 2: a file cannot be read, 64: wrong usage. */
export function describeTrustCommands(program: Command, context: TrustEnvironment, finish: (status: number) => void): void {
  const trust = program.command('trust').description('trusted lists: what is trusted, and why')
  const settings = (): Settings => readSettings(context.environment)
  trust
    .command('status')
    .description(
      'shows the lists of the disk; those of a running service stand in /monitoring/readiness. Exit status 1: nothing is trusted',
    )
    .addOption(new Option('--at <time>', 'moment of the check (default: now); nothing is kept').argParser(readTime))
    .option('--json', 'as /monitoring/readiness shows it')
    .action(async (options: TrustOptions) => {
      const base = settings()
      const found = await lookAt({ ...base, clock: options.at ?? base.clock }, context, null, options.at === undefined)
      print(found, options, context.out)
      finish(found.services > 0 || found.instances.length > 0 ? exitStatus.allPassed : exitStatus.notAllPassed)
    })
  trust
    .command('update')
    .description(
      'fetches the lists, checks and keeps them; a running service takes them over at its next refresh. Exit status 1: not all is well',
    )
    .addOption(new Option('--accept-poorer <list...>', 'takes these lists (such as EE) although they lost most of their services'))
    .option('--json', 'as /monitoring/readiness shows it')
    .action(async (options: TrustOptions) => {
      const found = await lookAt(settings(), context, { mayBePoorer: options.acceptPoorer ?? [] })
      print(found, options, context.out)
      const well = found.services > 0 && found.failures.length === 0 && found.refused.length === 0
      finish(well ? exitStatus.allPassed : exitStatus.notAllPassed)
    })
  trust
    .command('check')
    .description(
      'checks a folder of lists, or what a settings file names, and keeps nothing. Exit status 1: a file was refused, or nothing is trusted',
    )
    .argument('<path>', 'folder or settings file, as ALLKIRI_TRUST_LISTS names it', readPath)
    .addOption(new Option('--at <time>', 'moment of the check (default: now)').argParser(readTime))
    .option('--json', 'as /monitoring/readiness shows it')
    .action(async (path: string, options: TrustOptions) => {
      const base = settings()
      const asked = { ...base, trust: null, xroad: null, trustLists: path, trustStore: null, clock: options.at ?? base.clock }
      const found = await lookAt(asked, context, null)
      print(found, options, context.out)
      const refused = found.refused.some(({ file }) => file !== '')
      finish(found.services > 0 && !refused ? exitStatus.allPassed : exitStatus.notAllPassed)
    })
  trust
    .command('show')
    .description('shows which services make a certificate what it is. Exit status 1: none does, 2: the certificate cannot be read')
    .argument('<certificate>', 'PEM or DER file; further certificates in it may be its issuers')
    .addOption(new Option('--at <time>', 'moment that is asked for (default: now)').argParser(readTime))
    .option('--json', 'everything, as JSON')
    .action(async (path: string, options: TrustOptions) => finish(await show(path, options, settings(), context)))
}

/** Opens the trust of the settings, refreshes it from the network unless `update` is null, and describes the result. */
async function lookAt(
  settings: Settings,
  { now }: TrustEnvironment,
  update: { readonly mayBePoorer: readonly string[] } | null,
  keep = true,
): Promise<TrustDescription> {
  const trust = await openTrust({ settings, now, keep })
  if (update !== null) await trust.refresh(update)
  return describeTrust(trust, settings.clock ?? now())
}

async function show(path: string, { at, json }: TrustOptions, settings: Settings, context: TrustEnvironment): Promise<number> {
  const { now, out, err } = context
  const trust = await openTrust({ settings, now })
  try {
    const standing = showCertificate(
      await readDocumentFile(path, limits.trust.maxFileBytes),
      basename(path),
      trust,
      at ?? settings.clock ?? now(),
    )
    out.write(json === true ? `${terminalJson(standing)}\n` : renderStanding(standing))
    return standing.services.length > 0 ? exitStatus.allPassed : exitStatus.notAllPassed
  } catch (error) {
    err.write(`allkiri: ${terminalText(whyUnreadable(error, path))}\n`)
    return exitStatus.unreadable
  }
}

/** The sentence for an error of the certificate file or the trust settings; throws any other error. */
function whyUnreadable(error: unknown, path: string): string {
  if (error instanceof TrustSettingsError) return error.message
  if (error instanceof ReaderError) return `${path}: the certificate cannot be read (${error.described}).`
  if (error instanceof FileTooLarge) return `${path}: it is larger than ${limits.trust.maxFileBytes} bytes; name a file of certificates.`
  if (systemErrorCode(error) !== null) return `${path}: ${problemOf(error).message}`
  throw error
}

function print(trust: TrustDescription, { json }: TrustOptions, out: Output): void {
  out.write(json === true ? `${terminalJson(writeTrust(trust))}\n` : renderTrustStatus(trust))
}
