import type { CheckResult, ReportedCertificate, SignatureFacts, TokenReport, ValidationRequest } from '#model'
import { collectValidationData } from '#trust'
import { concludeTokens, type ValidationPolicy } from '#validation/policy'
import { type Holder, heldUntil, TokensUntil } from '#validation/provable'
import { LateProvable, reportCertificates } from '#validation/report'
import { type ContainerTokens, completeTimeStamps } from '#validation/signature'
import { scopesWithArchives } from './archive-scopes.js'
import type { ReadDocument } from './document-formats.js'
import type { ValidationContext } from './validation-context.js'

/**
 * Validates the time-stamp tokens of a container, and reports them in its order.
 *
 * @param holder the container of time-stamps that this one is in; null: none
 */
export function reportTokens(
  { opened, tokens }: ReadDocument,
  { validationTime }: Pick<ValidationRequest, 'validationTime'>,
  policy: ValidationPolicy,
  findings: readonly CheckResult[],
  context: ValidationContext,
  holder: Holder | null,
): readonly TokenReport[] {
  if (tokens === null) return []
  const { facts, units: listed } = completeTimeStamps(factsOfTokens(tokens), context.index.unitsDesignated, context)
  const data = collectValidationData(facts, context.index, context, listed)
  const units = reportCertificates({ facts, data }, { signingCertificate: null, certificationPath: null })
  const evidence = tokens.tokens.map(({ references, covered }) => ({
    references,
    coversDataFile: opened.dataFiles.some(({ name }) => covered.has(name)),
  }))
  const until = new TokensUntil(policy, evidence, { facts, data }, findings)
  const conclusions = concludeTokens(policy, evidence, { facts, data }, context.index.snapshot.sources, validationTime, findings)
  return tokens.tokens.flatMap(({ file, scopes, facts: read }, index): readonly TokenReport[] => {
    const conclusion = conclusions[index]
    if (conclusion === undefined) return []
    const stated = facts.timeStamps[index] ?? read
    const unit =
      units.find(({ certificate, role }) => certificate.id === stated.signingCertificate && role === 'time-stamping-unit') ?? null
    const provable = () => until.provable(index, conclusion, validationTime)
    return [
      {
        file,
        facts: stated,
        scopes: scopesWithArchives(scopes, opened, context.limits),
        coversDataFile: evidence[index]?.coversDataFile === true,
        unit,
        certificates: certificatesOf(unit, units),
        evidence: { facts, data },
        provable: new LateProvable(() =>
          holder === null ? provable() : heldUntil(provable(), (time) => until.passesAt(index, time), holder),
        ),
        ...conclusion,
      },
    ]
  })
}

/** Those of a token among those of all tokens: the unit with the authorities above it, and the responders, of which no token has its own. */
function certificatesOf(unit: ReportedCertificate | null, all: readonly ReportedCertificate[]): readonly ReportedCertificate[] {
  if (unit === null) return []
  const above = new Set(unit.issuers.map(({ id }) => id))
  return [unit, ...all.filter(({ certificate, role }) => role === 'responder' || (role === 'authority' && above.has(certificate.id)))]
}

/** The tokens in the form of the facts of a signature that has nothing else: their evidence is collected and evaluated as that of a signature is. */
function factsOfTokens({ tokens, certificates, revocations }: ContainerTokens): SignatureFacts {
  return {
    source: { file: '', index: 0 },
    id: '',
    contentDigest: '',
    identifier: { signatureValue: '', dataToBeSigned: null },
    profile: { name: 'asic-s' },
    syntax: { name: 'cms', contentType: '', statedContentType: null, hasMessageDigest: false },
    level: 'B',
    proofOfTime: 'none',
    scopes: [],
    claimedSigningTime: null,
    unreadableSigningTime: null,
    signatureAlgorithm: { identifier: '', encryption: null, digest: null },
    signatureValue: { status: 'no-certificate', digestInfoWithoutNull: false },
    references: [],
    signingCertificate: null,
    signingCertificateReferences: [],
    signingCertificateReferenceSigned: false,
    policy: null,
    timeStamps: tokens.map(({ facts }) => facts),
    unreadableTimeStamps: [],
    revocations,
    unreadableRevocations: [],
    timeMarks: [],
    certificates,
    claimedRoles: [],
    commitmentTypes: [],
    productionPlace: null,
    reason: null,
    structure: [],
  }
}
