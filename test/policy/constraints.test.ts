import { describe, expect, it } from 'vitest'
import type { BlockResult, CheckResult, SignatureConclusion } from '#model'
import { type ConstraintKey, constraintKeys, constraints, evaluateSignature, POLv1 } from '#policy'
import { type ConstraintCase, constraintCases } from './constraint-cases.js'
import { changed, type Evidence, inForce, validationTime } from './sound-signatures.js'

/** Keys whose questions are asked outside of `evaluateSignature`, or of whose answer only the explanation speaks; they have tests of their own. */
const elsewhere: readonly ConstraintKey[] = [
  'signature-readable',
  'signature-unique',
  'signature-level-qualified',
  'past-validation',
  'certificate-paths-complete',
]

/** Without a proof of time the certificates are judged now; then is a day on which they were in force. */
const withoutProof: readonly ConstraintKey[] = [
  'existence-proven',
  'signature-format-acceptable',
  'time-mark-nonce-match',
  'time-mark-algorithm-acceptable',
  'time-mark-responder-authorised',
]

function evaluate(testCase: ConstraintCase, evidence: Evidence): SignatureConclusion {
  const policy = testCase.policy?.(POLv1) ?? POLv1
  const unproven = [testCase.key, ...(testCase.alsoFails ?? [])].some((key) => withoutProof.includes(key))
  return evaluateSignature(policy, evidence.facts, evidence.data, unproven ? inForce : validationTime)
}

function allChecks(blocks: readonly BlockResult[]): readonly CheckResult[] {
  return blocks.flatMap((block) => [...block.checks, ...allChecks(block.children)])
}

describe('constraints', () => {
  it('all have a case that misses them', () => {
    const covered = new Set<string>([...constraintCases.map(({ key }) => key), ...elsewhere])
    expect(constraintKeys.filter((key) => !covered.has(key))).toEqual([])
  })

  it('all name a clause and an outcome, and are kebab-case', () => {
    for (const key of constraintKeys) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(constraints[key].clause).not.toBe('')
      expect(POLv1.constraints[key]).toMatch(/^(fail|warn|inform|ignore)$/)
    }
  })

  it.each(constraintCases.map((each) => [each.key, each.what, each] as const))('%s: %s', (key, _, testCase) => {
    const conclusion = evaluate(testCase, changed(testCase.base(), testCase.miss))
    const others = [...(testCase.alsoFails ?? [])]
    if (testCase.outcome === null) {
      expect(conclusion.errors).toEqual([])
      expect(conclusion.indication).toBe('TOTAL-PASSED')
      if (POLv1.constraints[key] === 'warn') expect(conclusion.warnings.map((each) => each.key)).toEqual([key])
      else expect(allChecks(conclusion.blocks).filter((each) => each.key === key && each.outcome === 'informed')).not.toEqual([])
      return
    }
    expect(conclusion.errors.map((each) => each.key)).toEqual([...others, key])
    const [indication, subIndication] = testCase.outcome.split(' ')
    expect(conclusion.indication).toBe(indication === 'FAILED' ? 'TOTAL-FAILED' : 'INDETERMINATE')
    expect(conclusion.subIndication).toBe(subIndication)
    for (const error of conclusion.errors) expect(error.outcome).toBe('failed')
  })

  it.each(constraintCases.filter(({ hold }) => hold !== undefined).map((each) => [each.key, each.what, each] as const))(
    '%s is satisfied narrowly: not %s',
    (key, _, testCase) => {
      const conclusion = evaluate(testCase, changed(testCase.base(), testCase.hold ?? (() => undefined)))
      expect(conclusion.errors).toEqual([])
      expect(conclusion.warnings.map((each) => each.key)).not.toContain(key)
      expect(conclusion.indication).toBe('TOTAL-PASSED')
    },
  )

  it.each([...new Set(constraintCases.map(({ base }) => base))].map((base) => [base().facts.format, base] as const))(
    'are satisfied by the signature that they are tested on (%s)',
    (_, base) => {
      const { facts, data } = base()
      const conclusion = evaluateSignature(POLv1, facts, data, validationTime)
      expect(conclusion.errors).toEqual([])
      expect(conclusion.indication).toBe('TOTAL-PASSED')
    },
  )
})
