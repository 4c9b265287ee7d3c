import { describe, expect, it } from 'vitest'
import { POLv1 } from '#validation/policy'
import { evaluateSignature } from './concluding.js'
import {
  archivedAt,
  confirmedAt,
  type Evidence,
  soundArchive,
  soundLongTerm,
  soundTimeMark,
  stampedAt,
  validationTime,
} from './sound-signatures.js'

const cases: readonly (readonly [string, () => Evidence, number])[] = [
  ['LT', soundLongTerm, stampedAt],
  ['LT_TM', soundTimeMark, confirmedAt],
  ['LTA', soundArchive, stampedAt],
]

describe('a sound signature', () => {
  it.each(cases)('a sound signature of level %s passes without errors or warnings, at its proven time', (_, evidence, best) => {
    const { facts, data } = evidence()
    const conclusion = evaluateSignature(POLv1, facts, data, validationTime)
    expect(conclusion.errors).toEqual([])
    expect(conclusion.warnings).toEqual([])
    expect(conclusion.indication).toBe('TOTAL-PASSED')
    expect(conclusion.subIndication).toBeNull()
    expect(conclusion.bestSignatureTime).toBe(best)
  })

  it('a sound signature proves with an archive time-stamp that its evidence existed', () => {
    const { facts, data } = soundArchive()
    const { proofsOfExistence } = evaluateSignature(POLv1, facts, data, validationTime)
    expect(proofsOfExistence).toContainEqual({ object: 'revocation:answer', time: archivedAt, source: 'archive stamp' })
    expect(proofsOfExistence).toContainEqual({ object: 'signature', time: stampedAt, source: 'stamp' })
  })
})
