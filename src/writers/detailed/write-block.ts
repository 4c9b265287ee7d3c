import type { BlockResult, CheckResult, FactValue } from '#model'
import { messageOf, questionOf, writeInstant } from '#validation/report'
import type { DetailedAnswer, DetailedBlock, DetailedCheck, WrittenFact } from './detailed-report.js'
import { writtenStatus } from './written-status.js'

/** A block with its checks and nested blocks. The recursion depth is that of the processes and does not depend on the document. */
export function writeBlock(block: BlockResult, nameOf: (subject: string) => string): DetailedBlock {
  return {
    name: block.name,
    clause: block.clause,
    subject: block.subject,
    subjectName: nameOf(block.subject),
    ...writtenStatus(block.status),
    checks: block.checks.map(writeCheck),
    blocks: block.children.map((child) => writeBlock(child, nameOf)),
  }
}

function writeCheck(check: CheckResult): DetailedCheck {
  const { key, clause, facts } = check
  const written = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, writeFact(value)]))
  return { key, clause, ...writeAnswer(check), facts: written }
}

function writeAnswer(check: CheckResult): DetailedAnswer & Pick<DetailedCheck, 'question'> {
  const question = questionOf(check.key)
  switch (check.outcome) {
    case 'satisfied':
    case 'not-applicable':
      return { outcome: check.outcome, question, answer: null, onFailure: null }
    case 'warned':
    case 'informed':
      return { outcome: check.outcome, question, answer: messageOf(check).text, onFailure: null }
    case 'failed':
      return { outcome: check.outcome, question, answer: messageOf(check).text, onFailure: check.onFailure }
  }
}

function writeFact(value: FactValue): WrittenFact {
  return typeof value === 'object' && value !== null && 'instant' in value ? writeInstant(value.instant) : value
}
