import { describe, expect, it } from 'vitest'
import { checked, type FailedCheck, notApplicable, plainCheck, withFacts, withOutcome } from '#model'

describe('the facts of a check', () => {
  it('the facts of a check are gathered when they are read, once', () => {
    let gathered = 0
    const check = checked('signature-value-intact', true, () => ({ times: ++gathered }))
    expect(gathered).toBe(0)
    expect(check.facts).toEqual({ times: 1 })
    expect(check.facts).toEqual({ times: 1 })
  })

  it('the facts of a check are in the written form, which can be sent to another thread', () => {
    const failed = checked('signature-value-intact', false, () => ({ algorithm: 'x' }), 'fail', { since: 5 })
    const written = plainCheck(failed)
    expect(structuredClone(written)).toEqual({
      key: 'signature-value-intact',
      clause: failed.clause,
      outcome: 'failed',
      onFailure: (failed as FailedCheck).onFailure,
      since: 5,
      facts: { algorithm: 'x' },
    })
    expect(structuredClone(plainCheck(notApplicable('key-strong')))).toEqual({
      key: 'key-strong',
      clause: notApplicable('key-strong').clause,
      outcome: 'not-applicable',
      facts: {},
    })
  })

  it('the facts of a check are kept where a check is changed', () => {
    const failed = checked('signature-value-intact', false, () => ({ algorithm: 'x' }), 'fail', { since: 5 })
    if (failed.outcome !== 'failed') throw new TypeError('the check did not fail')
    expect(plainCheck(withFacts(failed, { timeStamp: 't' }))).toEqual({
      ...plainCheck(failed),
      facts: { algorithm: 'x', timeStamp: 't' },
    })
    const other = { indication: 'INDETERMINATE', subIndication: 'TRY_LATER' } as const
    expect(plainCheck(withOutcome(failed, other))).toEqual({ ...plainCheck(failed), onFailure: other })
  })
})
