import { describe, expect, it } from 'vitest'
import { type BlockResult, type CheckResult, type FindingKey, findingKeys, register, type SignatureConclusion } from '#model'
import { POLv1 } from '#validation/policy'
import { evaluateSignature, policyWith } from './concluding.js'
import { type ConstraintCase, constraintCases } from './constraint-cases.js'
import { changed, type Evidence, inForce, validationTime } from './sound-signatures.js'

/** Keys whose questions are asked outside of `evaluateSignature`, or of whose answer only the explanation speaks; they have tests of their own. */
const elsewhere: readonly FindingKey[] = [
  'signature-readable',
  'signature-unique',
  'past-validation',
  'certificate-paths-complete',
  'data-files-signed',
  'time-stamps-valid',
]

/** Without a proof of time the certificates are judged now; then is a day on which they were in force. */
const withoutProof: readonly FindingKey[] = [
  'existence-proven',
  'signature-format-acceptable',
  'time-mark-nonce-match',
  'time-mark-algorithm-acceptable',
  'time-mark-responder-authorised',
]

function evaluate(testCase: ConstraintCase, evidence: Evidence): SignatureConclusion {
  const policy = policyWith(testCase.constraints ?? {})
  const unproven = [testCase.key, ...(testCase.alsoFails ?? [])].some((key) => withoutProof.includes(key))
  return evaluateSignature(policy, evidence.facts, evidence.data, unproven ? inForce : validationTime)
}

function allChecks(blocks: readonly BlockResult[]): readonly CheckResult[] {
  return blocks.flatMap((block) => [...block.checks, ...allChecks(block.children)])
}

describe('constraints', () => {
  it('every constraint has a case that misses it', () => {
    const covered = new Set<string>([...constraintCases.map(({ key }) => key), ...elsewhere])
    expect(findingKeys.signature.filter((key) => !covered.has(key))).toEqual([])
  })

  it('every constraint names a clause and an outcome, and is kebab-case', () => {
    for (const [key, { clause }] of Object.entries(register)) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(clause).not.toBe('')
    }
  })

  it.each(constraintCases.map((each) => [each.key, each.what, each] as const))(
    'a signature that misses the constraint %s: %s',
    (key, _, testCase) => {
      const conclusion = evaluate(testCase, changed(testCase.base(), testCase.miss))
      const others = [...(testCase.alsoFails ?? [])]
      if (testCase.outcome === null) {
        expect(conclusion.errors).toEqual([])
        expect(conclusion.indication).toBe('TOTAL-PASSED')
        if (register[key].level === 'warn') expect(conclusion.warnings.map((each) => each.key)).toEqual([key])
        else expect(allChecks(conclusion.blocks).filter((each) => each.key === key && each.outcome === 'informed')).not.toEqual([])
        return
      }
      expect(conclusion.errors.map((each) => each.key)).toEqual([...others, key])
      const [indication, subIndication] = testCase.outcome.split(' ')
      expect(conclusion.indication).toBe(indication === 'FAILED' ? 'TOTAL-FAILED' : 'INDETERMINATE')
      expect(conclusion.subIndication).toBe(subIndication)
      for (const error of conclusion.errors) expect(error.outcome).toBe('failed')
    },
  )

  it.each(constraintCases.filter(({ hold }) => hold !== undefined).map((each) => [each.key, each.what, each] as const))(
    'the constraint %s is satisfied narrowly: not %s',
    (key, _, testCase) => {
      const conclusion = evaluate(testCase, changed(testCase.base(), testCase.hold ?? (() => undefined)))
      expect(conclusion.errors).toEqual([])
      expect(conclusion.warnings.map((each) => each.key)).not.toContain(key)
      expect(conclusion.indication).toBe('TOTAL-PASSED')
    },
  )

  it.each(
    [...new Set(constraintCases.map(({ base }) => base))].map(
      (base) => [`${base().facts.level}, ${base().facts.proofOfTime}`, base] as const,
    ),
  )('every constraint is satisfied by the signature that it is tested on (%s)', (_, base) => {
    const { facts, data } = base()
    const conclusion = evaluateSignature(POLv1, facts, data, validationTime)
    expect(conclusion.errors).toEqual([])
    expect(conclusion.indication).toBe('TOTAL-PASSED')
  })
})
