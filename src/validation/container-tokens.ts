import type { CheckResult, SignatureFacts, TokenReport, ValidationRequest } from '#model'
import { collectValidationData } from '#trust'
import { concludeTokens, type ValidationPolicy } from '#validation/policy'
import { reportCertificates } from '#validation/report'
import { type ContainerTokens, completeTimeStamps } from '#validation/signature'
import { scopesWithArchives } from './archive-scopes.js'
import type { ReadDocument } from './document-formats.js'
import type { ValidationContext } from './validation-context.js'

/** Validates the time-stamp tokens of a container, and reports them in its order. */
export function reportTokens(
  { opened, tokens }: ReadDocument,
  { validationTime }: Pick<ValidationRequest, 'validationTime'>,
  policy: ValidationPolicy,
  findings: readonly CheckResult[],
  context: ValidationContext,
): readonly TokenReport[] {
  if (tokens === null) return []
  const { facts, units: listed } = completeTimeStamps(factsOfTokens(tokens), context.index.unitsDesignated, context)
  const data = collectValidationData(facts, context.index, context, listed)
  const units = reportCertificates({ facts, data }, { signingCertificate: null, certificationPath: null })
  const evidence = tokens.tokens.map(({ references, covered }) => ({
    references,
    coversDataFile: opened.dataFiles.some(({ name }) => covered.has(name)),
  }))
  const conclusions = concludeTokens(policy, evidence, { facts, data }, context.index.snapshot.sources, validationTime, findings)
  return tokens.tokens.flatMap(({ file, scopes, facts: read }, index): readonly TokenReport[] => {
    const conclusion = conclusions[index]
    if (conclusion === undefined) return []
    const stated = facts.timeStamps[index] ?? read
    return [
      {
        file,
        facts: stated,
        scopes: scopesWithArchives(scopes, opened, context.limits),
        coversDataFile: evidence[index]?.coversDataFile === true,
        unit: units.find(({ certificate, role }) => certificate.id === stated.signingCertificate && role === 'time-stamping-unit') ?? null,
        ...conclusion,
      },
    ]
  })
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
    productionPlace: null,
    reason: null,
    structure: [],
  }
}
