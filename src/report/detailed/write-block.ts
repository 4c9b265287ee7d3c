import type { BlockResult, CheckResult, DetailedBlock, DetailedCheck, FactValue, WrittenFact } from '#model'
import { messageOf, messages } from '../messages.js'
import { writeInstant } from '../write-instant.js'

/** A block with its checks and the blocks inside it. The depth is that of the nested processes, not of the document. */
export function writeBlock(block: BlockResult, nameOf: (subject: string) => string): DetailedBlock {
  return {
    name: block.name,
    clause: block.clause,
    subject: block.subject,
    subjectName: nameOf(block.subject),
    indication: block.status.indication,
    subIndication: block.status.subIndication ?? '',
    checks: block.checks.map(writeCheck),
    blocks: block.children.map((child) => writeBlock(child, nameOf)),
  }
}

function writeCheck(check: CheckResult): DetailedCheck {
  const { key, clause, outcome, facts } = check
  const isMissed = outcome === 'failed' || outcome === 'warned' || outcome === 'informed'
  return {
    key,
    clause,
    outcome,
    question: messages[key].question,
    answer: isMissed ? messageOf(key, facts).text : null,
    onFailure: check.outcome === 'failed' ? check.onFailure : null,
    facts: Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, writeFact(value)])),
  }
}

function writeFact(value: FactValue): WrittenFact {
  return typeof value === 'object' && value !== null && 'instant' in value ? writeInstant(value.instant) : value
}
