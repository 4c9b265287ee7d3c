import type { TokenReport } from '#model'
import { adviceForToken } from './advice-for.js'
import { safeText } from './safe-text.js'
import { chainOf, coveredBy, flatten, provableRow, type SheetContext, type SheetSignature, verdictPart } from './sheet-signature.js'
import { shownSignerOf } from './shown-signer.js'

/** A time-stamp token that stands in a container by itself. */
export function sheetToken(token: TokenReport, number: number | null, context: SheetContext): SheetSignature {
  const { texts, time, trustMissing } = context
  const { time: label, provenNote, notProven, notProvenNote, levels, file } = texts.timeStamp
  const passes = token.indication === 'TOTAL-PASSED'
  const chain = token.unit === null ? [] : chainOf(token.unit, [token.unit], context)
  return {
    kind: 'time-stamp',
    ...verdictPart('time-stamp', token, number, context),
    // The reasons by sub-indication speak of a signature; the problems say what is wrong with the token.
    reason: '',
    advice: texts.advice[adviceForToken(token.subIndication, passes, trustMissing)],
    signer: shownSignerOf(token.unit?.certificate ?? null, true),
    time: time(token.facts.genTime),
    timeTexts: passes ? { label, state: texts.proven, note: provenNote } : { label, state: notProven, note: notProvenNote },
    level: passes ? levels[token.level ?? 'unknown'] : null,
    rows: [[texts.covers, coveredBy(token.scopes, texts)], ...provableRow(token, context), [file, safeText(token.file)]],
    times: [],
    chain,
    isAnchored: chain.at(-1)?.namedBy.length !== 0 && chain.length > 0,
    others: [],
    blocks: token.blocks.flatMap((block) => flatten(block, new Map(), context)),
  }
}
