import { constants, privateEncrypt } from 'node:crypto'
import { pki, variantOf } from '../../pki.js'
import type { Sample } from '../../samples/sample.js'
import { digestInfo, hash } from '../../signing.js'
import { ddocAgreement } from '../container.js'
import { ddocPki } from '../pki.js'
import { document, failing, flipped, inLastReference, second, signature } from './ddoc-sample.js'

export const cryptographic: readonly Sample[] = [
  document(
    'properties-not-signed',
    'Properties that no reference covers',
    'nothing in them can be believed',
    { files: [ddocAgreement, second], signatures: [{ signedInfo: (xml) => inLastReference(xml, () => '</SignedInfo>') }] },
    failing('ddoc-signed-properties-signed'),
  ),
  signature(
    'properties-changed',
    'Properties changed after signing',
    'their digest differs',
    { after: (xml) => xml.replace('<City>Tallinn', '<City>Tartu') },
    failing('ddoc-signed-properties-intact'),
  ),
  signature('value-changed', 'A changed signature value', 'RFC 8017 8.2.2', { value: flipped }, failing('ddoc-signature-value-intact')),
  signature(
    'bare-hash',
    'A signature value without DigestInfo',
    'RFC 8017 9.2',
    { scheme: { kind: 'rsa-bare-hash', digest: 'sha1' } },
    failing('ddoc-signature-digest-info-present'),
  ),
  signature(
    'extra-zero',
    'A zero octet in front of the DigestInfo',
    'RFC 8017 9.2',
    {
      value: (_value, signedInfo) => {
        const block = Buffer.concat([Buffer.of(0), digestInfo('sha1', hash('sha1', Buffer.from(signedInfo)))])
        return privateEncrypt({ key: ddocPki.signer.key.privateKey, padding: constants.RSA_PKCS1_PADDING }, block)
      },
    },
    failing('ddoc-signature-digest-info-exact'),
  ),
]

export const signer: readonly Sample[] = [
  signature(
    'signer-expired',
    'A certificate that had expired when it was confirmed',
    'judged at producedAt',
    { signer: variantOf(ddocPki.signer, { notAfter: '2026-01-01T00:00:00Z' }) },
    failing('ddoc-signer-certificate-valid'),
  ),
  signature(
    'signer-unknown-authority',
    'A certificate of an authority that is not trusted',
    'trust is flat',
    { signer: ddocPki.foreignSigner },
    failing('ddoc-signer-trusted', 'ddoc-signer-issuer-named'),
  ),
  signature(
    'signer-root-only',
    'A certificate whose authority is brought along and not listed, but the root above it',
    'trust is flat',
    {
      unsignedProperties: (xml) =>
        xml.replace(
          '</CertificateValues>',
          `<EncapsulatedX509Certificate Id="S0-CA_CERT">${pki.issuingAuthority.certificate.der.toString('base64')}</EncapsulatedX509Certificate></CertificateValues>`,
        ),
    },
    failing('ddoc-signer-trusted', 'ddoc-signer-issuer-named'),
    { trust: 'root' },
  ),
  signature(
    'signer-no-non-repudiation',
    'A certificate for authentication',
    'RFC 5280 4.2.1.3',
    { signer: variantOf(ddocPki.signer, { keyUsage: ['digitalSignature'] }) },
    failing('ddoc-signer-non-repudiation'),
  ),
  signature(
    'signer-other-certificate',
    'Another certificate with the same key and number than the one that was signed',
    'SigningCertificate binds one certificate',
    { keyInfo: variantOf(ddocPki.signer, { serialNumber: ddocPki.signer.certificate.serialNumber, notAfter: '2031-01-01T00:00:00Z' }) },
    failing('ddoc-signer-certificate-named'),
  ),
  signature(
    'signer-other-number',
    'A serial number that is not that of the certificate',
    'IssuerSerial',
    { signedProperties: (xml) => xml.replace(/(<X509SerialNumber[^>]*>)\d+/, '$112345') },
    failing('ddoc-signer-issuer-named'),
  ),
  signature(
    'signer-other-issuer',
    'An issuer that is not that of the certificate',
    'IssuerSerial',
    { signedProperties: (xml) => xml.replace('CN=Allkiri Test Issuing', 'CN=Somebody') },
    failing('ddoc-signer-issuer-named'),
  ),
]
