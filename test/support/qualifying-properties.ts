import { type Canonicalization, canonicalizations } from './canonical.js'
import type { Certificate, Identity } from './certificate.js'
import { context, integer, sequence } from './der.js'
import { digestUris, namespaces } from './identifiers.js'
import { encodeName, nameText } from './names.js'
import { moments } from './pki.js'
import type { PolicyOptions, ReferenceOptions, RevocationValues, SignatureOptions, SigningCertificateOptions } from './signature-options.js'
import { hash } from './signing.js'
import { base64, element, text, type XmlPart } from './xml-text.js'

/** Policy document of BDOC 2.1.0: its OID, address and SHA-256 digest. */
export const bdocPolicy = {
  identifier: 'urn:oid:1.3.6.1.4.1.10015.1000.3.2.1',
  qualifier: 'OIDAsURN',
  digestValue: Buffer.from('dd3975a082d2bce016a26748f5579657a200ff7d9e497454ae2f643c4cf5215b', 'hex'),
  spUri: 'https://www.sk.ee/repository/bdoc-spec21.pdf',
} as const satisfies PolicyOptions

interface Place {
  readonly signer: Identity
  readonly signature: string
  readonly properties: string
}

export function qualifyingProperties(
  options: SignatureOptions,
  references: readonly ReferenceOptions[],
  unsigned: readonly XmlPart[],
  place: Place,
  declarations: Readonly<Record<string, string>>,
): XmlPart {
  return element(
    'xades:QualifyingProperties',
    { ...declarations, Target: `#${place.signature}` },
    element(
      'xades:SignedProperties',
      { Id: place.properties },
      signedSignatureProperties(options, place.signer),
      dataObjectFormats(references),
    ),
    unsigned.length === 0 ? null : element('xades:UnsignedProperties', {}, element('xades:UnsignedSignatureProperties', {}, unsigned)),
  )
}

function signedSignatureProperties(options: SignatureOptions, signer: Identity): XmlPart {
  const level = options.level ?? 'LT'
  const signingTime = options.signingTime === undefined ? moments.signing : options.signingTime
  const policy = options.policy === undefined ? (level === 'B-EPES' || level === 'LT-TM' ? {} : null) : options.policy
  const version = options.signingCertificate?.version ?? 'v1'
  return element(
    'xades:SignedSignatureProperties',
    {},
    signingTime === null ? null : text('xades:SigningTime', `${new Date(signingTime).toISOString().slice(0, 19)}Z`),
    options.signingCertificate === null ? null : signingCertificate(options.signingCertificate ?? {}, signer.certificate),
    policy === null ? null : signaturePolicyIdentifier(policy),
    options.productionPlace === true ? productionPlace(version) : null,
    options.roles === undefined ? null : signerRole(options.roles, version),
  )
}

function signingCertificate(options: SigningCertificateOptions, signer: Certificate): XmlPart {
  const certificate = options.certificate ?? signer
  const version = options.version ?? 'v1'
  const digest = options.digest ?? 'sha256'
  const serialNumber = options.serialNumber ?? certificate.serialNumber
  const certDigest = element(
    'xades:CertDigest',
    {},
    element('ds:DigestMethod', { Algorithm: digestUris[digest] }),
    base64('ds:DigestValue', options.digestValue ?? hash(digest, certificate.der)),
  )
  const issuerSerial =
    version === 'v1'
      ? element(
          'xades:IssuerSerial',
          {},
          text('ds:X509IssuerName', options.issuerName ?? nameText(certificate.issuer)),
          text('ds:X509SerialNumber', serialNumber.toString()),
        )
      : options.withIssuer === true
        ? base64('xades:IssuerSerialV2', sequence(sequence(context(4, encodeName(certificate.issuer))), integer(serialNumber)))
        : null
  const cert = element('xades:Cert', {}, certDigest, issuerSerial)
  return element(
    version === 'v1' ? 'xades:SigningCertificate' : 'xades:SigningCertificateV2',
    {},
    Array.from({ length: options.times ?? 1 }, () => cert),
  )
}

function signaturePolicyIdentifier(options: PolicyOptions): XmlPart {
  if (options.implied === true) return element('xades:SignaturePolicyIdentifier', {}, element('xades:SignaturePolicyImplied', {}))
  const qualifier = options.qualifier === undefined ? bdocPolicy.qualifier : options.qualifier
  const spUri = options.spUri === undefined ? bdocPolicy.spUri : options.spUri
  return element(
    'xades:SignaturePolicyIdentifier',
    {},
    element(
      'xades:SignaturePolicyId',
      {},
      element(
        'xades:SigPolicyId',
        {},
        text('xades:Identifier', options.identifier ?? bdocPolicy.identifier, qualifier === null ? {} : { Qualifier: qualifier }),
      ),
      element(
        'xades:SigPolicyHash',
        {},
        element('ds:DigestMethod', { Algorithm: digestUris.sha256 }),
        base64('ds:DigestValue', options.digestValue ?? bdocPolicy.digestValue),
      ),
      spUri === null ? null : element('xades:SigPolicyQualifiers', {}, element('xades:SigPolicyQualifier', {}, text('xades:SPURI', spUri))),
    ),
  )
}

function productionPlace(version: 'v1' | 'v2'): XmlPart {
  return element(
    version === 'v1' ? 'xades:SignatureProductionPlace' : 'xades:SignatureProductionPlaceV2',
    {},
    text('xades:City', 'Tõrva'),
    text('xades:PostalCode', '68605'),
    text('xades:CountryName', 'Eesti'),
  )
}

function signerRole(roles: readonly string[], version: 'v1' | 'v2'): XmlPart {
  const claimed = element(
    'xades:ClaimedRoles',
    {},
    roles.map((role) => text('xades:ClaimedRole', role)),
  )
  return element(version === 'v1' ? 'xades:SignerRole' : 'xades:SignerRoleV2', {}, claimed)
}

function dataObjectFormats(references: readonly ReferenceOptions[]): XmlPart | null {
  const formats = references.flatMap(({ id, mimeType }) =>
    id === null || mimeType === null
      ? []
      : [element('xades:DataObjectFormat', { ObjectReference: `#${id}` }, text('xades:MimeType', mimeType))],
  )
  return formats.length === 0 ? null : element('xades:SignedDataObjectProperties', {}, formats)
}

/** SignatureTimeStamp or ArchiveTimeStamp. */
export function timeStampElement(
  name: string,
  id: string,
  token: Buffer,
  method: Canonicalization | null,
  declarations: Readonly<Record<string, string>> = {},
): XmlPart {
  return element(
    name,
    { ...declarations, Id: id },
    method === null ? null : element('ds:CanonicalizationMethod', { Algorithm: canonicalizations[method] }),
    base64('xades:EncapsulatedTimeStamp', token),
  )
}

export function certificateValues(certificates: readonly Certificate[] | null): XmlPart | null {
  if (certificates === null || certificates.length === 0) return null
  return element(
    'xades:CertificateValues',
    {},
    certificates.map((certificate) => base64('xades:EncapsulatedX509Certificate', certificate.der)),
  )
}

export function revocationValues(values: RevocationValues | null): XmlPart | null {
  if (values === null) return null
  const { ocsp = [], crl = [] } = values
  return element(
    'xades:RevocationValues',
    {},
    crl.length === 0
      ? null
      : element(
          'xades:CRLValues',
          {},
          crl.map((list) => base64('xades:EncapsulatedCRLValue', list)),
        ),
    ocsp.length === 0
      ? null
      : element(
          'xades:OCSPValues',
          {},
          ocsp.map((response) => base64('xades:EncapsulatedOCSPValue', response)),
        ),
  )
}

/** Evidence about the time-stamps themselves (TS 101 903 1.4.2). */
export function timeStampValidationData(data: SignatureOptions['timeStampValidationData']): XmlPart | null {
  if (data === undefined) return null
  return element(
    'xades141:TimeStampValidationData',
    { 'xmlns:xades141': namespaces.xades141 },
    certificateValues(data.certificates ?? null),
    revocationValues(data),
  )
}
