import type { Command } from 'commander'
import type { Limits } from '#config'
import { EvidenceUnreadable, type Repetition, readEvidence, repeatVerdict, type StoredEvidence } from '#evidence'
import { memberOf } from '#std'
import { PolicyFileError } from '#validation/policy-file'
import { terminalJson, terminalText } from '#writers/cli'
import type { CommandEnvironment } from '../command-environment.js'
import { exitStatus } from '../exit-status.js'
import { readDocument, readDocumentFile } from '../validate/read-document.js'
import { problemOf } from '../validate/validate-file.js'

type Environment = Pick<CommandEnvironment, 'environment' | 'input' | 'out' | 'err' | 'limits'>

/** Adds `allkiri verify-report`. */
export function describeVerifyReportCommand(program: Command, context: Environment, finish: (status: number) => void): void {
  program
    .command('verify-report')
    .description(
      'repeats a verdict from the ZIP of report --evidence, without network and settings; exit status 0: the same, 1: not the same, or a part of the ZIP or the document is another, 2: a file cannot be read',
    )
    .argument('<evidence>', 'ZIP that report --evidence wrote')
    .argument('<file>', 'the document, or - for standard input')
    .option('--json', 'prints JSON')
    .action(async (evidence: string, file: string, { json }: { readonly json?: boolean }) =>
      finish(await verify(evidence, file, json === true, context)),
    )
}

async function verify(path: string, file: string, json: boolean, { input, out, err, limits }: Environment): Promise<number> {
  let at = path
  try {
    const bytes = await readDocumentFile(path, limits.commandLine.maxFileBytes)
    const stored = await readEvidence(bytes, limits)
    at = file
    const document = await readDocument(file, input, limits.commandLine.maxFileBytes)
    at = path
    return print(stored, repeat(stored, document, limits), json, out)
  } catch (error) {
    const known = error instanceof EvidenceUnreadable || error instanceof PolicyFileError
    err.write(`allkiri: ${terminalText(`${at}: ${known ? error.message : problemOf(error).message}`)}\n`)
    return exitStatus.unreadable
  }
}

function repeat(stored: StoredEvidence, document: Uint8Array, limits: Limits): Repetition {
  return repeatVerdict(stored, document, limits)
}

function print(stored: StoredEvidence, repetition: Repetition, json: boolean, out: Environment['out']): number {
  const { verdict } = stored
  out.write(json ? `${terminalJson({ verdict, repetition })}\n` : `${linesOf(repetition, stored).map(terminalText).join('\n')}\n`)
  return repetition.outcome === 'same' ? exitStatus.allPassed : exitStatus.notAllPassed
}

function linesOf(repetition: Repetition, stored: StoredEvidence): readonly string[] {
  switch (repetition.outcome) {
    case 'same':
      return ['same: the verdict was repeated, with every check, and nothing differs', ...basisOf(stored)]
    case 'another-document':
      return ['another document:', `  SHA-256 in the evidence ${repetition.stored}`, `  SHA-256 of the file     ${repetition.given}`]
    case 'changed':
      return repetition.parts.map((part) => `changed: ${changeOf(part)}`)
    case 'refused':
      return [`the document is refused now: ${repetition.reason}`]
    case 'differs':
      return [
        'differs:',
        ...repetition.differences.map(({ place, stored, repeated }) => `  ${place}: ${stored} in the evidence, ${repeated} repeated`),
      ]
  }
}

function changeOf(part: string): string {
  switch (part) {
    case 'archive':
      return 'the archive around its entries has other octets than this program packs'
    case 'verdict.json':
      return 'verdict.json is not the one that was packed; it names another trust snapshot than report.json'
    default:
      return `${part} is not the one that was packed; its SHA-256 differs from that in verdict.json`
  }
}

/** What was repeated, and on whose trust: evidence that a forger wrote whole repeats as well as any other. */
function basisOf({ verdict, policy, report }: StoredEvidence): readonly string[] {
  const counted = (member: string, name: string, always: boolean) => {
    const found = memberOf(report, member)
    const each: readonly unknown[] = Array.isArray(found) ? found : []
    const passing = each.filter((one) => memberOf(one, 'indication') === 'TOTAL-PASSED').length
    return each.length === 0 && !always ? [] : [`${passing} of ${each.length} ${name}${each.length === 1 ? ' passes' : 's pass'}`]
  }
  const tokens = counted('timeStampTokens', 'time-stamp', false)
  return [
    `  verdict  ${[...counted('signatures', 'signature', tokens.length === 0), ...tokens].join(', ')}`,
    `  policy   ${verdict.policy}${policy === null ? '' : ', by the policy file in the evidence'}, at ${verdict.validationTime}`,
    '  trust    that in the evidence, not that of this machine: whoever wrote the evidence chose it',
  ]
}
