import type { DetailedBlock, DetailedCheck, WrittenFact } from '#writers/detailed'
import { uri } from './vocabulary.js'
import { type Elements, isList } from './xml.js'

/** Every check in these blocks and their nested blocks as an individual validation constraint (clause 4.3.5.4). Checks that do not apply are left out. */
export function constraintElements(blocks: readonly DetailedBlock[]): readonly Elements[] {
  return blocks.flatMap((block) => [
    ...block.checks.filter(({ outcome }) => outcome !== 'not-applicable').map((check) => constraintElement(check, block)),
    ...constraintElements(block.blocks),
  ])
}

function constraintElement(check: DetailedCheck, block: DetailedBlock): Elements {
  return {
    ValidationConstraintIdentifier: uri.constraint(check.key),
    ValidationConstraintParameter: [
      typed(uri.parameter('block'), block.name),
      typed(uri.parameter('subject'), block.subject),
      typed(uri.parameter('clause'), check.clause),
      ...Object.entries(check.facts).flatMap(([name, value]) => factElement(name, value)),
    ],
    ConstraintStatus: { Status: uri.constraintApplied },
    ValidationStatus: statusOf(check),
    Indications: check.answer === null ? undefined : { 'a:Message': { '@outcome': check.outcome, '#text': check.answer } },
  }
}

/** The status of a check. Undefined for an unsatisfied check that only warns or informs: it has a message, but no status. */
function statusOf({ outcome, onFailure }: DetailedCheck): Elements | undefined {
  if (outcome === 'satisfied') return { MainIndication: uri.mainIndication('PASSED') }
  return onFailure === null ? undefined : statusElement(onFailure.indication, onFailure.subIndication)
}

/** Indication and sub-indication; an empty sub-indication is left out. */
export function statusElement(indication: string, subIndication: string): Elements {
  return {
    MainIndication: uri.mainIndication(indication),
    SubIndication: subIndication === '' ? undefined : uri.subIndication(subIndication),
  }
}

function factElement(name: string, value: WrittenFact): readonly Elements[] {
  const text = isList(value) ? value.join(', ') : String(value ?? '')
  return text === '' ? [] : [typed(uri.fact(name), text)]
}

/** A value with the URI of its type (TypedDataType). */
export function typed(type: string, value: string): Elements {
  return { Type: type, Value: value }
}
