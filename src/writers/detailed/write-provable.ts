import type { Provable } from '#model'
import { messageOf, writeInstant } from '#validation/report'
import type { WrittenProvable } from './detailed-report.js'

/** Until when the chain of proofs lasts, with the sentence of the check that then fails. */
export function writeProvable({ state, ends, until, cause, extension }: Provable): WrittenProvable {
  return {
    state,
    ends,
    until: writeInstant(until),
    cause: cause === null ? null : { key: cause.key, clause: cause.clause, content: messageOf(cause).text },
    extension: extension ?? '',
  }
}
