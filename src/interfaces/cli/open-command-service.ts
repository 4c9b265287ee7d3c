import { type Settings, trustListsOf } from '#config'
import { requireOptional } from '#std'
import { openInProcessService, openValidationService, type ValidationService } from '#threads'
import { openTrust } from '#trust/supply'
import type { OperatorPolicy } from '#validation/policy'
import { terminalText } from '#writers/cli'
import type { CommandEnvironment } from './command-environment.js'
import type { Progress } from './progress.js'
import { type InputSelection, isFolder } from './validate/document-inputs.js'

/** What is going to be validated, and by which policies of an operator. */
interface Work {
  readonly selection: Pick<InputSelection, 'paths' | 'listFile'>
  readonly policies: readonly OperatorPolicy[]
}

/** Opens the service of a command that validates files, with the trust of the settings. Says so when nothing is trusted. */
export async function openCommandService(
  { selection, policies }: Work,
  { settings, err, now }: Pick<CommandEnvironment, 'err' | 'now'> & { readonly settings: Settings },
  progress: Progress,
): Promise<ValidationService> {
  // Reading the lists of the EU takes seconds and blocks this thread.
  if (trustListsOf(settings) !== 'none') progress.show('reads the trusted lists …')
  // Problems of single lists are shown by `trust status`, not before every report.
  const trust = await openTrust({ settings, now })
  progress.clear()
  if (trust.current().summary.services === 0 && trust.instances.length === 0) err.write(`allkiri: ${whatToTrust(settings)}\n`)
  // The user waits for all files, so the wait for a thread is not bounded: the longest time that a timer accepts.
  const limits = { ...settings.limits, workers: { ...settings.limits.workers, maxWaitMilliseconds: 2 ** 31 - 1 } }
  const options = {
    settings: { ...settings, limits },
    trust,
    policies,
    now,
    onFault: (fault: Error) => err.write(`allkiri: ${terminalText(fault.message)}\n`),
  }
  // Starting threads takes 0.1 s, which is worthwhile from the second file on.
  const [only, ...others] = selection.paths
  const isSingle = others.length === 0 && selection.listFile === null && only !== undefined && !(await isFolder(only))
  return isSingle ? openInProcessService(options) : openThreads(options)
}

/**
 * Opens a service with threads for a command. It ends at once without their package: the threads of a service are started again and again, and a file would wait
 * for them for ever.
 *
 * @throws PackageMissing
 */
export function openThreads(options: Parameters<typeof openValidationService>[0]): ValidationService {
  requireOptional('piscina', import.meta.url)
  return openValidationService(options)
}

function whatToTrust(settings: Settings): string {
  const nothing = 'nothing is trusted, so no signature can pass.'
  return trustListsOf(settings) === 'eu'
    ? `${nothing} Run "allkiri trust update" to fetch the trusted lists of the EU, or name trusted certificates with --trust or ALLKIRI_TRUST.`
    : `${nothing} Name trusted certificates with --trust or ALLKIRI_TRUST, or trusted lists with ALLKIRI_TRUST_LISTS.`
}
