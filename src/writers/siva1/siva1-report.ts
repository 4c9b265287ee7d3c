import {
  type CheckResult,
  type CommonLevel,
  type DocumentReport,
  formatInstant,
  type Indication,
  type PolicyName,
  type SignatureReport,
  type SubIndication,
} from '#model'
import { messageOf, signerNameOf, writeInstant } from '#validation/report'
import { leavingOut } from '../left-out.js'
import { policyTextOf } from '../policy-texts.js'
import { formatNameOf, formNameOf, levelNameOf, type Siva1Form, type Siva1Format, type Siva1Scope, scopeOf } from './names.js'

/** A message; the interface description has no `key`, so it is absent in the strict form (`decisions.md#extra-members`). */
interface Content {
  readonly content: string
  readonly key?: string
}

/** A warning of a signature. */
interface Description {
  readonly description: string
  readonly key?: string
}

interface Siva1Signature {
  readonly id: string
  readonly signatureFormat: Siva1Format | ''
  readonly signatureLevel: CommonLevel | ''
  readonly signedBy: string
  readonly indication: Indication
  readonly subIndication: SubIndication | ''
  readonly errors: readonly Content[]
  readonly signatureScopes: readonly Siva1Scope[]
  readonly claimedSigningTime: string
  readonly warnings: readonly Description[]
  readonly info: { readonly bestSignatureTime: string }
}

/** The report of SiVa 1 with the members of its JSON form. No member is ever omitted, and what is not known is an empty text (`decisions.md#empty-members`). */
export interface Siva1Report {
  readonly policy: { readonly policyDescription: string; readonly policyName: PolicyName; readonly policyUrl: string }
  readonly validationTime: string
  /** The name of the document is in two members (`decisions.md#file-name`). */
  readonly filename: string
  readonly documentName: string
  readonly signatureForm: Siva1Form
  readonly validationWarnings: readonly Content[]
  readonly signatures: readonly Siva1Signature[]
  readonly validSignaturesCount: number
  readonly signaturesCount: number
}

/** Writes the report of SiVa 1. `strict` omits the keys of messages. */
export function writeSiva1Report(
  { document, policy, ownPolicy, validationTime, findings, signatures }: Pick<DocumentReport, Used>,
  { strict }: { readonly strict: boolean },
): Siva1Report {
  const { description, url } = policyTextOf(policy, ownPolicy, document.form)
  const written = signatures.map((signature) => writeSignature(signature, strict))
  return {
    policy: { policyDescription: description, policyName: policy, policyUrl: url },
    validationTime: formatInstant(validationTime),
    filename: document.name,
    documentName: document.name,
    signatureForm: formNameOf(document.form),
    validationWarnings: findings.map((finding) => contentOf(finding, strict)),
    signatures: written,
    validSignaturesCount: written.filter(({ indication }) => indication === 'TOTAL-PASSED').length,
    signaturesCount: written.length,
  }
}

type Used = 'document' | 'policy' | 'ownPolicy' | 'validationTime' | 'findings' | 'signatures'

/** Members of the report for which SiVa 1 has no place; it warns of files that are left out among its findings. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()(['trust', 'filesLeftOut', 'timeStampTokens', 'nested'])

function writeSignature(
  {
    id,
    form,
    level,
    leastLevel,
    signer,
    indication,
    subIndication,
    errors,
    scopes,
    claimedSigningTime,
    warnings,
    bestSignatureTime,
  }: Pick<SignatureReport, UsedOfSignature>,
  strict: boolean,
): Siva1Signature {
  return {
    id,
    signatureFormat: formatNameOf(form),
    signatureLevel: levelNameOf(level ?? leastLevel),
    signedBy: signerNameOf(signer) ?? '',
    indication,
    subIndication: subIndication ?? '',
    errors: errors.map((error) => contentOf(error, strict)),
    signatureScopes: scopes.map(scopeOf),
    claimedSigningTime: writeInstant(claimedSigningTime),
    warnings: warnings.map((warning) => descriptionOf(warning, strict)),
    info: { bestSignatureTime: writeInstant(bestSignatureTime) },
  }
}

type UsedOfSignature =
  | 'id'
  | 'form'
  | 'level'
  | 'leastLevel'
  | 'signer'
  | 'indication'
  | 'subIndication'
  | 'errors'
  | 'scopes'
  | 'claimedSigningTime'
  | 'warnings'
  | 'bestSignatureTime'

/** Members of a signature for which SiVa 1 has no place. */
export const leftOutOfSignature = leavingOut<SignatureReport, UsedOfSignature>()([
  'source',
  'policy',
  'validationTime',
  'signingCertificate',
  'certificationPath',
  'blocks',
  'proofsOfExistence',
  'signatureAlgorithm',
  'claimedRoles',
  'productionPlace',
  'reason',
  'certificates',
  'timeStamps',
  'revocations',
  'evidence',
  'provable',
  'unreadable',
])

function contentOf(check: CheckResult, strict: boolean): Content {
  const { key, text } = messageOf(check)
  return strict ? { content: text } : { content: text, key }
}

function descriptionOf(check: CheckResult, strict: boolean): Description {
  const { key, text } = messageOf(check)
  return strict ? { description: text } : { description: text, key }
}
