import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { constraintsOf, POLv1, POLv3, POLv4, ts119312, validationPolicies } from '#validation/policy'
import { comparePolicies, describePolicy, PolicyFileError, policySchema, readPolicyFile } from '#validation/policy-file'

const published = new URL('../../../docs/schemas/policy.json', import.meta.url).pathname
const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const smallest = { name: 'archive', basis: 'POLv1', description: 'For the archive.' }
const read = (changes: object = {}) => readPolicyFile(bytes({ ...smallest, ...changes }), 'p.json').policy

function faultsOf(value: unknown): readonly string[] {
  try {
    readPolicyFile(bytes(value), 'p.json')
  } catch (error) {
    if (error instanceof PolicyFileError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('a policy file', () => {
  it('a policy file has a published schema that is the one it is checked by (update it with `vitest -u`)', async () => {
    const text = JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...policySchema() }, null, 2)
    await expect(`${text}\n`).toMatchFileSnapshot(published)
  })

  it('a policy file that changes nothing is its basis with another name', () => {
    for (const basis of ['POLv1', 'POLv2', 'POLv3', 'POLv4'] as const)
      expect(read({ basis })).toEqual({ ...validationPolicies[basis], name: 'archive' })
  })

  it('a policy file states its name, basis, text, address and digest', () => {
    const { own } = readPolicyFile(bytes({ ...smallest, url: 'https://archive.example/policy' }), 'p.json')
    expect(own).toMatchObject({ ...smallest, url: 'https://archive.example/policy' })
    expect(own.digest).toMatch(/^[0-9a-f]{64}$/)
  })

  it('a policy file changes levels, evidence, times and files, for every kind of document or for one', () => {
    const policy = read({
      levels: { 'digest-strong': 'fail' },
      constraints: {
        unsignedFiles: 'failure',
        revocationSources: ['ocsp', 'crl'],
        revocationDelay: { warning: 'PT1M', max: 'P1DT1H' },
        maxTimeStampDelay: 'P7D',
        maxRevocationAge: null,
      },
      profiles: { pdf: { constraints: { unsignedFiles: 'warning' }, levels: { 'digest-strong': 'ignore' } } },
    })
    expect(policy.levels['digest-strong']).toBe('fail')
    expect(policy.profiles['asic-e']).toMatchObject({
      unsignedFiles: 'failure',
      revocationSources: ['ocsp', 'crl'],
      revocationDelay: { warning: 60_000, inclusive: false, max: 25 * 3_600_000 },
      maxTimeStampDelay: 7 * 24 * 3_600_000,
    })
    expect(policy.profiles.pdf).toMatchObject({ unsignedFiles: 'warning', levels: { 'digest-strong': 'ignore' } })
  })

  it('a policy file changes the minimal sizes and the ends of algorithms, for every use or for one', () => {
    const policy = read({
      algorithms: {
        digests: { SHA1: null, SHA256: { until: '2035-01-01' } },
        keys: { RSA: [{ minimumBits: 3000 }, { minimumBits: 2048, until: '2029-01-01' }], DSA: null },
        usages: { revocation: { digests: { SHA1: { until: '2030-01-01' } } } },
      },
    })
    const { signature, revocation } = policy.profiles['asic-e'].algorithms
    expect(signature.digests.SHA1).toBeUndefined()
    expect(signature.digests.SHA256).toEqual({ until: Date.UTC(2035, 0, 1) })
    expect(signature.keys.RSA).toEqual([
      { minimumBits: 2048, until: Date.UTC(2029, 0, 1) },
      { minimumBits: 3000, until: null },
    ])
    expect(signature.keys.DSA).toBeUndefined()
    expect(revocation.digests.SHA1).toEqual({ until: Date.UTC(2030, 0, 1) })
  })

  it('a policy file with legal levels requires them', () => {
    const { legalLevel } = read({ basis: 'POLv2', legalLevel: { signature: { accepted: ['QESig', 'AdESig-QC'] } } })
    expect(legalLevel).toMatchObject({
      check: 'signature-level-sufficient',
      levels: { signature: { accepted: ['QESig', 'AdESig-QC'], withWarning: [] } },
    })
  })

  it('a policy file with the catalogue has the figures of ETSI TS 119 312 V1.5.1', () => {
    const { signature } = read({ algorithms: { catalogue: 'TS 119 312 V1.5.1' } }).profiles['asic-e'].algorithms
    const ends = (sizes: readonly { minimumBits: number; until: number | null }[] = []) =>
      sizes.map(({ minimumBits, until }) => [minimumBits, until === null ? null : new Date(until).toISOString().slice(0, 10)])
    expect(signature.digests.SHA1?.until).toBe(Date.UTC(2012, 7, 1))
    expect(signature.digests.SHA224?.until).toBe(Date.UTC(2029, 0, 1))
    expect(signature.digests.SHA256?.until).toBeNull()
    expect(signature.digests['SHA3-256']?.until).toBeNull()
    expect(signature.digests['SHA3-224']).toBeUndefined()
    expect(ends(signature.keys.RSA)).toEqual([
      [786, '2010-08-01'],
      [1024, '2019-10-01'],
      [1536, '2019-10-01'],
      [1900, '2029-01-01'],
      [3000, '2029-01-01'],
    ])
    expect(ends(signature.keys['RSASSA-PSS']).at(-1)).toEqual([3000, null])
    expect(ends(signature.keys.ECDSA)).toEqual([
      [160, '2012-08-01'],
      [224, '2021-10-01'],
      [256, null],
    ])
    expect(signature).toEqual(constraintsOf(ts119312))
  })

  it('a policy file is refused with every fault at its place, one sentence each', () => {
    expect(
      faultsOf({ name: '1', basis: 'POLv9', describtion: 'x', constraints: { unsignedFile: 'failure', maxTimeStampDelay: '7 days' } }),
    ).toEqual([
      'p.json: it is missing; write one or more sentences for the report, on one line.'.replace('p.json:', 'p.json, description:'),
      expect.stringMatching(/^p\.json: "describtion" is not known here; known are name, basis, /),
      'p.json, name: write a name of letters, digits, dots, hyphens and underscores that begins with a letter, of at most 64 characters.',
      'p.json, basis: write one of POLv1, POLv2, POLv3, POLv4.',
      expect.stringMatching(/^p\.json, constraints: "unsignedFile" is not known here; known are signatureLevels, /),
      'p.json, constraints.maxTimeStampDelay: write a duration such as "PT15M", "PT24H" or "P7D", or null.',
    ])
  })

  it('a policy file is refused with contradictions beside faults of form, all at once', () => {
    expect(
      faultsOf({
        name: 'POLv2',
        basis: 'POLv9',
        levels: { 'signed-data-intact': 'warn' },
        constraints: { unsignedFiles: 'maybe', revocationDelay: { warning: 'P2D', max: 'P1D' } },
        algorithms: { digests: { SHA1: { until: '2029-02-30' } }, keys: { RSA: [{ minimumBits: -1 }] } },
        profiles: { word: {} },
      }),
    ).toEqual([
      'p.json, description: it is missing; write one or more sentences for the report, on one line.',
      'p.json, basis: write one of POLv1, POLv2, POLv3, POLv4.',
      'p.json, constraints.unsignedFiles: write one of warning, failure.',
      'p.json, algorithms.keys.RSA[0].minimumBits: write a number of bits.',
      expect.stringMatching(/^p\.json, profiles: "word" is not known here; known are /),
      'p.json, name: POLv2 is a built-in policy; write another name.',
      'p.json, levels.signed-data-intact: no policy weakens this check; write "fail", or leave it out.',
      'p.json, constraints.revocationDelay.warning: it is longer than "max" (P1D); write a shorter one.',
      'p.json, algorithms.digests.SHA1.until: there is no day 2029-02-30; write one that exists.',
    ])
    expect(faultsOf('[]')).toHaveLength(1)
  })

  it.each([
    'data-object-signed',
    'cms-message-digest-present',
    'cms-content-type',
    'asic-manifest-usable',
    'signed-properties-referenced',
    'identifier-unique',
    'authority-basic-constraints',
    'time-stamping-unit-key-purpose',
    'revocation-signature-intact',
  ])('a policy file cannot weaken %s, without which other checks are empty, not for one kind of document either', (key) => {
    for (const level of ['warn', 'inform', 'ignore'])
      expect(faultsOf({ ...smallest, levels: { [key]: level }, profiles: { cades: { levels: { [key]: level } } } })).toEqual([
        `p.json, levels.${key}: no policy weakens this check; write "fail", or leave it out.`,
        `p.json, profiles.cades.levels.${key}: no policy weakens this check; write "fail", or leave it out.`,
      ])
  })

  it('a policy file is refused with days that do not exist and with limits that contradict each other', () => {
    const faults = faultsOf({
      ...smallest,
      name: 'polV1',
      levels: { 'signature-value-intact': 'warn', 'digest-strong': 'fail' },
      legalLevel: { seal: { accepted: ['QESig', 'QESeal'], withWarning: ['QESeal'] } },
      constraints: { revocationDelay: { warning: 'P2D', max: 'P1D' } },
      algorithms: {
        digests: { SHA1: { until: '2029-02-30' }, SHA224: { until: '2029-01-01', weakSince: '2030-01-01' } },
        keys: { RSA: [{ minimumBits: 2048 }, { minimumBits: 3000, until: '2029-01-01' }, { minimumBits: 3000, until: '2029-01-01' }] },
      },
    })
    expect(faults).toEqual([
      'p.json, name: POLv1 is a built-in policy; write another name.',
      'p.json, levels.signature-value-intact: no policy weakens this check; write "fail", or leave it out.',
      'p.json, legalLevel.seal: QESig is a level for signature; write it there.',
      'p.json, legalLevel.seal: QESeal is accepted both with and without a warning; remove one of the two.',
      'p.json, legalLevel.seal: QESeal is accepted both with and without a warning; remove one of the two.',
      'p.json, constraints.revocationDelay.warning: it is longer than "max" (P1D); write a shorter one.',
      'p.json, algorithms.digests.SHA1.until: there is no day 2029-02-30; write one that exists.',
      'p.json, algorithms.digests.SHA224.weakSince: the algorithm has ended on this day (until 2029-01-01); write an earlier one.',
      'p.json, algorithms.keys.RSA[1].until: keys of 2048 bits are accepted longer than these larger ones; write a later day here or an earlier one there.',
      'p.json, algorithms.keys.RSA[2].minimumBits: 3000 stands at algorithms.keys.RSA[1] as well; remove one of the two.',
      'p.json, algorithms.keys.RSA[2].until: keys of 2048 bits are accepted longer than these larger ones; write a later day here or an earlier one there.',
    ])
  })

  it('a policy file is refused when it is not JSON, or names a member twice', () => {
    expect(faultsOf('{')).toEqual([expect.stringContaining('it is not JSON in UTF-8')])
    expect(faultsOf('{"name":"a","name":"b"}')).toEqual(['p.json: "name" occurs twice in one object; remove one of the two.'])
  })

  it('the policy file of the documentation is sound', () => {
    const file = readFileSync(new URL('../../../docs/policies/archive.json', import.meta.url))
    expect(readPolicyFile(file, 'archive.json').own).toMatchObject({ name: 'archive', basis: 'POLv1' })
  })
})

describe('a policy in words', () => {
  it('a policy is shown with a clause for every constraint', () => {
    const described = describePolicy(POLv1)
    expect(described.filter(({ clause, value }) => clause === '' || value === '')).toEqual([])
    expect(described).toContainEqual({
      profile: null,
      place: 'constraints.unsignedFiles',
      value: 'warning',
      clause: 'BDOC 2.1 8',
    })
    expect(described).toContainEqual(
      expect.objectContaining({ profile: 'pdf', place: 'constraints.revocationSources', value: 'ocsp, crl' }),
    )
    expect(described).toContainEqual(
      expect.objectContaining({ place: 'algorithms.time-stamp-certificate.keys.ECDSA', value: 'from 256 bits accepted without end' }),
    )
  })

  it('no range of key sizes of a policy is empty: each begins above the one before', () => {
    const sizes = [...Object.values(validationPolicies), read({ algorithms: { catalogue: 'TS 119 312 V1.5.1' } })].flatMap((policy) =>
      Object.values(policy.profiles).flatMap(({ algorithms }) => Object.values(algorithms).flatMap(({ keys }) => Object.values(keys))),
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.filter((of) => of.some(({ minimumBits }, at) => minimumBits <= (of[at - 1]?.minimumBits ?? -1)))).toEqual([])
  })

  it('policies are compared by their constraints', () => {
    expect(comparePolicies(POLv3, POLv3)).toEqual([])
    expect(comparePolicies(POLv3, POLv4).map(({ place }) => place)).toEqual(['legalLevel.signature', 'legalLevel.seal', 'legalLevel.check'])
    expect(comparePolicies(POLv1, read({ constraints: { unsignedFiles: 'failure' } }))).toEqual([
      { profile: null, place: 'constraints.unsignedFiles', clause: 'BDOC 2.1 8', first: 'warning', second: 'failure' },
    ])
  })
})
