import type { SignatureConclusion, SignatureLevel } from '#model'
import { block, check, statusOf } from './check.js'
import type { ValidationPolicy } from './validation-policy.js'

/**
 * The step after the verdict: records the legal level and asks whether the policy is satisfied with it. Only a signature that would pass can lose by it; any other keeps
 * its own reason. An unknown level satisfies nobody who asks for one. A signature that passes is an advanced one whatever the lists leave open (contradicting
 * services, anchors that only a settings file names), so its level is at least AdES. Where nothing ties the certificate to the signature there is no level.
 */
export function applySignatureLevel(conclusion: SignatureConclusion, level: SignatureLevel, policy: ValidationPolicy): SignatureConclusion {
  if (conclusion.indication !== 'TOTAL-PASSED') return { ...conclusion, level: isSignerIdentified(conclusion) ? level : '' }
  const result = check(policy, 'signature-level-qualified', policy.legalLevels.includes(level), {
    level,
    accepted: policy.legalLevels,
  })
  const blocks = [...conclusion.blocks, block('signature-level', 'TS 119 615 4.6', conclusion.id, [result])]
  const warnings = result.outcome === 'warned' ? [...conclusion.warnings, result] : conclusion.warnings
  const status = statusOf([result])
  if (status.indication === 'PASSED') return { ...conclusion, level: level === '' ? 'AdES' : level, blocks, warnings }
  return {
    ...conclusion,
    level,
    blocks,
    warnings,
    indication: 'TOTAL-FAILED',
    subIndication: status.subIndication,
    errors: [result],
  }
}

function isSignerIdentified({ id, blocks }: SignatureConclusion): boolean {
  const identifications = blocks
    .flatMap(({ children }) => children)
    .filter(({ name, subject }) => name === 'identification-of-the-signing-certificate' && subject === id)
  return identifications.every(({ status }) => status.indication === 'PASSED')
}
