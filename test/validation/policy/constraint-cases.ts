import type { AnchorService, FindingKey, Outcome } from '#model'
import type { ProfileConstraints } from '../../../src/validation/policy/validation-policy.js'
import {
  addAnswer,
  addCertificate,
  setAnchor,
  setPath,
  withAppointedResponder,
  withIssuedUnit,
  withListedSigner,
  withSubordinate,
} from './extended-signatures.js'
import {
  archivedAt,
  certificate,
  changeCertificate,
  confirmedAt,
  type Evidence,
  inForce,
  minute,
  ocsp,
  ocspSigning,
  second,
  service,
  signedAt,
  soundArchive,
  soundLongTerm,
  soundTimeMark,
  stampedAt,
  timeStamp,
  validationTime,
  withTimeStamp,
  year,
} from './sound-signatures.js'

export interface ConstraintCase {
  readonly key: FindingKey
  readonly what: string
  readonly base: () => Evidence
  readonly miss: (evidence: Evidence) => void
  /** The nearest change that satisfies; none where the sound signature itself is it. */
  readonly hold?: (evidence: Evidence) => void
  /** The outcome of the signature; null: it passes, with a warning or only a note. */
  readonly outcome: `${Outcome['indication']} ${Outcome['subIndication']}` | null
  /** Time-stamps do not decide: what their proof is missed for does. */
  readonly alsoFails?: readonly FindingKey[]
  readonly constraints?: Partial<ProfileConstraints>
}

const keepingExpired = (listed: AnchorService, since: number): AnchorService => ({
  ...listed,
  periods: listed.periods.map((period) => ({
    ...period,
    qualification: { additionalInformation: [], qualifications: [], expiredCertificatesRevocationInfo: since, takenOverBy: null },
  })),
})
const finding = (key: FindingKey | null, code: string) => ({ key, code, facts: {} })
const format = 'FAILED FORMAT_FAILURE'
const noSigner = 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND'
const noChain = 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND'
const later = 'INDETERMINATE TRY_LATER'
const weak = 'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE'
const general = 'INDETERMINATE CERTIFICATE_CHAIN_GENERAL_FAILURE'

const reference = (evidence: Evidence, index: number) => {
  const found = evidence.facts.references[index]
  if (found === undefined) throw new TypeError('no such reference')
  return found
}
const stamp = (evidence: Evidence, index = 0) => {
  const found = evidence.facts.timeStamps[index]
  if (found === undefined) throw new TypeError('no such time-stamp')
  return found
}
const answer = (evidence: Evidence, index = 0) => {
  const found = evidence.data.revocations[index]
  if (found === undefined) throw new TypeError('no such answer')
  return found
}
const answerAbout = (evidence: Evidence, certificateId: string) => {
  const found = evidence.data.revocations.find((each) => each.certificate === certificateId)
  if (found === undefined) throw new TypeError('no such answer')
  return found
}
const answersProducedAt = (evidence: Evidence, moment: number) => {
  answer(evidence).producedAt = moment
  answer(evidence).thisUpdate = moment
}

const formatCases: readonly ConstraintCase[] = [
  {
    key: 'signature-format-acceptable',
    what: 'level B without any proof of time',
    base: soundLongTerm,
    miss: (e) => {
      Object.assign(e.facts, { level: 'B', proofOfTime: 'none' })
      e.facts.timeStamps = []
    },
    outcome: format,
  },
  {
    key: 'signature-structure',
    what: 'a finding that no other check judges',
    base: soundLongTerm,
    miss: (e) => e.facts.structure.push(finding('signature-structure', 'UNEXPECTED_ELEMENT')),
    outcome: format,
  },
  {
    key: 'identifier-unique',
    what: 'a reference that names two elements',
    base: soundLongTerm,
    miss: (e) => {
      reference(e, 1).status = 'ambiguous'
    },
    outcome: format,
  },
  {
    key: 'signed-properties-referenced',
    what: 'signed properties that no reference names',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.references.pop()
      e.facts.structure.push(finding('signed-properties-referenced', 'SIGNED_PROPERTIES_REFERENCE_MISSING'))
    },
    outcome: format,
  },
  {
    key: 'data-object-signed',
    what: 'no file covered',
    base: soundLongTerm,
    miss: (e) => e.facts.references.shift(),
    outcome: format,
  },
  {
    key: 'canonicalization-supported',
    what: 'an unknown canonicalization',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signatureValue.status = 'unsupported-canonicalization'
    },
    outcome: format,
  },
  {
    key: 'unused-identifier-unique',
    what: 'two elements with an Id that nothing refers to',
    base: soundLongTerm,
    miss: (e) => e.facts.structure.push({ key: 'unused-identifier-unique', code: 'DUPLICATE_UNUSED_ID', facts: { id: 'E-1', count: 2 } }),
    outcome: null,
  },
  {
    key: 'certificate-readable',
    what: 'a broken certificate',
    base: soundLongTerm,
    miss: (e) => e.facts.structure.push(finding('certificate-readable', 'CERTIFICATE_UNREADABLE')),
    outcome: null,
  },
  {
    key: 'revocation-data-readable',
    what: 'a broken OCSP response beside a good one',
    base: soundLongTerm,
    miss: (e) => e.facts.unreadableRevocations.push({ kind: 'ocsp', origin: 'revocation-values', problem: 'OCSP_STATUS_3' }),
    outcome: null,
  },
  {
    key: 'encoding-without-blanks',
    what: 'a line feed behind an OCSP response',
    base: soundLongTerm,
    miss: (e) =>
      e.facts.structure.push({
        key: 'encoding-without-blanks',
        code: 'BLANKS_BEHIND_VALUE',
        facts: { aKind: 'ocsp', place: 'revocation-values', octets: 1 },
      }),
    outcome: null,
  },
  {
    key: 'data-object-format-present',
    what: 'a file without a format',
    base: soundLongTerm,
    miss: (e) => e.facts.structure.push(finding('data-object-format-present', 'DATA_OBJECT_FORMAT_MISSING')),
    outcome: null,
  },
  {
    key: 'signature-baseline',
    what: 'a property of an older form',
    base: soundLongTerm,
    miss: (e) => e.facts.structure.push(finding('signature-baseline', 'UNSIGNED_PROPERTY_AGAINST_BASELINE')),
    outcome: null,
  },
  {
    key: 'unsigned-property-understood',
    what: 'an unknown property',
    base: soundLongTerm,
    miss: (e) => e.facts.structure.push(finding('unsigned-property-understood', 'UNSIGNED_PROPERTY_UNKNOWN')),
    outcome: null,
  },
  {
    key: 'counter-signature-evaluated',
    what: 'a counter-signature',
    base: soundLongTerm,
    miss: (e) => e.facts.structure.push(finding('counter-signature-evaluated', 'COUNTER_SIGNATURE')),
    outcome: null,
  },
  {
    key: 'counter-signature-intact',
    what: 'a counter-signature that is over something else',
    base: soundLongTerm,
    miss: (e) =>
      e.facts.structure.push({
        key: 'counter-signature-intact',
        code: 'COUNTER_SIGNATURE_BROKEN',
        facts: { signer: 'TEST', over: '', defect: 'elsewhere' },
      }),
    outcome: null,
  },
  {
    key: 'evidence-record-evaluated',
    what: 'an evidence record',
    base: soundLongTerm,
    miss: (e) => e.facts.structure.push({ key: 'evidence-record-evaluated', code: 'EVIDENCE_RECORD', facts: { count: 1 } }),
    outcome: null,
  },
]

const contextCases: readonly ConstraintCase[] = [
  {
    key: 'signing-certificate-identified',
    what: 'no certificate at all',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signingCertificate = null
      e.facts.signatureValue.status = 'no-certificate'
      e.facts.signingCertificateReferences = e.facts.signingCertificateReferences.map((each) => ({ ...each, certificate: null }))
    },
    outcome: noSigner,
  },
  {
    key: 'signing-certificate-reference-present',
    what: 'no reference to the certificate',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signingCertificateReferences = []
    },
    outcome: noSigner,
  },
  {
    key: 'signing-certificate-reference-signed',
    what: 'an unsigned reference',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signingCertificateReferenceSigned = false
    },
    outcome: noSigner,
  },
  {
    key: 'signing-certificate-digest-present',
    what: 'a reference without a digest',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signingCertificateReferences = [{ version: 'v1', digest: null, certificate: null, issuerSerial: 'match' }]
    },
    outcome: noSigner,
  },
  {
    key: 'signing-certificate-digest-match',
    what: 'a reference to another certificate',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signingCertificateReferences = e.facts.signingCertificateReferences.map((each) => ({ ...each, certificate: 'Root CA' }))
    },
    outcome: noSigner,
  },
  {
    key: 'signing-certificate-reference-unique',
    what: 'two references',
    base: soundLongTerm,
    miss: (e) =>
      e.facts.signingCertificateReferences.push({
        version: 'v1',
        digest: { identifier: 'sha256', algorithm: 'SHA256', value: '01' },
        certificate: 'Root CA',
        issuerSerial: 'absent',
      }),
    outcome: null,
  },
  {
    key: 'signing-certificate-issuer-serial-match',
    what: 'another serial number',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signingCertificateReferences = e.facts.signingCertificateReferences.map((each) => ({ ...each, issuerSerial: 'mismatch' }))
    },
    hold: (e) => {
      e.facts.signingCertificateReferences = e.facts.signingCertificateReferences.map((each) => ({ ...each, issuerSerial: 'absent' }))
    },
    outcome: null,
  },
  {
    key: 'signature-policy-known',
    what: 'an unknown signature policy',
    base: soundTimeMark,
    miss: (e) => {
      if (e.facts.policy !== null) e.facts.policy.identifier = '1.3.6.1.4.1.10015.1000.3.2.99'
    },
    hold: (e) => {
      if (e.facts.policy !== null) e.facts.policy.identifier = '1.3.6.1.4.1.10015.1000.3.2.3'
    },
    outcome: 'INDETERMINATE SIGNATURE_POLICY_NOT_AVAILABLE',
  },
  {
    key: 'signature-policy-unambiguous',
    what: 'a policy that is named and implied',
    base: soundTimeMark,
    miss: (e) => {
      if (e.facts.policy !== null) e.facts.policy.alsoImplied = true
      e.facts.structure.push(finding(null, 'SIGNATURE_POLICY_CONTRADICTORY'))
    },
    outcome: 'INDETERMINATE POLICY_PROCESSING_ERROR',
  },
  {
    key: 'signature-policy-time-mark',
    what: 'a time-stamp beside the identifier of a policy that promises a time-mark',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.policy = soundTimeMark().facts.policy
    },
    outcome: 'INDETERMINATE SIGNATURE_POLICY_NOT_AVAILABLE',
  },
  {
    key: 'signature-policy-qualifier',
    what: 'an OID qualified as URI',
    base: soundTimeMark,
    miss: (e) => {
      if (e.facts.policy !== null) e.facts.policy.qualifier = 'OIDAsURI'
    },
    outcome: 'INDETERMINATE POLICY_PROCESSING_ERROR',
  },
  {
    key: 'signature-policy-location',
    what: 'a time-mark without SPURI',
    base: soundTimeMark,
    miss: (e) => {
      if (e.facts.policy !== null) e.facts.policy.spUri = null
    },
    outcome: 'INDETERMINATE SIGNATURE_POLICY_NOT_AVAILABLE',
  },
  {
    key: 'signature-policy-digest-present',
    what: 'no digest of the policy',
    base: soundTimeMark,
    miss: (e) => {
      if (e.facts.policy !== null) e.facts.policy.digest = null
    },
    hold: (e) => {
      if (e.facts.policy !== null) e.facts.policy.digest = { identifier: 'sha1', algorithm: 'SHA1', value: '145b' }
    },
    outcome: 'INDETERMINATE POLICY_PROCESSING_ERROR',
  },
  {
    key: 'signature-policy-document-intact',
    what: 'another policy document in the signature',
    base: soundTimeMark,
    miss: (e) => {
      if (e.facts.policy !== null) e.facts.policy.documentDigestStatus = 'mismatch'
    },
    hold: (e) => {
      if (e.facts.policy !== null) e.facts.policy.documentDigestStatus = 'intact'
    },
    outcome: 'INDETERMINATE POLICY_PROCESSING_ERROR',
  },
  {
    key: 'signature-policy-explicit',
    what: 'an implied policy with a time-stamp',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.policy = { kind: 'implied', identifier: '', qualifier: null, digest: null, spUri: null, documentDigestStatus: null }
    },
    outcome: null,
  },
]

const cryptographicCases: readonly ConstraintCase[] = [
  {
    key: 'signed-data-found',
    what: 'a missing file',
    base: soundLongTerm,
    miss: (e) => {
      reference(e, 0).status = 'not-found'
    },
    outcome: 'INDETERMINATE SIGNED_DATA_NOT_FOUND',
  },
  {
    key: 'signed-data-found',
    what: 'a missing file whose name cannot be decoded',
    base: soundLongTerm,
    miss: (e) => Object.assign(reference(e, 0), { status: 'not-found', dataFile: null, uri: '100%.txt' }),
    outcome: 'INDETERMINATE SIGNED_DATA_NOT_FOUND',
  },
  {
    key: 'signed-data-transforms-supported',
    what: 'a transform that is not executed',
    base: soundLongTerm,
    miss: (e) => {
      reference(e, 0).status = 'unsupported-transform'
    },
    outcome: 'INDETERMINATE SIGNED_DATA_NOT_FOUND',
  },
  {
    key: 'signed-data-digest-known',
    what: 'an unknown digest algorithm of the properties',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signingCertificateReferenceSigned = false
      reference(e, 1).status = 'algorithm-unknown'
      reference(e, 1).digest.algorithm = null
    },
    outcome: weak,
  },
  {
    key: 'signed-data-digest-known',
    what: 'an unknown digest algorithm',
    base: soundLongTerm,
    miss: (e) => {
      reference(e, 0).status = 'algorithm-unknown'
      reference(e, 0).digest.algorithm = null
    },
    outcome: weak,
  },
  {
    key: 'signed-data-name-exact',
    what: 'a plus sign for the space in the name of a file',
    base: soundLongTerm,
    miss: (e) => {
      reference(e, 0).plusForSpace = true
    },
    outcome: null,
  },
  {
    key: 'signed-data-wholly-covered',
    what: 'a canonicalization that leaves out comments of the file',
    base: soundLongTerm,
    miss: (e) => {
      reference(e, 0).canonicalFile = { problem: null, leftOut: ['comments'] }
    },
    hold: (e) => {
      reference(e, 0).canonicalFile = { problem: null, leftOut: [] }
    },
    outcome: null,
  },
  {
    key: 'signed-data-intact',
    what: 'a changed file',
    base: soundLongTerm,
    miss: (e) => {
      reference(e, 0).status = 'mismatch'
    },
    outcome: 'FAILED HASH_FAILURE',
  },
  {
    key: 'signed-properties-intact',
    what: 'changed properties, which then protect nothing',
    base: soundLongTerm,
    miss: (e) => {
      reference(e, 1).status = 'mismatch'
      e.facts.signingCertificateReferenceSigned = false
    },
    outcome: 'FAILED HASH_FAILURE',
  },
  {
    key: 'signature-algorithm-known',
    what: 'an unknown signature algorithm',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signatureValue.status = 'algorithm-unknown'
      e.facts.signatureAlgorithm = { identifier: 'x', encryption: null, digest: null }
    },
    outcome: weak,
  },
  {
    key: 'signature-value-intact',
    what: 'a changed signature value',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signatureValue.status = 'mismatch'
    },
    outcome: 'FAILED SIG_CRYPTO_FAILURE',
  },
  {
    key: 'signature-value-intact',
    what: 'a value that was never verified',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signatureValue.status = 'no-certificate'
    },
    outcome: noSigner,
  },
  {
    key: 'signature-digest-info-complete',
    what: 'a DigestInfo without parameters',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signatureValue.digestInfoWithoutNull = true
    },
    outcome: null,
  },
  {
    key: 'time-mark-nonce-match',
    what: 'the nonce of another signature',
    base: soundTimeMark,
    miss: (e) => {
      e.facts.timeMarks = e.facts.timeMarks.map((each) => ({ ...each, nonce: 'mismatch' }))
    },
    outcome: 'FAILED HASH_FAILURE',
  },
  {
    key: 'time-mark-nonce-match',
    what: 'the raw digest instead of a DigestInfo (decisions.md#time-mark)',
    base: soundTimeMark,
    miss: (e) => {
      e.facts.timeMarks = e.facts.timeMarks.map((each) => ({ ...each, nonce: 'not-digest-info' }))
    },
    outcome: 'FAILED HASH_FAILURE',
  },
  {
    key: 'time-mark-nonce-match',
    what: 'no nonce',
    base: soundTimeMark,
    miss: (e) => {
      e.facts.timeMarks = []
    },
    outcome: 'FAILED HASH_FAILURE',
  },
  {
    key: 'signing-time-present',
    what: 'a time that cannot be read',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.claimedSigningTime = null
      e.facts.unreadableSigningTime = '10.03.2026'
    },
    outcome: 'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
  },
  {
    key: 'signing-time-present',
    what: 'no time of signing',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.claimedSigningTime = null
    },
    hold: (e) => {
      e.facts.claimedSigningTime = signedAt + 20 * year
    },
    outcome: 'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
  },
  {
    key: 'signature-algorithm-acceptable',
    what: 'SHA3-224',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signatureAlgorithm = { identifier: 'sha3', encryption: 'ECDSA', digest: 'SHA3-224' }
    },
    hold: (e) => {
      e.facts.signatureAlgorithm = { identifier: 'sha3', encryption: 'ECDSA', digest: 'SHA3-256' }
    },
    outcome: weak,
  },
  {
    key: 'signature-algorithm-acceptable',
    what: 'an RSA key below 1024 bits is named once more as short',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signatureAlgorithm = { identifier: 'pss', encryption: 'RSASSA-PSS', digest: 'SHA256' }
      changeCertificate(e, 'Signer', (c) => {
        c.publicKey = { id: 'key of Signer', algorithm: 'EDDSA', size: 1023, curve: null }
      })
    },
    hold: (e) => {
      e.facts.signatureAlgorithm = { identifier: 'pss', encryption: 'RSASSA-PSS', digest: 'SHA256' }
      changeCertificate(e, 'Signer', (c) => {
        c.publicKey = { id: 'key of Signer', algorithm: 'EDDSA', size: 1024, curve: null }
      })
    },
    outcome: weak,
  },
  {
    key: 'reference-algorithm-acceptable',
    what: 'MD5 over a file',
    base: soundLongTerm,
    miss: (e) => {
      reference(e, 0).digest.algorithm = 'MD5'
    },
    hold: (e) => {
      reference(e, 0).digest.algorithm = 'SHA512'
    },
    outcome: weak,
  },
  {
    key: 'certificate-reference-algorithm-acceptable',
    what: 'MD5 over the certificate',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signingCertificateReferences = e.facts.signingCertificateReferences.map((each) => ({
        ...each,
        digest: { identifier: 'md5', algorithm: 'MD5', value: '00' },
      }))
    },
    hold: (e) => {
      e.facts.signingCertificateReferences = e.facts.signingCertificateReferences.map((each) => ({
        ...each,
        digest: { identifier: 'sha1', algorithm: 'SHA1', value: '00' },
      }))
    },
    outcome: weak,
  },
  {
    key: 'digest-strong',
    what: 'SHA-1 over a file (decisions.md#weak-algorithms)',
    base: soundLongTerm,
    miss: (e) => {
      reference(e, 0).digest.algorithm = 'SHA1'
    },
    outcome: null,
  },
  {
    key: 'digest-strong',
    what: 'SHA-1 in the signature',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.signatureAlgorithm = { identifier: 'sha1', encryption: 'ECDSA', digest: 'SHA1' }
    },
    outcome: null,
  },
  {
    key: 'key-strong',
    what: 'an elliptic key of 192 bits',
    base: soundLongTerm,
    miss: (e) => changeCertificate(e, 'Signer', (c) => Object.assign(c.publicKey, { size: 192 })),
    hold: (e) => changeCertificate(e, 'Signer', (c) => Object.assign(c.publicKey, { size: 224 })),
    outcome: null,
  },
]

const issuedStamp = () => withIssuedUnit(soundLongTerm())

const certificateCases: readonly ConstraintCase[] = [
  {
    key: 'certificate-chain-found',
    what: 'an authority that is not trusted',
    base: soundLongTerm,
    miss: (e) => setPath(e, 'Signer', ['Signer', 'Root CA'], false),
    outcome: noChain,
  },
  {
    key: 'certificate-chain-found',
    what: 'no trust at all',
    base: soundLongTerm,
    miss: (e) => {
      e.data.withoutAnchors = true
      setPath(e, 'Signer', ['Signer'], false)
    },
    outcome: noChain,
  },
  {
    key: 'certificate-signature-intact',
    what: 'a certificate that its authority never signed',
    base: soundLongTerm,
    miss: (e) => {
      setPath(e, 'Signer', ['Signer'], false)
      e.data.brokenLinks.push({ certificate: 'Signer', issuer: 'Root CA', signature: 'mismatch' })
    },
    outcome: noChain,
  },
  {
    key: 'trust-service-type',
    what: 'an authority that is listed for time-stamps only',
    base: soundLongTerm,
    miss: (e) => setAnchor(e, 'Root CA', [service('TSA/QTST', 'Authority')]),
    hold: (e) => setAnchor(e, 'Root CA', [service('TSA/QTST', 'Authority'), service('CA/PKC', 'Authority')]),
    outcome: noChain,
  },
  {
    key: 'trust-service-type',
    what: 'an authority that was listed after it issued the certificate',
    base: soundLongTerm,
    miss: (e) =>
      setAnchor(e, 'Root CA', [
        { ...service('CA/QC', 'Authority'), periods: [{ type: 'CA/QC', status: 'granted', from: signedAt - year + second, to: null }] },
      ]),
    hold: (e) =>
      setAnchor(e, 'Root CA', [
        { ...service('CA/QC', 'Authority'), periods: [{ type: 'CA/QC', status: 'granted', from: signedAt - year, to: null }] },
      ]),
    outcome: noChain,
  },
  {
    key: 'trust-service-status',
    what: 'an authority that was withdrawn when it issued the certificate',
    base: soundLongTerm,
    miss: (e) =>
      setAnchor(e, 'Root CA', [
        {
          ...service('CA/QC', 'Authority'),
          periods: [
            { type: 'CA/QC', status: 'withdrawn', from: signedAt - year, to: null },
            { type: 'CA/QC', status: 'granted', from: signedAt - 5 * year, to: signedAt - year },
          ],
        },
      ]),
    hold: (e) =>
      setAnchor(e, 'Root CA', [
        {
          ...service('CA/QC', 'Authority'),
          periods: [
            { type: 'CA/QC', status: 'withdrawn', from: signedAt - year + second, to: null },
            { type: 'CA/QC', status: 'granted', from: signedAt - 5 * year, to: signedAt - year + second },
          ],
        },
      ]),
    outcome: noChain,
  },
  {
    key: 'trust-service-status',
    what: 'a status of the Directive in a period that began under the Regulation',
    base: soundLongTerm,
    miss: (e) =>
      setAnchor(e, 'Root CA', [
        { ...service('CA/QC', 'Authority'), periods: [{ type: 'CA/QC', status: 'accredited', from: Date.UTC(2016, 5, 30, 22), to: null }] },
      ]),
    hold: (e) =>
      setAnchor(e, 'Root CA', [
        {
          ...service('CA/QC', 'Authority'),
          periods: [{ type: 'CA/QC', status: 'accredited', from: Date.UTC(2016, 5, 30, 22) - second, to: null }],
        },
      ]),
    outcome: noChain,
  },
  {
    key: 'certificate-issuer-name',
    what: 'another name of the issuer',
    base: soundLongTerm,
    miss: (e) => changeCertificate(e, 'Signer', (c) => Object.assign(c.issuer, { canonical: 'cn=somebody else' })),
    outcome: general,
  },
  {
    key: 'authority-basic-constraints',
    what: 'an intermediate that is no authority',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) =>
      changeCertificate(e, 'Sub CA', (c) => {
        c.basicConstraints = null
      }),
    outcome: general,
  },
  {
    key: 'authority-path-length',
    what: 'an authority below one that allows none',
    base: () => {
      const e = withSubordinate(soundLongTerm())
      addCertificate(e, certificate('Lower CA', { issuer: 'Sub CA', ca: true }))
      changeCertificate(e, 'Signer', (c) => Object.assign(c.issuer, certificate('x', { issuer: 'Lower CA' }).issuer))
      setPath(e, 'Signer', ['Signer', 'Lower CA', 'Sub CA', 'Root CA'])
      answer(e).issuer = 'Lower CA'
      addAnswer(e, 'answer about Lower CA', 'Lower CA', 'Sub CA', archivedAt)
      return e
    },
    miss: (e) =>
      changeCertificate(e, 'Sub CA', (c) => {
        c.basicConstraints = { ca: true, pathLength: 0 }
      }),
    hold: (e) =>
      changeCertificate(e, 'Sub CA', (c) => {
        c.basicConstraints = { ca: true, pathLength: 1 }
      }),
    outcome: general,
  },
  {
    key: 'authority-path-length',
    what: 'an authority below a trust anchor that allows none',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) =>
      changeCertificate(e, 'Root CA', (c) => {
        c.basicConstraints = { ca: true, pathLength: 0 }
      }),
    hold: (e) =>
      changeCertificate(e, 'Root CA', (c) => {
        c.basicConstraints = { ca: true, pathLength: 1 }
      }),
    outcome: general,
  },
  {
    key: 'authority-key-usage',
    what: 'an authority whose key may not sign certificates',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) =>
      changeCertificate(e, 'Sub CA', (c) => {
        c.keyUsage = ['cRLSign']
      }),
    outcome: general,
  },
  {
    key: 'certificate-name-constraints',
    what: 'an authority bound to names',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) => changeCertificate(e, 'Sub CA', (c) => c.extensions.push({ oid: '2.5.29.30', critical: true })),
    outcome: general,
  },
  {
    key: 'certificate-critical-extensions',
    what: 'an unknown critical extension',
    base: soundLongTerm,
    miss: (e) => changeCertificate(e, 'Signer', (c) => c.extensions.push({ oid: '1.2.3', critical: true })),
    hold: (e) => changeCertificate(e, 'Signer', (c) => c.extensions.push({ oid: '1.2.3', critical: false })),
    outcome: general,
  },
  {
    key: 'signing-certificate-key-usage',
    what: 'a certificate for authentication',
    base: soundLongTerm,
    miss: (e) =>
      changeCertificate(e, 'Signer', (c) => {
        c.keyUsage = ['digitalSignature']
      }),
    hold: (e) =>
      changeCertificate(e, 'Signer', (c) => {
        c.keyUsage = ['digitalSignature', 'nonRepudiation']
      }),
    outcome: 'INDETERMINATE CHAIN_CONSTRAINTS_FAILURE',
  },
  {
    key: 'certificate-not-revoked',
    what: 'revoked in the second of the time-stamp',
    base: soundLongTerm,
    miss: (e) => Object.assign(answer(e), { status: 'revoked', revocationTime: stampedAt, revocationReason: 0 }),
    hold: (e) => Object.assign(answer(e), { status: 'revoked', revocationTime: stampedAt + second, revocationReason: 0 }),
    outcome: 'INDETERMINATE REVOKED_NO_POE',
  },
  {
    key: 'certificate-not-on-hold',
    what: 'suspended before the time-stamp',
    base: soundLongTerm,
    miss: (e) => Object.assign(answer(e), { status: 'revoked', revocationTime: stampedAt, revocationReason: 6 }),
    hold: (e) => Object.assign(answer(e), { status: 'revoked', revocationTime: stampedAt + second, revocationReason: 6 }),
    outcome: later,
  },
  {
    key: 'authority-not-revoked',
    what: 'an authority that was revoked before the time-stamp',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) => Object.assign(answer(e, 1), { status: 'revoked', revocationTime: stampedAt }),
    hold: (e) => Object.assign(answer(e, 1), { status: 'revoked', revocationTime: stampedAt + second }),
    outcome: 'INDETERMINATE REVOKED_CA_NO_POE',
  },
  {
    key: 'certificate-algorithm-acceptable',
    what: 'a certificate signed with MD5',
    base: soundLongTerm,
    miss: (e) =>
      changeCertificate(e, 'Signer', (c) => {
        c.signatureAlgorithm = { identifier: 'md5', encryption: 'RSA', digest: 'MD5' }
      }),
    hold: (e) =>
      changeCertificate(e, 'Signer', (c) => {
        c.signatureAlgorithm = { identifier: 'sha1', encryption: 'RSA', digest: 'SHA1' }
      }),
    outcome: weak,
  },
  {
    key: 'authority-valid',
    what: 'an authority that had expired before the time-stamp',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) => {
      changeCertificate(e, 'Sub CA', (c) => {
        c.notAfter = stampedAt - second
      })
      answerAbout(e, 'Sub CA').archiveCutOff = stampedAt - year
    },
    hold: (e) => {
      changeCertificate(e, 'Sub CA', (c) => {
        c.notAfter = stampedAt
      })
      answerAbout(e, 'Sub CA').archiveCutOff = stampedAt - year
    },
    outcome: 'INDETERMINATE OUT_OF_BOUNDS_NO_POE',
  },
  {
    key: 'authority-valid',
    what: 'an authority whose certificate begins after validation time, not only after the time-stamp',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) => {
      changeCertificate(e, 'Sub CA', (c) => Object.assign(c, { notBefore: validationTime + second, notAfter: validationTime + year }))
      answerAbout(e, 'Sub CA').thisUpdate = validationTime + minute
      answerAbout(e, 'Sub CA').producedAt = validationTime + minute
    },
    hold: (e) => {
      changeCertificate(e, 'Sub CA', (c) => Object.assign(c, { notBefore: validationTime, notAfter: validationTime + year }))
      answerAbout(e, 'Sub CA').thisUpdate = validationTime + minute
      answerAbout(e, 'Sub CA').producedAt = validationTime + minute
    },
    outcome: 'INDETERMINATE OUT_OF_BOUNDS_NO_POE',
  },
  {
    key: 'certificate-valid',
    what: 'expired one second before the time-stamp',
    base: soundLongTerm,
    miss: (e) => {
      changeCertificate(e, 'Signer', (c) => {
        c.notAfter = stampedAt - second
      })
      answer(e).archiveCutOff = stampedAt - year
    },
    hold: (e) => {
      changeCertificate(e, 'Signer', (c) => {
        c.notAfter = stampedAt
      })
      answer(e).archiveCutOff = stampedAt - year
    },
    outcome: 'INDETERMINATE OUT_OF_BOUNDS_NOT_REVOKED',
  },
  {
    key: 'certificate-valid',
    what: 'not yet valid at the time-stamp',
    base: soundLongTerm,
    miss: (e) => {
      changeCertificate(e, 'Signer', (c) => {
        c.notBefore = stampedAt + second
      })
    },
    hold: (e) => {
      changeCertificate(e, 'Signer', (c) => {
        c.notBefore = stampedAt
      })
    },
    outcome: 'INDETERMINATE OUT_OF_BOUNDS_NOT_REVOKED',
  },
]

const revocationCases: readonly ConstraintCase[] = [
  {
    key: 'revocation-data-available',
    what: 'no answer about the signer',
    base: soundLongTerm,
    miss: (e) => {
      e.data.revocations = []
    },
    outcome: later,
  },
  {
    key: 'revocation-data-available',
    what: 'an answer of another authority with the same name',
    base: soundLongTerm,
    miss: (e) => {
      e.data.certificates.push({ ...certificate('Root CA', { ca: true }), id: 'Other CA' } as never)
      changeCertificate(e, 'Other CA', (c) => Object.assign(c.publicKey, { id: 'another key' }))
      answer(e).issuer = 'Other CA'
    },
    outcome: later,
  },
  {
    key: 'authority-revocation-data-available',
    what: 'no answer about a subordinate authority',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) => {
      e.data.revocations.pop()
    },
    outcome: later,
  },
  {
    key: 'revocation-source-ocsp',
    what: 'only a revocation list',
    base: soundLongTerm,
    miss: (e) => {
      answer(e).kind = 'crl'
      setAnchor(e, 'Responder', [service('Certstatus/CRL', 'Lists')])
    },
    outcome: later,
  },
  {
    key: 'revocation-status-known',
    what: 'an answer unknown',
    base: soundLongTerm,
    miss: (e) => {
      answer(e).status = 'unknown'
    },
    outcome: later,
  },
  {
    key: 'revocation-extensions-understood',
    what: 'an unknown critical extension of the answer',
    base: soundLongTerm,
    miss: (e) => {
      answer(e).unknownCriticalExtensions = ['1.2.3']
    },
    outcome: later,
  },
  {
    key: 'revocation-issuer-identified',
    what: 'a responder whose certificate is nowhere',
    base: soundLongTerm,
    miss: (e) => {
      e.data.revocationSigners = [{ revocation: 'answer', signer: null, signature: 'no-certificate' }]
    },
    outcome: later,
  },
  {
    key: 'revocation-signature-intact',
    what: 'an answer that its responder did not sign',
    base: soundLongTerm,
    miss: (e) => {
      e.data.revocationSigners = [{ revocation: 'answer', signer: 'Responder', signature: 'mismatch' }]
    },
    outcome: later,
  },
  {
    key: 'revocation-issuer-chain-found',
    what: 'an unknown responder',
    base: soundLongTerm,
    miss: (e) => setPath(e, 'Responder', ['Responder'], false),
    outcome: noChain,
  },
  {
    key: 'revocation-issuer-authorised',
    what: 'a responder that another authority appointed',
    base: () => {
      const e = withAppointedResponder(soundLongTerm())
      addCertificate(e, certificate('Other CA', { ca: true }))
      return e
    },
    miss: (e) => {
      addCertificate(e, certificate('Responder', { issuer: 'Other CA', purposes: [ocspSigning], extensions: ['1.3.6.1.5.5.7.48.1.5'] }))
      setAnchor(e, 'Other CA', [service('CA/QC', 'Other authority')])
      setPath(e, 'Responder', ['Responder', 'Other CA'])
    },
    outcome: noChain,
  },
  {
    key: 'revocation-issuer-authorised',
    what: 'a certificate of the authority that is not meant for answers',
    base: () => withAppointedResponder(soundLongTerm()),
    miss: (e) =>
      changeCertificate(e, 'Responder', (c) => {
        c.extendedKeyUsage = { critical: true, purposes: ['1.3.6.1.5.5.7.3.4'] }
      }),
    outcome: noChain,
  },
  {
    key: 'revocation-issuer-authorised',
    what: 'a responder that is listed as a time-stamping unit',
    base: soundLongTerm,
    miss: (e) => setAnchor(e, 'Responder', [service('TSA', 'Answers')]),
    outcome: noChain,
  },
  {
    key: 'revocation-issuer-status',
    what: 'a listed responder that was withdrawn when it answered',
    base: soundLongTerm,
    miss: (e) =>
      setAnchor(e, 'Responder', [
        {
          ...service('Certstatus/OCSP', 'Answers'),
          periods: [{ type: 'Certstatus/OCSP', status: 'withdrawn', from: confirmedAt, to: null }],
        },
      ]),
    hold: (e) =>
      setAnchor(e, 'Responder', [
        {
          ...service('Certstatus/OCSP', 'Answers'),
          periods: [
            { type: 'Certstatus/OCSP', status: 'withdrawn', from: confirmedAt + second, to: null },
            { type: 'Certstatus/OCSP', status: 'granted', from: confirmedAt - year, to: confirmedAt + second },
          ],
        },
      ]),
    outcome: noChain,
  },
  {
    key: 'revocation-issuer-certificate-acceptable',
    what: 'an appointed responder with an unknown critical extension',
    base: () => withAppointedResponder(soundLongTerm()),
    miss: (e) => changeCertificate(e, 'Responder', (c) => c.extensions.push({ oid: '1.2.3', critical: true })),
    hold: (e) => changeCertificate(e, 'Responder', (c) => c.extensions.push({ oid: '1.3.6.1.5.5.7.48.1.5', critical: true })),
    outcome: general,
  },
  {
    key: 'revocation-issuer-valid',
    what: 'an appointed responder that had expired when it answered',
    base: () => withAppointedResponder(soundLongTerm()),
    miss: (e) =>
      changeCertificate(e, 'Responder', (c) => {
        c.notAfter = confirmedAt - second
      }),
    hold: (e) =>
      changeCertificate(e, 'Responder', (c) => {
        c.notAfter = confirmedAt
      }),
    outcome: later,
  },
  {
    key: 'revocation-issuer-not-revoked',
    what: 'an appointed responder about which nobody speaks',
    base: () => withAppointedResponder(soundLongTerm()),
    miss: (e) =>
      changeCertificate(e, 'Responder', (c) => {
        c.extensions = []
      }),
    hold: (e) => {
      changeCertificate(e, 'Responder', (c) => {
        c.extensions = []
      })
      addCertificate(e, certificate('Second responder'))
      setAnchor(e, 'Second responder', [service('Certstatus/OCSP', 'Second')])
      setPath(e, 'Second responder', ['Second responder'])
      addAnswer(e, 'answer about Responder', 'Responder', 'Root CA', archivedAt, 'Second responder')
    },
    outcome: later,
  },
  {
    key: 'revocation-algorithm-acceptable',
    what: 'an answer signed with MD5',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.revocations = [
        { ...ocsp('answer', confirmedAt), signatureAlgorithm: { identifier: 'md5', encryption: 'RSA', digest: 'MD5' } } as never,
      ]
    },
    hold: (e) => {
      e.facts.revocations = [
        { ...ocsp('answer', confirmedAt), signatureAlgorithm: { identifier: 'sha1', encryption: 'RSA', digest: 'SHA1' } } as never,
      ]
    },
    outcome: weak,
  },
  {
    key: 'revocation-issued-after-certificate',
    what: 'a state from before the certificate',
    base: soundLongTerm,
    miss: (e) => {
      changeCertificate(e, 'Signer', (c) => void Object.assign(c, { notBefore: signedAt }))
      answer(e).thisUpdate = signedAt - second
    },
    hold: (e) => {
      changeCertificate(e, 'Signer', (c) => void Object.assign(c, { notBefore: signedAt }))
      answer(e).thisUpdate = signedAt
    },
    outcome: later,
  },
  {
    key: 'revocation-issued-after-certificate',
    what: 'a state of an intermediate authority from before its certificate was renewed',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) =>
      changeCertificate(e, 'Sub CA', (c) => {
        c.notBefore = answerAbout(e, 'Sub CA').thisUpdate + second
      }),
    hold: (e) =>
      changeCertificate(e, 'Sub CA', (c) => {
        c.notBefore = answerAbout(e, 'Sub CA').thisUpdate
      }),
    outcome: later,
  },
  {
    key: 'revocation-times-in-order',
    what: 'a state that lay ahead when the answer was made',
    base: soundLongTerm,
    miss: (e) => {
      answer(e).thisUpdate = answer(e).producedAt + second
    },
    hold: (e) => {
      answer(e).thisUpdate = answer(e).producedAt + second / 2
    },
    outcome: later,
  },
  {
    key: 'revocation-made-in-time',
    what: 'an answer that lies ahead of validation time',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).genTime = validationTime
      changeCertificate(e, 'Signer', (c) => void Object.assign(c, { notAfter: validationTime + year }))
      answersProducedAt(e, validationTime + 10 * minute + second)
    },
    hold: (e) => {
      stamp(e).genTime = validationTime
      changeCertificate(e, 'Signer', (c) => void Object.assign(c, { notAfter: validationTime + year }))
      answersProducedAt(e, validationTime + 10 * minute)
    },
    outcome: later,
  },
  {
    key: 'revocation-covers-certificate',
    what: 'a state from after the end of the certificate',
    base: soundLongTerm,
    miss: (e) =>
      changeCertificate(e, 'Signer', (c) => {
        c.notAfter = confirmedAt - second
      }),
    hold: (e) =>
      changeCertificate(e, 'Signer', (c) => {
        c.notAfter = confirmedAt
      }),
    outcome: later,
  },
  {
    key: 'revocation-covers-certificate',
    what: 'an answer that covers only certificates that expired later (RFC 6960, 4.4.4)',
    base: soundLongTerm,
    miss: (e) => {
      changeCertificate(e, 'Signer', (c) => {
        c.notAfter = confirmedAt - second
      })
      answer(e).archiveCutOff = confirmedAt
    },
    hold: (e) => {
      changeCertificate(e, 'Signer', (c) => {
        c.notAfter = confirmedAt - second
      })
      answer(e).archiveCutOff = confirmedAt - second
    },
    outcome: later,
  },
  {
    key: 'revocation-covers-certificate',
    what: 'a trusted list that says of the responder only later that it keeps expired certificates (TS 119 612, 5.5.9.1)',
    base: soundLongTerm,
    miss: (e) => {
      changeCertificate(e, 'Signer', (c) => {
        c.notAfter = confirmedAt - second
      })
      setAnchor(e, 'Responder', [keepingExpired(service('Certstatus/OCSP/QC', 'Answers'), confirmedAt)])
    },
    hold: (e) => {
      changeCertificate(e, 'Signer', (c) => {
        c.notAfter = confirmedAt - second
      })
      setAnchor(e, 'Responder', [keepingExpired(service('Certstatus/OCSP/QC', 'Answers'), confirmedAt - second)])
    },
    outcome: later,
  },
  {
    key: 'revocation-covers-certificate',
    what: 'a state of an intermediate authority from after its end',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) =>
      changeCertificate(e, 'Sub CA', (c) => {
        c.notAfter = answerAbout(e, 'Sub CA').thisUpdate - second
      }),
    hold: (e) =>
      changeCertificate(e, 'Sub CA', (c) => {
        c.notAfter = answerAbout(e, 'Sub CA').thisUpdate
      }),
    outcome: later,
  },
  {
    key: 'revocation-covers-certificate',
    what: 'a state of a time-stamping unit from after its end',
    base: () => withIssuedUnit(soundLongTerm()),
    miss: (e) =>
      changeCertificate(e, 'Unit', (c) => {
        c.notAfter = answerAbout(e, 'Unit').thisUpdate - second
      }),
    hold: (e) =>
      changeCertificate(e, 'Unit', (c) => {
        c.notAfter = answerAbout(e, 'Unit').thisUpdate
      }),
    outcome: format,
    alsoFails: ['existence-proven'],
  },
  {
    key: 'revocation-next-update-present',
    what: 'no next update',
    base: soundLongTerm,
    miss: () => undefined,
    hold: (e) => {
      answer(e).nextUpdate = confirmedAt + year
    },
    outcome: null,
  },
  {
    key: 'revocation-data-fresh',
    what: 'a policy that limits the age of revocation data',
    base: soundLongTerm,
    constraints: { maxRevocationAge: 60 * minute },
    miss: (e) => {
      answer(e).thisUpdate = stampedAt - 60 * minute
    },
    hold: (e) => {
      answer(e).thisUpdate = stampedAt - 60 * minute + second
    },
    outcome: later,
  },
]

const proof: readonly FindingKey[] = ['existence-proven']

const timeCases: readonly ConstraintCase[] = [
  {
    key: 'time-stamp-readable',
    what: 'a time-stamp that cannot be read',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.timeStamps = []
      e.facts.unreadableTimeStamps = [{ kind: 'signature', problem: 'TIME_STAMP_NOT_BASE64' }]
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-certificate-identified',
    what: 'a unit whose certificate is nowhere',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).signingCertificate = null
      stamp(e).token.signature = 'no-certificate'
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-certificate-reference-present',
    what: 'a token without the attribute',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).token.signingCertificateAttribute = 'absent'
    },
    outcome: null,
  },
  {
    key: 'time-stamp-certificate-reference-match',
    what: 'a token that names another certificate',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).token.signingCertificateAttribute = 'mismatch'
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-made-in-time',
    what: 'a time-stamp that lies ahead of validation time',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).genTime = validationTime + 10 * minute + second
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-data-found',
    what: 'an imprint over what is not there',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).imprint.status = 'data-not-found'
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-imprint-intact',
    what: 'the time-stamp of another signature',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).imprint.status = 'mismatch'
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-content-intact',
    what: 'a changed TSTInfo',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).token.messageDigestIntact = false
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-signature-intact',
    what: 'a token that its unit did not sign',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).token.signature = 'mismatch'
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-algorithm-acceptable',
    what: 'an imprint with MD5',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).imprint.digest.algorithm = 'MD5'
    },
    hold: (e) => {
      stamp(e).imprint.digest.algorithm = 'SHA512'
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-algorithm-acceptable',
    what: 'a signature that covers TSTInfo by MD5 only',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).token.messageDigestAlgorithm = 'MD5'
    },
    hold: (e) => {
      stamp(e).token.messageDigestAlgorithm = 'SHA1'
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-algorithm-acceptable',
    what: 'an algorithm that cannot be computed',
    base: soundLongTerm,
    miss: (e) => {
      stamp(e).token.signature = 'algorithm-unknown'
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-name-match',
    what: 'the name of another unit',
    base: soundLongTerm,
    miss: (e) => Object.assign(stamp(e), { tsaName: certificate('Another unit').subject }),
    hold: (e) => {
      stamp(e).tsaName = null
    },
    outcome: null,
  },
  {
    key: 'certificate-chain-found',
    what: 'a unit that is not trusted',
    base: soundLongTerm,
    miss: (e) => setPath(e, 'Unit', ['Unit'], false),
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'trust-service-status',
    what: 'a listed unit that was withdrawn when it stamped',
    base: soundLongTerm,
    miss: (e) =>
      setAnchor(e, 'Unit', [{ ...service('TSA', 'Stamps'), periods: [{ type: 'TSA', status: 'withdrawn', from: stampedAt, to: null }] }]),
    hold: (e) =>
      setAnchor(e, 'Unit', [
        {
          ...service('TSA', 'Stamps'),
          periods: [
            { type: 'TSA', status: 'withdrawn', from: stampedAt + second, to: null },
            { type: 'TSA', status: 'granted', from: stampedAt - year, to: stampedAt + second },
          ],
        },
      ]),
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamping-unit-key-purpose',
    what: 'a unit whose certificate is meant for something else',
    base: issuedStamp,
    miss: (e) =>
      changeCertificate(e, 'Unit', (c) => {
        c.extendedKeyUsage = { critical: true, purposes: [ocspSigning] }
      }),
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'certificate-valid',
    what: 'a listed signer whose certificate begins one second after the time-stamp (EN 319 102-1, 5.5.4 step 2)',
    base: () => withListedSigner(soundLongTerm()),
    miss: (e) =>
      changeCertificate(e, 'Signer', (c) => {
        c.notBefore = stampedAt + second
      }),
    hold: (e) =>
      changeCertificate(e, 'Signer', (c) => {
        c.notBefore = stampedAt
      }),
    outcome: 'INDETERMINATE OUT_OF_BOUNDS_NOT_REVOKED',
  },
  {
    key: 'certificate-valid',
    what: 'a listed unit whose certificate begins one second after it stamped',
    base: soundLongTerm,
    miss: (e) =>
      changeCertificate(e, 'Unit', (c) => {
        c.notBefore = stampedAt + second
      }),
    hold: (e) =>
      changeCertificate(e, 'Unit', (c) => {
        c.notBefore = stampedAt
      }),
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'certificate-valid',
    what: 'a unit that had expired when it stamped',
    base: issuedStamp,
    miss: (e) => {
      changeCertificate(e, 'Unit', (c) => {
        c.notAfter = stampedAt - second
      })
      answer(e, 1).archiveCutOff = stampedAt - year
    },
    hold: (e) => {
      changeCertificate(e, 'Unit', (c) => {
        c.notAfter = stampedAt
      })
      answer(e, 1).archiveCutOff = stampedAt - year
    },
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'certificate-not-revoked',
    what: 'a unit that was revoked later, without an archive time-stamp',
    base: issuedStamp,
    miss: (e) => Object.assign(answer(e, 1), { status: 'revoked', revocationTime: inForce }),
    hold: (e) => Object.assign(answer(e, 1), { status: 'revoked', revocationTime: inForce + second }),
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'revocation-data-available',
    what: 'no answer about a unit that is not listed',
    base: issuedStamp,
    miss: (e) => e.data.revocations.pop(),
    outcome: format,
    alsoFails: proof,
  },
  {
    key: 'time-stamp-order',
    what: 'an archive time-stamp before the signature time-stamp',
    base: soundArchive,
    miss: (e) => {
      stamp(e, 1).genTime = stampedAt - second
    },
    hold: (e) => {
      stamp(e, 1).genTime = stampedAt
    },
    outcome: 'INDETERMINATE TIMESTAMP_ORDER_FAILURE',
  },
  {
    key: 'time-stamp-order',
    what: 'an archive time-stamp before another one that it covers',
    base: soundArchive,
    miss: (e) => {
      const second_ = timeStamp('second archive stamp', 'archive', archivedAt - second)
      Object.assign(e, withTimeStamp(e, { ...second_, coverage: { ...second_.coverage, timeStamps: ['archive stamp'] } }))
    },
    hold: (e) => {
      const second_ = timeStamp('second archive stamp', 'archive', archivedAt)
      Object.assign(e, withTimeStamp(e, { ...second_, coverage: { ...second_.coverage, timeStamps: ['archive stamp'] } }))
    },
    outcome: 'INDETERMINATE TIMESTAMP_ORDER_FAILURE',
  },
  {
    key: 'time-stamp-delay',
    what: 'a policy that limits the delay',
    base: soundLongTerm,
    constraints: { maxTimeStampDelay: minute },
    miss: (e) => {
      e.facts.claimedSigningTime = stampedAt - minute - second
    },
    hold: (e) => {
      e.facts.claimedSigningTime = stampedAt - minute
    },
    outcome: 'INDETERMINATE SIG_CONSTRAINTS_FAILURE',
  },
  {
    key: 'time-mark-algorithm-acceptable',
    what: 'a nonce with MD5',
    base: soundTimeMark,
    miss: (e) => {
      e.facts.timeMarks = e.facts.timeMarks.map((each) => ({ ...each, digest: { identifier: 'md5', algorithm: 'MD5', value: '00' } }))
    },
    hold: (e) => {
      e.facts.timeMarks = e.facts.timeMarks.map((each) => ({ ...each, digest: { identifier: 'sha1', algorithm: 'SHA1', value: '00' } }))
    },
    outcome: weak,
  },
  {
    key: 'time-mark-responder-authorised',
    what: 'a responder that is only appointed by a trusted authority (decisions.md#time-mark)',
    base: soundTimeMark,
    miss: (e) => Object.assign(e, withAppointedResponder(e)),
    hold: (e) => setAnchor(e, 'Responder', [{ ...service('CA/PKC', 'Time-marks'), timeMarkResponder: true }]),
    outcome: noChain,
  },
  {
    key: 'revocation-data-in-signature',
    what: 'level T, even when the signer is listed and needs no answer (decisions.md#incomplete-levels)',
    base: () => withListedSigner(soundLongTerm()),
    miss: (e) => {
      e.facts.level = 'T'
      e.data.revocations = []
      e.facts.revocations = []
    },
    outcome: later,
  },
  {
    key: 'revocation-after-time-stamp',
    what: 'an answer one second before the time-stamp',
    base: soundLongTerm,
    miss: (e) => answersProducedAt(e, stampedAt - second),
    hold: (e) => {
      // Fractions of a second of the time-stamp do not make the answer of the same second too early.
      stamp(e).genTime = stampedAt + 974
      answersProducedAt(e, stampedAt)
    },
    outcome: 'INDETERMINATE TIMESTAMP_ORDER_FAILURE',
  },
  {
    key: 'revocation-within-day',
    what: 'an answer more than 24 hours after the time-stamp',
    base: soundLongTerm,
    miss: (e) => answersProducedAt(e, stampedAt + 24 * 60 * minute + second),
    outcome: later,
  },
  {
    key: 'revocation-within-quarter',
    what: 'an answer more than 15 minutes after the time-stamp (decisions.md#revocation-and-time-stamp)',
    base: soundLongTerm,
    miss: (e) => answersProducedAt(e, stampedAt + 15 * minute + second),
    hold: (e) => answersProducedAt(e, stampedAt + 15 * minute),
    outcome: null,
  },
  {
    key: 'revocation-data-current',
    what: 'an answer that had run out before the time-stamp',
    base: soundLongTerm,
    miss: (e) => {
      answer(e).nextUpdate = stampedAt - second
    },
    hold: (e) => {
      answer(e).nextUpdate = stampedAt
    },
    outcome: later,
  },
  {
    key: 'revocation-data-current',
    what: 'a time-mark that had run out when it was made',
    base: soundTimeMark,
    miss: (e) => {
      answer(e).nextUpdate = confirmedAt - second
    },
    hold: (e) => {
      answer(e).nextUpdate = confirmedAt
    },
    outcome: later,
  },
  {
    key: 'supporting-revocation-data-current',
    what: 'an answer about an authority that had run out before the signature',
    base: () => withSubordinate(soundLongTerm()),
    miss: (e) => {
      answer(e, 1).nextUpdate = stampedAt - second
    },
    hold: (e) => {
      answer(e, 1).nextUpdate = stampedAt
    },
    outcome: null,
  },
  {
    key: 'revocation-data-recent',
    what: 'a state from more than 24 hours before the time-stamp',
    base: soundLongTerm,
    miss: (e) => {
      answer(e).thisUpdate = stampedAt - 24 * 60 * minute - second
    },
    hold: (e) => {
      answer(e).thisUpdate = stampedAt - 24 * 60 * minute
    },
    outcome: null,
  },
  {
    key: 'existence-proven',
    what: 'level LT by its revocation data, without any time-stamp',
    base: soundLongTerm,
    miss: (e) => {
      e.facts.timeStamps = []
    },
    outcome: format,
  },
]

export const constraintCases: readonly ConstraintCase[] = [
  ...formatCases,
  ...contextCases,
  ...cryptographicCases,
  ...certificateCases,
  ...revocationCases,
  ...timeCases,
]
