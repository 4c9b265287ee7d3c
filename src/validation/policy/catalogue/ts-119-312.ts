import { deepFreeze } from '#std'
import type { SecuritySuitabilityPolicy } from './security-suitability-policy.js'

/** Lengths of RSA moduli with their ends, the same for each digest with which RSASSA-PKCS1-v1_5 is catalogued. */
const shortModuli = [
  { Parameter: [{ name: 'moduluslength', Min: 786 }], Validity: { End: '2010-08-01' }, Recommendation: 'L' },
  { Parameter: [{ name: 'moduluslength', Min: 1024 }], Validity: { End: '2019-10-01' }, Recommendation: 'L' },
  { Parameter: [{ name: 'moduluslength', Min: 1536 }], Validity: { End: '2019-10-01' }, Recommendation: 'L' },
  { Parameter: [{ name: 'moduluslength', Min: 1900 }], Validity: { End: '2029-01-01' }, Recommendation: 'L' },
] as const

/**
 * The cryptographic suites of ETSI TS 119 312 V1.5.1, with the members that TS 119 322 gives such a catalogue. Its figures are those of the machine-readable
 * catalogue of 2024-10-13 that is published with EU DSS (`dss-crypto-suite.json`, read on 2026-11-28). There, RSA and ECDSA have one entry for each digest, all
 * with the same figures but for the end of SHA-224, which stands at the digest; here each has one. What is not listed is not accepted: SHA3-224 and EdDSA.
 */
export const ts119312: SecuritySuitabilityPolicy = deepFreeze({
  PolicyName: { Name: 'ETSI ESI Cryptographic Suites', ObjectIdentifier: '1.5.1' },
  Publisher: { Name: 'European Telecommunications Standards Institute' },
  PolicyIssueDate: '2024-10-13',
  Usage: 'Signature-related assessment of suitability of cryptographic mechanisms and suites',
  Algorithm: [
    { AlgorithmIdentifier: { Name: 'MD5' }, Evaluation: [{ Validity: { End: '2004-08-01' }, Recommendation: 'L' }] },
    { AlgorithmIdentifier: { Name: 'SHA1' }, Evaluation: [{ Validity: { End: '2012-08-01' }, Recommendation: 'L' }] },
    { AlgorithmIdentifier: { Name: 'SHA224' }, Evaluation: [{ Validity: { End: '2029-01-01' }, Recommendation: 'L' }] },
    { AlgorithmIdentifier: { Name: 'SHA256' }, Evaluation: [{ Validity: {}, Recommendation: 'R' }] },
    { AlgorithmIdentifier: { Name: 'SHA384' }, Evaluation: [{ Validity: {}, Recommendation: 'R' }] },
    { AlgorithmIdentifier: { Name: 'SHA512' }, Evaluation: [{ Validity: {}, Recommendation: 'R' }] },
    { AlgorithmIdentifier: { Name: 'SHA3-256' }, Evaluation: [{ Validity: {}, Recommendation: 'R' }] },
    { AlgorithmIdentifier: { Name: 'SHA3-384' }, Evaluation: [{ Validity: {}, Recommendation: 'R' }] },
    { AlgorithmIdentifier: { Name: 'SHA3-512' }, Evaluation: [{ Validity: {}, Recommendation: 'R' }] },
    { AlgorithmIdentifier: { Name: 'RIPEMD160' }, Evaluation: [{ Validity: { End: '2014-08-01' }, Recommendation: 'L' }] },
    { AlgorithmIdentifier: { Name: 'WHIRLPOOL' }, Evaluation: [{ Validity: { End: '2020-12-01' }, Recommendation: 'L' }] },
    {
      // RSASSA-PKCS1-v1_5, with every length of the modulus, ends on 2029-01-01.
      AlgorithmIdentifier: { Name: 'RSA' },
      Evaluation: [
        ...shortModuli,
        { Parameter: [{ name: 'moduluslength', Min: 3000 }], Validity: { End: '2029-01-01' }, Recommendation: 'L' },
      ],
    },
    {
      AlgorithmIdentifier: { Name: 'RSASSA-PSS' },
      Evaluation: [...shortModuli, { Parameter: [{ name: 'moduluslength', Min: 3000 }], Validity: {}, Recommendation: 'R' }],
    },
    {
      AlgorithmIdentifier: { Name: 'DSA' },
      Evaluation: [
        { Parameter: [{ name: 'plength', Min: 1024 }], Validity: { End: '2015-12-01' }, Recommendation: 'L' },
        { Parameter: [{ name: 'plength', Min: 1900 }], Validity: { End: '2029-01-01' }, Recommendation: 'L' },
        { Parameter: [{ name: 'plength', Min: 3000 }], Validity: {}, Recommendation: 'R' },
      ],
    },
    {
      AlgorithmIdentifier: { Name: 'ECDSA' },
      Evaluation: [
        { Parameter: [{ name: 'qlength', Min: 160 }], Validity: { End: '2012-08-01' }, Recommendation: 'L' },
        { Parameter: [{ name: 'qlength', Min: 224 }], Validity: { End: '2021-10-01' }, Recommendation: 'L' },
        { Parameter: [{ name: 'qlength', Min: 256 }], Validity: {}, Recommendation: 'R' },
      ],
    },
  ],
} satisfies SecuritySuitabilityPolicy)
