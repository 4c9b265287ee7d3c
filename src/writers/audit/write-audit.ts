import type { DocumentReport, SignatureReport, XroadMember } from '#model'
import { leavingOut } from '../left-out.js'

/** What an audit counts of one X-Road container. */
export interface ContainerAudit {
  /** The member that sent the message: `EE/GOV/70000001`; empty when the message does not state it. */
  readonly member: string
  /** Code of the service; empty when the message does not state it. */
  readonly service: string
  readonly kind: 'request' | 'response' | ''
  /** Whether there are signatures and all pass. */
  readonly passed: boolean
  /** Keys of the errors that decided, each once. */
  readonly causes: readonly string[]
}

type Used = 'signatures'

/** Members of the report that no table of an audit has. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()([
  'document',
  'policy',
  'ownPolicy',
  'validationTime',
  'trust',
  'findings',
  'filesLeftOut',
  'timeStampTokens',
  'nested',
])

export function writeAudit({ signatures }: Pick<DocumentReport, Used>): ContainerAudit {
  const message = signatures.map(messageOf).find((each) => each !== null) ?? null
  const failed = signatures.filter(({ indication }) => indication !== 'TOTAL-PASSED')
  return {
    member: message?.sender == null ? '' : nameOf(message.sender),
    service: message?.service ?? '',
    kind: message?.kind ?? '',
    passed: signatures.length > 0 && failed.length === 0,
    causes: [...new Set(failed.flatMap(({ errors }) => errors.slice(0, 1).map(({ key }) => key)))],
  }
}

function messageOf({ evidence }: Pick<SignatureReport, 'evidence'>) {
  const profile = evidence?.facts.profile
  return profile?.name === 'xroad' ? profile.message : null
}

function nameOf({ instance, memberClass, memberCode }: XroadMember): string {
  return `${instance}/${memberClass}/${memberCode}`
}
