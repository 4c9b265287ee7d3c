import {
  type CheckResult,
  findingKeys,
  type Instant,
  notApplicable,
  reportBounds,
  type StructureFinding,
  timeFact,
  type XroadChain,
  type XroadFacts,
  type XroadFindingKey,
  type XroadMember,
} from '#model'
import { isReliableAt, reliabilityOfDigest, weakSinceOfDigest } from '../blocks/algorithm-reliability.js'
import { check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import type { OwnChecks } from '../own-checks.js'
import { memberOfCertificate } from './member-of-certificate.js'

const { maxFindings } = reportBounds

/** The checks of X-Road: the message states its sender, signature and time-stamp cover it, and the certificate belongs to the sender (`decisions.md#xroad`). */
export function checkXroad(evaluation: Evaluation, facts: XroadFacts): OwnChecks {
  const chains = [facts.signatureChain, facts.timeStampChain].filter((chain) => chain !== null)
  const chainFindings = chains.flatMap((chain) => chain.findings)
  const checksOf = (keys: readonly XroadFindingKey[], findings: readonly StructureFinding[]) =>
    keys.flatMap((key) => checkFindings(evaluation, key, findings))
  return {
    formatChecking: [
      ...checksOf(findingKeys.xroadMessage, facts.message.findings),
      ...checksOf(findingKeys.xroadStructure, facts.findings),
      ...(chains.length === 0 ? [] : checksOf(findingKeys.xroadHashChain, chainFindings)),
      checkPresence(evaluation, facts.signatureChain),
    ],
    identification: checkMember(evaluation, facts),
    context: [checkInstance(evaluation, facts), checkConfiguration(evaluation)],
    cryptographicVerification: chains.length === 0 ? [] : checksOf(findingKeys.xroadHashChainDigests, chainFindings),
    acceptance: (time) => chains.flatMap((chain) => checkDigests(evaluation, chain, time)),
  }
}

function checkFindings({ policy }: Evaluation, key: XroadFindingKey, findings: readonly StructureFinding[]): readonly CheckResult[] {
  const missed = findings.filter((finding) => finding.key === key)
  return missed.length === 0
    ? [check(policy, key, true)]
    : missed.slice(0, maxFindings).map(({ facts }) => check(policy, key, false, facts))
}

/** Whether the attachments are in the container. Older security servers do not store them, although the signature covers their digests. */
function checkPresence({ policy }: Evaluation, chain: XroadChain | null): CheckResult {
  const absent = chain?.inputs.filter(({ status }) => status === 'absent') ?? []
  return check(policy, 'xroad-attachment-present', absent.length === 0, {
    files: absent.slice(0, maxFindings).map(({ uri }) => uri),
  })
}

function checkInstance({ policy, data }: Evaluation, { message }: XroadFacts): CheckResult {
  const instance = message.sender?.instance ?? null
  // Format checking has reported that the message states no sender.
  if (instance === null) return notApplicable('xroad-instance-known')
  return check(policy, 'xroad-instance-known', data.domain?.known === true && data.domain.instance === instance, { instance })
}

/** Whether the message was time-stamped before the configuration of the instance expired. For earlier messages an expired configuration remains correct. */
function checkConfiguration({ policy, data, facts }: Evaluation): CheckResult {
  const expires = data.domain?.expires ?? null
  const stamped = facts.timeStamps.find(({ kind }) => kind === 'signature')?.genTime ?? null
  if (expires === null || stamped === null) return notApplicable('xroad-configuration-current')
  const about = { instance: data.domain?.instance ?? '', expires: timeFact(expires), at: timeFact(stamped) }
  return check(policy, 'xroad-configuration-current', stamped <= expires, about)
}

/** The certificate must name the sender of the message, according to the certificate profile of its authority. Subsystems are not compared. */
function checkMember(evaluation: Evaluation, { message: { sender, findings } }: XroadFacts): readonly CheckResult[] {
  const { policy, facts, data } = evaluation
  const certificate = facts.signingCertificate === null ? null : evaluation.certificate(facts.signingCertificate)
  const profiles = certificate === null ? [] : profilesAbove(evaluation, certificate.id)
  // Other checks report a message without a sender, and a certificate without a path, whose authority would determine the profile.
  if (certificate === null || profiles.length === 0 || (sender === null && findings.length > 0))
    return [notApplicable('xroad-member-named'), notApplicable('xroad-member-matches')]
  const instance = data.domain?.instance ?? ''
  const members = profiles.map((profile) => memberOfCertificate(profile, certificate, instance))
  const named = members.filter((member) => member !== null)
  const about = { certificate: nameOf(certificate), profile: profiles.join(', ') }
  if (named.length < members.length) return [check(policy, 'xroad-member-named', false, about), notApplicable('xroad-member-matches')]
  const matches = sender !== null && named.every((member) => isSame(member, sender))
  const shown = { certificate: written(named[0] ?? null), sender: written(sender) }
  return [check(policy, 'xroad-member-named', true, about), check(policy, 'xroad-member-matches', matches, shown)]
}

/** Certificate profiles of the authorities that issued the certificate; usually one. An approved authority may be above others with different profiles. */
function profilesAbove(evaluation: Evaluation, certificate: string) {
  const below = evaluation.data.domain?.intermediateProfiles ?? {}
  const issuers = evaluation
    .paths(certificate)
    .flatMap(({ anchored, certificates }) => (anchored ? (certificates.at(1) ?? certificates.at(0) ?? []) : []))
  const approved = issuers.flatMap((issuer) => evaluation.anchorServices(issuer).flatMap(({ memberProfile }) => memberProfile ?? []))
  return [...new Set([...issuers.flatMap((issuer) => below[issuer] ?? []), ...approved])]
}

function isSame(a: XroadMember, b: XroadMember): boolean {
  return a.instance === b.instance && a.memberClass === b.memberClass && a.memberCode === b.memberCode
}

function written(member: XroadMember | null): string {
  return member === null ? '' : `${member.instance}/${member.memberClass}/${member.memberCode}`
}

/** Digest algorithms of a hash chain: with a weak digest in it the message could be replaced, however strong the signature is. */
function checkDigests({ policy }: Evaluation, { file, digests }: XroadChain, time: Instant): readonly CheckResult[] {
  // Cryptographic verification reports unknown algorithms, whose digests were not computed.
  const known = digests.flatMap(({ identifier, algorithm }) => (algorithm === null ? [] : [{ identifier, algorithm }]))
  const evaluated = known.map(({ identifier, algorithm }) => {
    const reliability = reliabilityOfDigest(policy.algorithms.signature, algorithm)
    const facts = { file, algorithm: identifier, reason: reliability.reason }
    return check(policy, 'xroad-hash-chain-algorithm-acceptable', isReliableAt(reliability, time), facts)
  })
  const weak = known.flatMap(({ algorithm }) => {
    const since = weakSinceOfDigest(policy.algorithms.signature, algorithm)
    return since === null ? [] : [{ algorithm, since }]
  })
  return [
    ...evaluated.slice(0, maxFindings),
    ...weak.slice(0, 1).map((found) => check(policy, 'digest-strong', false, { ...found, uses: [file] })),
  ]
}
