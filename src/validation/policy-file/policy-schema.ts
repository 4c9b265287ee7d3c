import {
  type AdesLevel,
  digestStandings,
  keyStandings,
  keyUsageBits,
  type Profile,
  policyNames,
  type ServiceType,
  type SignatureLevel,
  type TimeStampKind,
} from '#model'
import { array, flag, type JsonSchema, object, oneOf, text } from '#readers/json-schema'
import type { AlgorithmUsage } from '#validation/policy'
import { catalogueNames } from './written-policy.js'

/** Every kind of document; one that is missing does not compile. */
const kinds = { 'asic-e': true, 'asic-s': true, cades: true, xades: true, ddoc: true, pdf: true, xroad: true } satisfies Record<
  Profile,
  true
>
export const profiles = Object.keys(kinds) as readonly Profile[]
export const usages = [
  'signature',
  'certificate',
  'time-stamp',
  'time-stamp-certificate',
  'revocation',
] as const satisfies readonly AlgorithmUsage[]
const adesLevels = ['B', 'T', 'LT', 'LTA'] as const satisfies readonly AdesLevel[]
const legalLevels = [
  'QESig',
  'QESeal',
  'AdESig-QC',
  'AdESeal-QC',
  'AdESig',
  'AdESeal',
  'AdES-QC-QSCD',
  'AdES-QC',
  'AdES',
] as const satisfies readonly SignatureLevel[]
const timeStampKinds = [
  'content',
  'signature',
  'validation-data',
  'archive',
  'document',
  'container',
] as const satisfies readonly TimeStampKind[]
const serviceTypes = [
  'CA/QC',
  'CA/PKC',
  'NationalRootCA-QC',
  'TSA',
  'TSA/QTST',
  'TSA/TSS-QC',
  'TSA/TSS-AdESQCandQES',
] as const satisfies readonly ServiceType[]

/** Members for comments and editors. They are allowed and ignored. */
const ignored: Readonly<Record<string, JsonSchema>> = { $schema: {}, comment: {} }

const line = (description: string): JsonSchema => ({
  ...text(description),
  minLength: 1,
  maxLength: 1_000,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
})
const someOf = (values: readonly string[], description: string): JsonSchema => ({
  ...array(oneOf(values), description),
  minItems: 1,
  maxItems: values.length,
  uniqueItems: true,
})
const day: JsonSchema = { type: 'string', description: 'a day such as "2029-01-01"', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const duration: JsonSchema = {
  type: 'string',
  description: 'a duration such as "PT15M", "PT24H" or "P7D"',
  pattern: '^P(?=\\d|T\\d)(?:\\d{1,5}D)?(?:T(?=\\d)(?:\\d{1,5}H)?(?:\\d{1,5}M)?(?:\\d{1,5}S)?)?$',
}
const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [String(schema['type']), 'null'],
  description: `${String(schema['description'])}, or null`,
})

/** A part that stands in `$defs` once. */
const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` })

/** An object of which every member may be absent. */
function optionalMembers(members: Readonly<Record<string, JsonSchema>>, description: string): JsonSchema {
  return object(members, Object.keys(members), description)
}

/** The keys are checked beside the schema: the list of all checks would fill pages, and grows with each release. */
const levels: JsonSchema = {
  type: 'object',
  description: 'an object with the level of each check by its key',
  additionalProperties: oneOf(['fail', 'warn', 'inform', 'ignore']),
}

const constraints: JsonSchema = optionalMembers(
  {
    signatureLevels: someOf(adesLevels, `an array of ${adesLevels.join(', ')}`),
    algorithmsJudgedAt: optionalMembers(
      Object.fromEntries(['time-stamp', 'time-mark', 'none'].map((proof) => [proof, oneOf(['proven-time', 'validation-time'])])),
      'an object with time-stamp, time-mark, none',
    ),
    knownSignaturePolicies: {
      ...array({ type: 'string', description: 'a dotted OID', pattern: '^[0-2](?:\\.\\d{1,20}){1,30}$' }, 'an array of OIDs'),
      maxItems: 100,
    },
    keyUsages: { ...someOf(keyUsageBits, 'an array of key usages'), minItems: 0 },
    revocationSources: someOf(['ocsp', 'crl'], 'an array of ocsp, crl'),
    revocationDelay: {
      ...object(
        { warning: duration, inclusive: flag(), max: orNull(duration) },
        ['inclusive'],
        'an object with "warning", "inclusive" and "max", or null',
      ),
      type: ['object', 'null'],
    },
    listedUnitsOnly: flag(),
    timeStampServices: someOf(serviceTypes, `an array of ${serviceTypes.join(', ')}`),
    timeStampUnitExpiry: oneOf(['ends-proof', 'no-effect']),
    requiredTimeStamps: { ...someOf(timeStampKinds, `an array of ${timeStampKinds.join(', ')}`), minItems: 0 },
    unsignedFiles: oneOf(['warning', 'failure']),
    maxRevocationAge: orNull(duration),
    nextUpdateBinds: flag(),
    maxTimeStampDelay: orNull(duration),
    oldRevocationStateWarning: duration,
    maxClockDifference: duration,
  },
  'an object of constraints',
)

const digest: JsonSchema = {
  ...object(
    { until: orNull(day), weakSince: day },
    ['until', 'weakSince'],
    'an object with "until", or null for an algorithm that is not accepted',
  ),
  type: ['object', 'null'],
}
const keySizes: JsonSchema = {
  ...array(
    object(
      {
        minimumBits: { type: 'integer', minimum: 0, maximum: 65_536, description: 'a number of bits' },
        until: orNull(day),
        weakSince: day,
      },
      ['until', 'weakSince'],
    ),
    'an array of { "minimumBits", "until" }, or null for an algorithm that is not accepted',
  ),
  type: ['array', 'null'],
  minItems: 1,
  maxItems: 20,
}
const algorithmSet = {
  digests: optionalMembers(
    Object.fromEntries(Object.keys(digestStandings).map((name) => [name, ref('digest')])),
    'an object with a member for each digest algorithm',
  ),
  keys: optionalMembers(
    Object.fromEntries(Object.keys(keyStandings).map((name) => [name, ref('keySizes')])),
    'an object with a member for each algorithm of keys',
  ),
}
const algorithms: JsonSchema = optionalMembers(
  {
    catalogue: oneOf(catalogueNames),
    ...algorithmSet,
    usages: optionalMembers(Object.fromEntries(usages.map((usage) => [usage, ref('algorithmSet')])), `an object with ${usages.join(', ')}`),
  },
  'an object with catalogue, digests, keys, usages',
)

/** Schema of a policy file. Whether its days exist and its limits fit together is checked by `readPolicyFile`. */
export function policySchema(): JsonSchema {
  const accepted = object(
    {
      accepted: { ...someOf(legalLevels, 'an array of legal levels'), minItems: 0 },
      withWarning: { ...someOf(legalLevels, 'an array of legal levels'), minItems: 0 },
    },
    ['withWarning'],
    'an object with "accepted" and "withWarning"',
  )
  const schema = object(
    {
      name: {
        type: 'string',
        description: 'a name of letters, digits, dots, hyphens and underscores that begins with a letter, of at most 64 characters',
        pattern: '^[A-Za-z][A-Za-z0-9._-]{0,63}$',
      },
      basis: oneOf(policyNames),
      description: line('one or more sentences for the report, on one line'),
      url: { ...line('the address at which the policy is published'), pattern: '^https?://[!-~]+$' },
      levels: ref('levels'),
      legalLevel: optionalMembers(
        { signature: ref('legalLevels'), seal: ref('legalLevels'), unknown: ref('legalLevels') },
        'an object with signature, seal, unknown',
      ),
      constraints: ref('constraints'),
      algorithms: ref('algorithms'),
      profiles: optionalMembers(
        Object.fromEntries(profiles.map((profile) => [profile, ref('profile')])),
        `an object with ${profiles.join(', ')}`,
      ),
      ...ignored,
    },
    ['url', 'levels', 'legalLevel', 'constraints', 'algorithms', 'profiles', ...Object.keys(ignored)],
  )
  const profile = optionalMembers(
    { levels: ref('levels'), constraints: ref('constraints'), algorithms: ref('algorithms') },
    'an object with levels, constraints, algorithms',
  )
  const shared = { legalLevels: accepted, profile, levels, constraints, algorithms, digest, keySizes }
  return { ...schema, $defs: { ...shared, algorithmSet: optionalMembers(algorithmSet, 'an object with digests, keys') } }
}
