import {
  type BlockResult,
  type CertificateFacts,
  type CheckResult,
  checked,
  type DdocFacts,
  failedChecks,
  register,
  type SignatureConclusion,
} from '#model'
import { block, check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import type { ValidationPolicy } from '../validation-policy.js'
import { ddocConfirmation, ddocResponse } from './confirmation.js'
import { ddocCryptographicVerification } from './signed-data.js'
import { ddocSignerValidation } from './signer.js'
import { ddocFormatChecking } from './structure.js'

/**
 * The verdict on a DIGIDOC-XML signature: the building blocks of EN 319 102-1 with the rules of the format. Any error ends in TOTAL-FAILED without a
 * reason; only where nothing is trusted at all, and nothing else is wrong, is the verdict left open (ruling 48).
 */
export function evaluateDdocSignature(evaluation: Evaluation, ddoc: DdocFacts): SignatureConclusion {
  const { policy, facts, data, validationTime } = evaluation
  const signer = ddocSignerValidation(evaluation, ddoc, ddocResponse(evaluation, ddoc)?.producedAt ?? null)
  const confirmation = ddocConfirmation(evaluation, ddoc, signer.issuer)
  const certificate = facts.signingCertificate === null ? null : evaluation.certificate(facts.signingCertificate)
  const blocks = [
    ddocFormatChecking(facts, ddoc),
    ddocCryptographicVerification(facts, ddoc),
    signer.block,
    confirmation.block,
    noticeOfTestCertificates(facts.id, [certificate, signer.issuer, confirmation.responder]),
  ]
  const errors = failedChecks(blocks.flatMap(({ checks }) => checks))
  const warnings = blocks.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'warned'))
  const conclusion = {
    source: facts.source,
    id: facts.id,
    policy: policy.name,
    validationTime,
    // Not determined: the format is older than the law that the levels come from (ruling 3).
    level: '',
    signingCertificate: facts.signingCertificate,
    bestSignatureTime: confirmation.proven,
    proofsOfExistence: evaluation.proofs.list(),
    warnings,
  } as const
  if (errors.length > 0) {
    const untold = data.withoutAnchors && errors.every(({ key }) => register[key].needsTrust === true)
    return untold
      ? { ...conclusion, blocks, errors, indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' }
      : { ...conclusion, blocks, errors, indication: 'TOTAL-FAILED', subIndication: null }
  }
  const level = checkLevel(policy, certificate, signer.issuer)
  const allBlocks: readonly BlockResult[] = [...blocks, block('signature-level', 'TS 119 615 4.6', facts.id, [level])]
  return level.outcome === 'failed'
    ? { ...conclusion, blocks: allBlocks, errors: [level], indication: 'TOTAL-FAILED', subIndication: null }
    : { ...conclusion, blocks: allBlocks, errors: [], indication: 'TOTAL-PASSED', subIndication: null }
}

const organization = '2.5.4.10'
/** The Estonian authority, under its two names. */
const sk: ReadonlySet<string> = new Set(['AS Sertifitseerimiskeskus', 'SK ID Solutions AS'])

/** A certificate of the Estonian authority for signatures counts as qualified, any other does not (ruling 21). */
function checkLevel(policy: ValidationPolicy, certificate: CertificateFacts | null, issuer: CertificateFacts | null): CheckResult {
  const issuedBy = issuer?.subject.attributes.find(({ oid }) => oid === organization)?.value ?? ''
  const qualified = sk.has(issuedBy) && certificate?.keyUsage?.includes('nonRepudiation') === true
  return check(policy, 'signature-level-qualified', qualified, { level: '', issuedBy, accepted: policy.legalLevels })
}

function noticeOfTestCertificates(subject: string, certificates: readonly (CertificateFacts | null)[]): BlockResult {
  const test = certificates.find((certificate) => certificate !== null && /^(?:TEST|DEMO)[ -]/i.test(nameOf(certificate))) ?? null
  return block('notices', 'DIGIDOC-XML, error 178', subject, [
    checked('ddoc-live-certificates', test === null, { certificate: nameOf(test) }),
  ])
}
