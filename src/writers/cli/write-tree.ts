import type { DocumentReport, Provable } from '#model'
import { provableCause, provableText } from '#validation/report'
import {
  type DetailedBlock,
  type DetailedCertificate,
  type DetailedCheck,
  type DetailedSignature,
  type TimedEvent,
  writeDetailedReport,
} from '#writers/detailed'
import type { Colour, Paint } from './colour.js'
import { counted, terminalText } from './terminal-text.js'
import { verdictColour, writeText } from './write-text.js'

/** The text of `writeText`, and for each signature and each time-stamp token of a container its times and certificates and the tree of building blocks with the checks that failed or warned. */
export function writeTree(file: string, report: DocumentReport, paint: Paint): string {
  const detailed = writeDetailedReport(report)
  const signatures = detailed.signatures.map((signature, index) => [
    `  ${paint('bold', `Signature ${index + 1}`)}: ${paint(verdictColour(signature.indication), signature.indication)}${signature.subIndication === '' ? '' : ` ${signature.subIndication}`}`,
    ...provableOf(report.signatures[index]?.provable ?? null),
    ...timesOf(signature),
    ...signature.certificates.map(certificateLine),
    ...(signature.coveredOctets === null ? [] : [`    covers    ${signature.coveredOctets.content}`]),
    ...changesOf(signature),
    ...signature.blocks.flatMap((block) => blockLines(block, 2, paint)),
  ])
  const tokens = detailed.timeStampTokens.map((token, index) => [
    `  ${paint('bold', `Time-stamp ${terminalText(token.file)}`)}: ${paint(verdictColour(token.indication), token.indication)}${token.subIndication === '' ? '' : ` ${token.subIndication}`}`,
    ...provableOf(report.timeStampTokens[index]?.provable ?? null),
    ...token.certificates.map(certificateLine),
    ...token.blocks.flatMap((block) => blockLines(block, 2, paint)),
  ])
  return [
    writeText(file, report, paint),
    '',
    `  document SHA-256 ${detailed.documentDigest}`,
    `  trust    SHA-256 ${detailed.trustSnapshot}`,
    ...detailed.trustSources.map(
      ({ id, sequenceNumber, issued }) =>
        `  source   ${terminalText(id)}${sequenceNumber === null ? '' : `, number ${sequenceNumber}, of ${issued}`}`,
    ),
    ...[...tokens, ...signatures].flatMap((lines) => ['', ...lines]),
  ].join('\n')
}

/** Until when the chain of proofs lasts, with what then ends. */
function provableOf(provable: Provable | null): readonly string[] {
  if (provable === null || provable.state === 'not-passing') return []
  const cause = provableCause(provable)
  return [`    provable  ${provableText(provable)}`, ...(cause === null ? [] : [`              ${terminalText(cause)}`])]
}

const events: Readonly<Record<TimedEvent['event'], string>> = {
  'claimed-signing-time': 'signed, as the signer claims',
  'time-stamp': 'time-stamp',
  'time-mark': 'time-mark',
  'revocation-data': 'status of a certificate',
  'certificate-valid-from': 'certificate of the signer begins',
  'certificate-valid-until': 'certificate of the signer ends',
  validation: 'validated',
}

function timesOf({ times }: DetailedSignature): readonly string[] {
  return times.map(
    ({ time, event, about }) =>
      `    ${time.padEnd(20)}  ${events[event]}${about === '' || event.startsWith('certificate') ? '' : ` (${terminalText(about)})`}`,
  )
}

function certificateLine({ role, subject, services }: DetailedCertificate): string {
  const trusted = services[0] === undefined ? '' : ` [${services.map(({ name, source }) => `${name}, ${source}`).join('; ')}]`
  return `    ${role.padEnd(18)}  ${terminalText(subject + trusted)}`
}

/** Every object of a PDF document that was changed after the signature, with the rule that explains the change. */
function changesOf({ changes }: DetailedSignature): readonly string[] {
  return changes.map(({ revision, object, change, rule, description }) => {
    const what = object === null ? change : `object ${object} ${change}`
    return `    version ${String(revision).padEnd(4)} ${what.padEnd(22)} ${rule ?? 'not explained'}: ${terminalText(description)}`
  })
}

const marks: Readonly<Record<DetailedCheck['outcome'], { readonly mark: string; readonly colour: Colour }>> = {
  failed: { mark: '✗', colour: 'red' },
  warned: { mark: '!', colour: 'yellow' },
  informed: { mark: 'i', colour: 'dim' },
  satisfied: { mark: '✓', colour: 'green' },
  'not-applicable': { mark: '–', colour: 'dim' },
}

function blockLines(block: DetailedBlock, depth: number, paint: Paint): readonly string[] {
  const indent = '  '.repeat(depth)
  const colour = verdictColour(block.indication)
  const about = block.subjectName === 'signature' ? '' : ` of ${terminalText(block.subjectName)}`
  const reason = block.subIndication === '' ? '' : ` ${block.subIndication}`
  const applied = block.checks.filter(({ outcome }) => outcome !== 'not-applicable').length
  const head = `${indent}${paint(colour, block.indication)}${reason} ${block.name}${about} ${paint('dim', `(${block.clause}, ${counted(applied, 'check')})`)}`
  const notSatisfied = block.checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
  return [
    head,
    ...notSatisfied.flatMap((check) => checkLines(check, `${indent}    `, paint)),
    ...block.blocks.flatMap((inner) => blockLines(inner, depth + 1, paint)),
  ]
}

function checkLines({ outcome, key, clause, answer, facts }: DetailedCheck, indent: string, paint: Paint): readonly string[] {
  const { mark, colour } = marks[outcome]
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== '')
  return [
    `${indent}${paint(colour, mark)} ${terminalText(answer ?? key)}`,
    `${indent}  ${paint('dim', `${key} (${clause})`)}`,
    ...known.map(
      ([name, value]) =>
        `${indent}  ${paint('dim', `${name} = ${terminalText(shortened(Array.isArray(value) ? value.join(', ') : String(value)))}`)}`,
    ),
  ]
}

/** Facts are shortened to one line of a terminal; `--explain=json` prints them in full. */
function shortened(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`
}
