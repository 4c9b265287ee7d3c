import { createHash } from 'node:crypto'
import {
  type DocumentForm,
  type DocumentReport,
  formatInstant,
  type PolicyName,
  type SignatureReport,
  type SubIndication,
  type Verdict,
} from '#model'
import { signerNameOf, writeInstant } from '#validation/report'
import { type DetailedReport, writeDetailedReport } from '#writers/detailed'
import { leavingOut } from '../left-out.js'
import { policyTextOf } from '../policy-texts.js'
import { certificatesOf, type Siva3Certificate } from './certificates.js'
import { formatNameOf } from './format.js'
import { hashScopeOf, type SentDigest } from './hash-scopes.js'
import { informationOf, type Siva3Information } from './information.js'
import { type Content, contentOf, contentsOf, documentWarningsOf, reportTypeWarning } from './messages.js'
import { type Engine, engineOf, formNameOf, levelNameOf, type Siva3Form, type Siva3Format, type Siva3Level } from './names.js'
import { listOrNull, type NonEmpty, type Present, present, textOrNull } from './present.js'
import { listedScopes, type Siva3Scope, scopeOf } from './scopes.js'
import { signatureMethodOf } from './signature-method.js'
import { type SubjectName, signedByOf, subjectNameOf } from './subject.js'
import { type Siva3Token, writeToken } from './time-stamp-tokens.js'

/**
 * The verdict on a signature. One that has not passed always has an error, and one that has passed has none: clients look at the errors, and take a signature
 * without any for valid whatever its indication says.
 */
type Siva3Verdict =
  | { readonly indication: 'TOTAL-PASSED'; readonly errors?: never; readonly subIndication?: never }
  | {
      readonly indication: 'TOTAL-FAILED' | 'INDETERMINATE'
      readonly errors: NonEmpty<Content>
      readonly subIndication?: SubIndication
    }

export type Siva3Signature = Siva3Verdict &
  Present<{
    readonly certificates: NonEmpty<Siva3Certificate> | null
    readonly claimedSigningTime: string
    readonly id: string
    readonly info: Siva3Information | null
    readonly signatureFormat: Siva3Format
    readonly signatureLevel: Siva3Level | null
    readonly signatureMethod: string | null
    readonly signatureScopes: NonEmpty<Siva3Scope> | null
    readonly signedBy: string | null
    readonly subjectDistinguishedName: SubjectName
    readonly warnings: NonEmpty<Content> | null
  }>

/** Name and digest of the document. The digest is written for answers that are signed, and is over the document as it was sent. */
type ValidatedDocument = Present<{
  /** SHA-256, base64. */
  readonly fileHash: string | null
  readonly filename: string | null
  readonly hashAlgo: 'SHA256' | null
}>

export type Siva3Conclusion = Present<{
  /** A policy of the operator may have no address. */
  readonly policy: Present<{ readonly policyDescription: string; readonly policyName: PolicyName; readonly policyUrl: string | null }>
  readonly signatureForm: Siva3Form | null
  readonly signatures: NonEmpty<Siva3Signature> | null
  readonly signaturesCount: number
  readonly timeStampTokens: NonEmpty<Siva3Token> | null
  readonly validSignaturesCount: number
  readonly validatedDocument: ValidatedDocument | null
  readonly validationLevel: 'ARCHIVAL_DATA' | null
  readonly validationTime: string
  readonly validationWarnings: NonEmpty<Content> | null
}>

/** The answer of SiVa 3 to a validation. */
export interface Siva3Answer {
  readonly validationReport: {
    readonly validationConclusion: Siva3Conclusion
    /** Not of SiVa: every check of every block, for the report types Detailed and Diagnostic. */
    readonly detailedReport?: DetailedReport
  }
}

export type Siva3ReportType = 'Simple' | 'Detailed' | 'Diagnostic'

export interface Siva3Options {
  /** Omits what the interface of SiVa 3 does not have: keys of messages, and the detailed report. */
  readonly strict: boolean
  readonly reportType: Siva3ReportType
  /** Whether the name of the document is written. */
  readonly named: boolean
  /** Digests of the files of the signature, where the request gives them and not the files; null for any other request. */
  readonly digests: readonly SentDigest[] | null
  /** Whether the digest of the document is written. */
  readonly digest: boolean
}

/** Writes the answer of SiVa 3. No member is null, and none is empty. */
export function writeSiva3Answer(report: DocumentReport, options: Siva3Options): Siva3Answer {
  const validationConclusion = writeConclusion(report, options)
  return options.reportType === 'Simple' || options.strict
    ? { validationReport: { validationConclusion } }
    : { validationReport: { validationConclusion, detailedReport: writeDetailedReport(report) } }
}

/**
 * The answer about several signature files: the signatures of all, in order, and everything else from the first file that has a signature.
 *
 * @throws TypeError without an answer
 */
export function joinSiva3Answers(answers: readonly Siva3Answer[]): Siva3Answer {
  const conclusions = answers.map(({ validationReport }) => validationReport.validationConclusion)
  const first = conclusions.find(({ signaturesCount }) => signaturesCount > 0) ?? conclusions[0]
  if (first === undefined) throw new TypeError('there is nothing to join')
  const all = listOrNull(conclusions.flatMap(({ signatures = [] }) => signatures))
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const validationConclusion = {
    ...first,
    ...(all === null ? {} : { signatures: all }),
    signaturesCount: sum(conclusions.map(({ signaturesCount }) => signaturesCount)),
    validSignaturesCount: sum(conclusions.map(({ validSignaturesCount }) => validSignaturesCount)),
  }
  return { validationReport: { validationConclusion } }
}

function writeConclusion(
  report: Pick<DocumentReport, Used>,
  { strict, reportType, named, digests, digest }: Siva3Options,
): Siva3Conclusion {
  const { document, policy, ownPolicy, validationTime, findings, timeStampTokens } = report
  const { description, url } = policyTextOf(policy, ownPolicy, document.form)
  // A time-stamped document is judged in the place of its container, at the time of the token.
  const { document: judged, signatures, timeStampTokens: ownTokens } = report.nested ?? report
  const engine = engineOf(judged)
  const written = signatures.map((signature) => writeSignature(signature, { document: judged, engine, digests, strict }))
  const notes = reportType === 'Simple' ? [] : [reportTypeWarning(reportType, strict)]
  return present({
    policy: present({ policyDescription: description, policyName: policy, policyUrl: textOrNull(url) }),
    signatureForm: formNameOf(document.form),
    signatures: listOrNull(written),
    signaturesCount: written.length,
    timeStampTokens: listOrNull(timeStampTokens.map((token) => writeToken(token, document, strict))),
    validSignaturesCount: written.filter(({ indication }) => indication === 'TOTAL-PASSED').length,
    validatedDocument:
      named || digest
        ? present({
            fileHash: digest ? Buffer.from(document.digest, 'hex').toString('base64') : null,
            filename: named ? document.name : null,
            hashAlgo: digest ? ('SHA256' as const) : null,
          })
        : null,
    validationLevel: engine === 'dss' && ownTokens.length === 0 ? ('ARCHIVAL_DATA' as const) : null,
    validationTime: formatInstant(validationTime),
    validationWarnings: listOrNull(contentsOf([...documentWarningsOf(document.form, findings), ...notes], strict)),
  })
}

type Used = 'document' | 'policy' | 'ownPolicy' | 'validationTime' | 'findings' | 'signatures' | 'timeStampTokens' | 'nested'

/** Members of the report for which SiVa 3 has no place. A file that is left out fails its signatures there. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()(['trust', 'filesLeftOut'])

interface Surroundings {
  readonly document: DocumentReport['document']
  readonly engine: Engine
  readonly digests: readonly SentDigest[] | null
  readonly strict: boolean
}

function writeSignature(
  signature: Pick<SignatureReport, UsedOfSignature> & Verdict,
  { document, engine, digests, strict }: Surroundings,
): Siva3Signature {
  const { signer, level, indication, warnings, claimedSigningTime, signatureAlgorithm } = signature
  return {
    ...verdictOf(signature, document.form, strict),
    ...present({
      certificates: listOrNull(certificatesOf(signature, engine)),
      claimedSigningTime: writeInstant(claimedSigningTime) || 'NA',
      id: idOf(signature),
      info: informationOf(signature, document.form),
      signatureFormat: formatNameOf(signature, document.form, engine),
      signatureLevel: document.form.kind === 'ddoc' ? null : levelNameOf(level, lacksOnlyLevel(signature) ? 'TOTAL-PASSED' : indication),
      signatureMethod: signatureMethodOf(signatureAlgorithm),
      signatureScopes: listOrNull(
        listedScopes(signature, engine).map(
          (scope) => (digests === null ? null : hashScopeOf(scope, signature, digests)) ?? scopeOf(scope, engine, document.size),
        ),
      ),
      signedBy: signedByOf(signer) ?? signerNameOf(signer),
      subjectDistinguishedName: subjectNameOf(signer),
      warnings: listOrNull(contentsOf(warnings, strict)),
    }),
  }
}

/** Whether nothing but the policy's demand for another level fails a signature: it is valid then, and its level is what it is. */
function lacksOnlyLevel({ errors }: Verdict): boolean {
  return errors.length > 0 && errors.every(({ key }) => key === 'signature-level-sufficient')
}

function verdictOf(verdict: Verdict, form: DocumentForm, strict: boolean): Siva3Verdict {
  if (verdict.indication === 'TOTAL-PASSED') return { indication: 'TOTAL-PASSED' }
  const { indication, subIndication, errors } = verdict
  const [first, ...others] = errors
  const written: NonEmpty<Content> = [contentOf(first, strict), ...contentsOf(others, strict)]
  // SiVa writes neither a sub-indication nor INDETERMINATE for DIGIDOC-XML.
  if (form.kind === 'ddoc') return { indication: 'TOTAL-FAILED', errors: written }
  return subIndication === null ? { indication, errors: written } : { indication, errors: written, subIndication }
}

/** `id`: that of the signature. One that states none, as in a PDF, gets the digest of its content, or of its place when it cannot be read. */
function idOf({ id, evidence, source, form }: Pick<SignatureReport, 'id' | 'evidence' | 'source' | 'form'>): string {
  if (id !== '' && form?.profile !== 'pdf') return id
  const digest = evidence?.facts.contentDigest ?? createHash('sha256').update(`${source.file}#${source.index}`).digest('hex')
  return `S-${digest.toUpperCase()}`
}

type UsedOfSignature =
  | 'id'
  | 'source'
  | 'form'
  | 'level'
  | 'signer'
  | 'indication'
  | 'subIndication'
  | 'errors'
  | 'warnings'
  | 'scopes'
  | 'claimedSigningTime'
  | 'signatureAlgorithm'
  | 'bestSignatureTime'
  | 'claimedRoles'
  | 'productionPlace'
  | 'certificates'
  | 'timeStamps'
  | 'revocations'
  | 'evidence'

/** Members of a signature for which SiVa 3 has no place. */
export const leftOutOfSignature = leavingOut<SignatureReport, UsedOfSignature>()([
  'leastLevel',
  // With the commitments, which are not what SiVa 3 means by a reason.
  'reason',
  'policy',
  'validationTime',
  'signingCertificate',
  'certificationPath',
  'blocks',
  'proofsOfExistence',
  'provable',
  'unreadable',
])
