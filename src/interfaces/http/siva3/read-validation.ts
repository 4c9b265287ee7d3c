import type { DetachedData, PolicyName } from '#model'
import type { Siva3ReportType } from '#writers/siva3'
import type { Members } from '../json-body.js'
import { readDocument, textOf } from './read-members.js'
import { type Siva3Error, type Siva3Refusal, texts, wrongFields } from './request-errors.js'

/** A request to validate a document, with the policy as it was named: SiVa says that there is no such policy only when the document can be read. */
export interface Siva3Request {
  readonly document: Uint8Array
  readonly filename: string
  readonly policy: NamedPolicy
  readonly reportType: Siva3ReportType
  /** Files beside a document with detached signatures; null for none. */
  readonly detached: DetachedData | null
}

/** A policy of this interface, or the name of one that it does not have. */
export type NamedPolicy = { readonly known: PolicyName } | { readonly unknown: string; readonly available: readonly PolicyName[] }

const maxFilenameLength = 260
const maxPolicyLength = 100
const reportTypes = ['Simple', 'Detailed', 'Diagnostic'] as const satisfies readonly Siva3ReportType[]
const defaultPolicy: PolicyName = 'POLv4'

type ReadFiles = (members: Members, problems: Siva3Error[]) => DetachedData | null

/**
 * Reads the members of a request to `/validate`. Unknown members are ignored.
 *
 * @param policies names of the policies that it may name
 * @param readFiles reads the files that are given beside the document
 * @throws Siva3Refusal with an item for each rule that a member violates
 */
export function readValidation(members: Members, policies: readonly PolicyName[], readFiles: ReadFiles = () => null): Siva3Request {
  const problems: Siva3Error[] = []
  const document = readDocument(members, problems)
  const filename = readFilename(textOf(members, 'filename'), 'filename', problems)
  if (textOf(members, 'documentType') !== null)
    problems.push({ key: 'documentType', message: 'documentType is not a valid request parameter' })
  const { policy, reportType } = readOptions(members, policies, problems)
  const detached = readFiles(members, problems)
  if (problems.length > 0 || document === null || filename === null) throw wrongFields(problems)
  return { document, filename, policy, reportType, detached }
}

/** The members that `/validate` and `/validateHashcode` have in common. */
export function readOptions(
  members: Members,
  policies: readonly PolicyName[],
  problems: Siva3Error[],
): Pick<Siva3Request, 'policy' | 'reportType'> {
  return {
    policy: readPolicy(textOf(members, 'signaturePolicy'), policies, problems),
    reportType: readReportType(textOf(members, 'reportType'), problems),
  }
}

/** The name of a file; null with what is wrong about it. Any character is taken, because the name is only returned. */
export function readFilename(name: string | null, key: string, problems: Siva3Error[]): string | null {
  if (name === null) problems.push({ key, message: 'Invalid filename' })
  if (name === null || name === '') problems.push({ key, message: texts.empty })
  if (name === '' || (name !== null && name.length > maxFilenameLength)) problems.push({ key, message: texts.size(maxFilenameLength) })
  return name
}

function readPolicy(name: string | null, policies: readonly PolicyName[], problems: Siva3Error[]): NamedPolicy {
  if (name === null) return { known: defaultPolicy }
  if (name === '' || name.length > maxPolicyLength) problems.push({ key: 'signaturePolicy', message: texts.size(maxPolicyLength) })
  if (!/^[A-Za-z0-9_ -]*$/.test(name)) problems.push({ key: 'signaturePolicy', message: 'Invalid signature policy' })
  const known = policies.find((policy) => policy.toLowerCase() === name.toLowerCase())
  return known === undefined ? { unknown: name, available: policies } : { known }
}

function readReportType(name: string | null, problems: Siva3Error[]): Siva3ReportType {
  const known = name === null ? 'Simple' : reportTypes.find((type) => type.toLowerCase() === name.toLowerCase())
  if (known === undefined) problems.push({ key: 'reportType', message: 'Invalid report type' })
  return known ?? 'Simple'
}

/** The policy to validate by. A document is opened under the default policy when it is only opened to be refused. */
export function policyOf(policy: NamedPolicy): PolicyName {
  return 'known' in policy ? policy.known : defaultPolicy
}

/** The refusal of a policy that this interface does not have. */
export function unknownPolicy({ unknown, available }: Extract<NamedPolicy, { readonly unknown: string }>): Siva3Refusal {
  const message = `Invalid signature policy: ${unknown}; Available abstractPolicies: [${available.join(', ')}]`
  return wrongFields([{ key: 'signaturePolicy', message }])
}
