import { SettingsError } from '#config'
import { policiesOfInterface } from '#model'
import { terminalText } from '#writers/cli'
import { exitStatus } from '../exit-status.js'
import { openCommandService } from '../open-command-service.js'
import { showProgress, written } from '../progress.js'
import { documentInputs, type InputSelection } from '../validate/document-inputs.js'
import { inOrder } from '../validate/in-order.js'
import { type RunEnvironment, reportingLists } from '../validate/run-files.js'
import { compareFile } from './compare-file.js'
import type { SivaInterface } from './compared-answer.js'
import { NoAnswer, type SivaClient } from './siva-client.js'
import { ComparisonTotals, comparisonLine, comparisonText } from './write-comparison.js'

interface CompareCommand {
  readonly selection: InputSelection
  readonly client: SivaClient
  /** Null: recognised by the answer to an empty request. */
  readonly siva: SivaInterface | null
  /** Null: the policy that the interface takes when none is stated. */
  readonly policy: string | null
  readonly jsonLines: boolean
}

/** Documents that are asked about at a time: two let both services work, and do not crowd the other one. */
const AT_A_TIME = 2

const interfaceNames: Readonly<Record<SivaInterface, string>> = { siva1: 'SiVa 1', siva2: 'SiVa 2', siva3: 'SiVa 3' }

/**
 * Sends documents to another service and validates them here, and prints what differs, in the order of the files. Returns the exit status.
 *
 * @throws SettingsError for a policy that the interface does not have
 */
export async function runCompare(command: CompareCommand, environment: RunEnvironment): Promise<number> {
  const { err } = environment
  try {
    const siva = command.siva ?? (await command.client.recognise())
    const policy = policyFor(siva, command.policy)
    err.write(
      `allkiri: sends each document to ${terminalText(command.client.address)} (${interfaceNames[siva]}, ${policy}) and to no other address.\n`,
    )
    return await reportingLists(environment, () => compareAll({ ...command, siva, policy }, environment))
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    err.write(`allkiri: ${terminalText(error.message)}\n`)
    return exitStatus.unreadable
  }
}

/** The policy by which both services judge. */
function policyFor(siva: SivaInterface, wanted: string | null): string {
  const offered: readonly string[] = siva === 'siva1' ? policiesOfInterface.siva1 : policiesOfInterface.siva3
  const byDefault = siva === 'siva1' ? 'POLv1' : 'POLv4'
  const policy = wanted === null ? byDefault : offered.find((name) => name.toLowerCase() === wanted.toLowerCase())
  if (policy === undefined)
    throw new SettingsError([`${wanted ?? ''}: ${interfaceNames[siva]} has no such policy; write ${offered.join(' or ')}.`])
  return policy
}

interface Comparisons extends CompareCommand {
  readonly siva: SivaInterface
  readonly policy: string
}

async function compareAll({ selection, client, siva, policy, jsonLines }: Comparisons, environment: RunEnvironment): Promise<number> {
  const { settings, input, out, err, now } = environment
  const progress = showProgress(err, now)
  const service = await openCommandService({ selection, policies: [] }, environment, progress)
  const totals = new ComparisonTotals()
  const options = { client, siva, policy, limits: settings.limits, input }
  const bounds = { width: AT_A_TIME, ahead: settings.limits.commandLine.resultsAhead }
  try {
    for await (const comparison of inOrder(documentInputs(selection, input), bounds, (source) => compareFile(source, service, options))) {
      progress.clear()
      totals.add(comparison)
      await written(out, jsonLines ? comparisonLine(comparison) : comparisonText(comparison))
      progress.done(totals.files)
    }
  } finally {
    progress.clear()
    await service.close()
  }
  await written(jsonLines ? err : out, totals.describe())
  if (totals.notCompared > 0) return exitStatus.unreadable
  return totals.different > 0 || totals.files === 0 ? exitStatus.different : exitStatus.alike
}
