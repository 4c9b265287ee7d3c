import { agreement, dataFile, signedContainer } from '../asice.js'
import { withCounterSignature } from '../loose-xades.js'
import { fails, isIndeterminate, passes, type Sample, sample } from './sample.js'

const policyStore =
  '<xades141:SignaturePolicyStore xmlns:xades141="http://uri.etsi.org/01903/v1.4.1#"><xades141:SPDocSpecification><xades:Identifier>urn:oid:1.3.6.1.4.1.10015.1000.3.2.1</xades:Identifier></xades141:SPDocSpecification><xades141:SignaturePolicyDocument>cG9saWN5</xades141:SignaturePolicyDocument></xades141:SignaturePolicyStore>'

function insertProperty(xml: string, property: string): string {
  return xml.replace('</xades:UnsignedSignatureProperties>', `${property}</xades:UnsignedSignatureProperties>`)
}

/** Signature policies, and unsigned properties that nothing depends on. */
export const policySamples: readonly Sample[] = [
  sample(
    'policy-unknown',
    {
      what: 'A policy identifier that nobody knows',
      why: 'signature policy unknown',
      document: () => signedContainer({ policy: { identifier: 'urn:oid:1.3.6.1.4.1.99999.3.1' } }),
      fixture: true,
    },
    isIndeterminate('LT', 'SIGNATURE_POLICY_NOT_AVAILABLE', ['signature-policy-known']),
  ),
  sample(
    'policy-unknown-and-digest-wrong',
    {
      what: 'A policy identifier that nobody knows, and a wrong digest of a data file',
      why: 'EN 319 102-1 5.1.3: what failed is certain, what is not at hand is open',
      document: () =>
        signedContainer(
          { policy: { identifier: 'urn:oid:1.3.6.1.4.1.99999.3.1' } },
          { files: [dataFile(agreement.name, 'changed')], signedFiles: [agreement] },
        ),
    },
    fails('LT', 'HASH_FAILURE', ['signed-data-intact', 'signature-policy-known']),
  ),
  sample(
    'policy-with-no-break-space',
    {
      what: 'A time-mark whose policy identifier begins with a no-break space',
      why: 'XML 1.0 2.3: it is no white space, so the identifier is another one',
      document: () => signedContainer({ level: 'LT-TM', policy: { identifier: '\u00a0urn:oid:1.3.6.1.4.1.10015.1000.3.2.1' } }),
    },
    fails('B_EPES', 'FORMAT_FAILURE', ['signature-format-acceptable', 'signature-policy-known']),
  ),
  sample(
    'policy-without-address',
    {
      what: 'A time-mark whose policy has no SPURI',
      why: 'BDOC 2.1 5.2: required',
      document: () => signedContainer({ level: 'LT-TM', policy: { spUri: null } }),
      extension: 'bdoc',
    },
    isIndeterminate('LT_TM', 'SIGNATURE_POLICY_NOT_AVAILABLE', ['signature-policy-location']),
  ),
  sample(
    'policy-without-qualifier',
    {
      what: 'A time-mark whose policy identifier has no qualifier',
      why: 'BDOC 2.1 5.2: OIDAsURN',
      document: () => signedContainer({ level: 'LT-TM', policy: { qualifier: null } }),
      extension: 'bdoc',
    },
    isIndeterminate('LT_TM', 'POLICY_PROCESSING_ERROR', ['signature-policy-qualifier']),
  ),
  sample(
    'policy-without-digest',
    {
      what: 'The digest of the policy is empty',
      why: 'EN 319 132-1 5.2.9',
      document: () => signedContainer({ level: 'LT-TM', policy: { digestValue: Buffer.alloc(0) } }),
      extension: 'bdoc',
    },
    isIndeterminate('LT_TM', 'POLICY_PROCESSING_ERROR', ['signature-policy-digest-present']),
  ),
  sample(
    'policy-implied',
    {
      what: 'SignaturePolicyImplied beside a time-stamp',
      why: 'further conditions may apply; a warning',
      document: () => signedContainer({ policy: { implied: true } }),
    },
    passes('LT', 'signature-policy-explicit'),
  ),

  sample(
    'policy-implied-beside-identifier',
    {
      what: 'SignaturePolicyImplied beside the identifier of a policy',
      why: 'EN 319 132-1 5.2.9: one or the other',
      document: () =>
        signedContainer({
          level: 'LT-TM',
          edit: (xml) =>
            xml.replace('</xades:SignaturePolicyIdentifier>', '<xades:SignaturePolicyImplied/></xades:SignaturePolicyIdentifier>'),
        }),
    },
    isIndeterminate('LT_TM', 'POLICY_PROCESSING_ERROR', ['signature-policy-unambiguous']),
  ),
  sample(
    'policy-document-changed',
    {
      what: 'The signature carries a policy document that does not have the digest of the policy',
      why: 'signature policy, its digest wrong',
      document: () => signedContainer({ level: 'LT-TM', tamper: (xml) => insertProperty(xml, policyStore) }),
    },
    isIndeterminate('LT_TM', 'POLICY_PROCESSING_ERROR', ['signature-policy-document-intact']),
  ),
  sample(
    'unsigned-property-unknown',
    {
      what: 'An unsigned property that nobody knows',
      why: 'EN 319 132-1 4.3.5: it is not covered, and nothing depends on it',
      document: () => signedContainer({ tamper: (xml) => insertProperty(xml, '<x:Note xmlns:x="http://example.org/note">õ</x:Note>') }),
    },
    passes('LT'),
  ),
  sample(
    'counter-signature',
    {
      what: 'A counter-signature of another signer among the unsigned properties',
      why: 'it is told with its signer, and says nothing about the files',
      document: () => signedContainer({ tamper: (xml) => withCounterSignature(xml) }),
    },
    passes('LT', 'counter-signature-evaluated'),
  ),
  sample(
    'counter-signature-elsewhere',
    {
      what: 'A counter-signature that is over something else than the signature',
      why: 'anybody can add one, so it is told as broken and changes no verdict',
      document: () => signedContainer({ tamper: (xml) => withCounterSignature(xml, { covered: Buffer.from('x') }) }),
    },
    passes('LT', 'counter-signature-intact'),
  ),
  sample(
    'evidence-record',
    {
      what: 'An evidence record among the unsigned properties',
      why: 'it is told, and proves nothing, because it is not evaluated',
      document: () =>
        signedContainer({
          tamper: (xml) =>
            insertProperty(xml, '<e:SealingEvidenceRecords xmlns:e="http://uri.etsi.org/19132/v1.1.1#"><e:x/></e:SealingEvidenceRecords>'),
        }),
    },
    passes('LT', 'evidence-record-evaluated'),
  ),
  sample(
    'identifier-twice-unused',
    {
      what: 'Two unsigned elements have one Id that nothing refers to',
      why: 'it is certain what was signed; a warning',
      document: () =>
        signedContainer({
          tamper: (xml) =>
            xml
              .replace('<xades:CertificateValues>', '<xades:CertificateValues Id="E-1">')
              .replace('<xades:RevocationValues>', '<xades:RevocationValues Id="E-1">'),
        }),
    },
    passes('LT', 'unused-identifier-unique'),
  ),
  sample(
    'certificate-value-unreadable',
    {
      what: 'A CertificateValues entry is no certificate',
      why: 'it is not needed; a warning',
      document: () =>
        signedContainer({
          tamper: (xml) =>
            xml.replace(
              '<xades:CertificateValues>',
              '<xades:CertificateValues><xades:EncapsulatedX509Certificate>AAAA</xades:EncapsulatedX509Certificate>',
            ),
        }),
    },
    passes('LT', 'certificate-readable'),
  ),
]
