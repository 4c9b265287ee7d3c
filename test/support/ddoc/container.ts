import type { Identity } from '../certificate.js'
import { octetString } from '../der.js'
import { type OcspOptions, ocspResponse } from '../ocsp.js'
import { moments, pki } from '../pki.js'
import { hash, type SignatureScheme, signBytes } from '../signing.js'
import { escapeAttribute } from '../xml-text.js'
import { ddocPki } from './pki.js'

export type DdocVersion = '1.0' | '1.1' | '1.2' | '1.3'

export interface DdocFile {
  readonly name: string
  readonly content: Buffer
  readonly mimeType: string
  readonly hashcode?: boolean
  /** Changes the attributes as they are written and hashed; undefined leaves one out. */
  readonly attributes?: Readonly<Record<string, string | undefined>>
  /** The text of the element as it is written and hashed. */
  readonly text?: string
}

/** One signature. What is left out is as it should be. */
export interface DdocSignatureOptions {
  readonly id?: string
  readonly signer?: Identity
  /** Certificate in KeyInfo instead of the signer's. */
  readonly keyInfo?: Identity
  readonly scheme?: SignatureScheme
  /** As written; a moment is written in the form of the version. */
  readonly signingTime?: string | number
  /** Writers that hash SignedProperties as a fragment without namespace do not declare one there (1.3). */
  readonly signedPropertiesNamespace?: boolean
  readonly alternateDigest?: boolean
  /** Null: none. A function makes one of the digest of the signature value. */
  readonly nonce?: 'bare' | 'octet-string' | Buffer | ((sha1: Buffer) => Buffer) | null
  /** Null: no confirmation. */
  readonly ocsp?: Partial<OcspOptions> | null
  /** Replaces the encoded response before it is digested and written. */
  readonly response?: (der: Buffer) => Buffer
  /** Changes what is going to be signed. */
  readonly signedProperties?: (xml: string) => string
  readonly signedInfo?: (xml: string) => string
  readonly value?: (value: Buffer, signedInfo: string) => Buffer
  readonly unsignedProperties?: (xml: string) => string
  /** Changes the signature after it was made. */
  readonly after?: (xml: string) => string
}

export interface DdocOptions {
  readonly version?: DdocVersion
  /**
   * Relabelled: everything that the signatures do not cover is written as in this version, and namespaces that are hashed in `version` stand in the text. Where this
   * is 1.0, which signs the decoded content, what was signed becomes the content.
   */
  readonly relabelled?: DdocVersion
  readonly files?: readonly DdocFile[]
  /** What the signatures sign instead of `files`. */
  readonly signedFiles?: readonly DdocFile[]
  readonly signatures?: readonly DdocSignatureOptions[]
  /** 1.3: writers that leave the namespace out on DataFile. */
  readonly dataFileNamespace?: boolean
  /** As declared; a single-octet encoding is written character by character. UTF-8 where absent. */
  readonly encoding?: 'windows-1257' | 'iso-8859-15'
  /** Bytes in front of the document. */
  readonly before?: Buffer
  /** The last word on the text. */
  readonly tamper?: (xml: string) => string
}

const ds = 'http://www.w3.org/2000/09/xmldsig#'
const etsi = 'http://uri.etsi.org/01903/v1.1.1#'
const digidoc = 'http://www.sk.ee/DigiDoc/v1.3.0#'
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const sha1Method = `<DigestMethod Algorithm="${ds}sha1">\n</DigestMethod>\n`

export const ddocFile = (name: string, content: string | Buffer, mimeType = 'text/plain'): DdocFile => ({
  name,
  content: Buffer.from(content),
  mimeType,
})

export const ddocAgreement = ddocFile('leping.txt', 'Müüja müüb ja ostja ostab ühe punase jalgratta hinnaga 120 eurot.\n')

/** A document of SK-XML 1.0 or DIGIDOC-XML, written like the old libraries did. */
export function ddocContainer(options: DdocOptions = {}): Buffer {
  const signedVersion = options.version ?? '1.3'
  const version = options.relabelled ?? signedVersion
  const original = options.files ?? [ddocAgreement]
  const signed = options.signedFiles ?? original
  const files = version === signedVersion ? original : original.map((file, i) => relabelledFile(file, i, signedVersion, version))
  const signatures = (options.signatures ?? [{}]).map((signature, i) =>
    signatureText({ id: `S${i}`, ...signature }, signed, signedVersion, version),
  )
  const namespace = version === '1.3' ? ` xmlns="${digidoc}"` : ''
  const format = version === '1.0' ? 'SK-XML' : 'DIGIDOC-XML'
  const declared = version === '1.3' && options.dataFileNamespace !== false
  const xml = [
    `<?xml version="1.0" encoding="${options.encoding ?? 'UTF-8'}"?>\n`,
    `<SignedDoc format="${format}" version="${version}"${namespace}>\n`,
    ...files.map((file, i) => `${dataFileText(file, i, version, declared)}\n`),
    signatures.join('\n'),
    '\n</SignedDoc>',
  ].join('')
  return Buffer.concat([options.before ?? Buffer.alloc(0), writtenIn(options.encoding, options.tamper?.(xml) ?? xml)])
}

/** Every octet of an encoding by its character. */
function writtenIn(encoding: DdocOptions['encoding'], text: string): Buffer {
  if (encoding === undefined) return Buffer.from(text)
  const decoder = new TextDecoder(encoding)
  const octets = new Map(Array.from({ length: 256 }, (_, octet) => [decoder.decode(Buffer.of(octet)), octet] as const))
  return Buffer.from(Array.from(text, (character) => octets.get(character) ?? 0x3f))
}

/** The file with what a signature of one version covers, as a reader of another version has to find it. */
function relabelledFile(file: DdocFile, index: number, from: DdocVersion, to: DdocVersion): DdocFile {
  return to === '1.0' && from !== '1.0'
    ? { ...file, name: 'muu.txt', mimeType: 'text/html', content: signedOctets(file, index, from, false) }
    : file
}

function attributesOf(file: DdocFile, index: number, version: DdocVersion): readonly (readonly [string, string])[] {
  const stated = file.hashcode === true || version === '1.0'
  const attributes: Readonly<Record<string, string | undefined>> = {
    ContentType: file.hashcode === true ? 'HASHCODE' : 'EMBEDDED_BASE64',
    ...(stated ? { DigestType: 'sha1', DigestValue: hashcodeOf(file, index, version).toString('base64') } : {}),
    Filename: file.name,
    Id: `D${index}`,
    MimeType: file.mimeType,
    Size: String(file.content.length),
    ...file.attributes,
  }
  return Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

const tagOf = (attributes: readonly (readonly [string, string])[]) =>
  attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value).replace(/&gt;/g, '>')}"`).join('')

const textOf = (file: DdocFile) => file.text ?? file.content.toString('base64').replace(/.{64}|.+$/g, '$&\n')

function dataFileText(file: DdocFile, index: number, version: DdocVersion, declared: boolean): string {
  const namespace = declared ? ` xmlns="${digidoc}"` : ''
  return `<DataFile${tagOf(attributesOf(file, index, version))}${namespace}>${file.hashcode === true ? '' : textOf(file)}</DataFile>`
}

/** The octets that a reference to the file covers: in canonical form, where nothing but the namespace has to be put in front. */
function signedOctets(file: DdocFile, index: number, version: DdocVersion, alternate: boolean): Buffer {
  if (version === '1.0') return file.content
  const embedded = { ...file, hashcode: false }
  const namespace = version === '1.3' && !alternate ? ` xmlns="${digidoc}"` : ''
  // The attributes of the hashcode form came later, when the content was taken out.
  const attributes = attributesOf(embedded, index, version)
    .filter(([name]) => file.hashcode !== true || !name.startsWith('Digest'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Buffer.from(`<DataFile${namespace}${tagOf(attributes)}>${textOf(embedded).replace(/\r\n?/g, '\n')}</DataFile>`)
}

/** The attribute DigestValue: of the content in 1.0, of the embedded element in later versions. */
function hashcodeOf(file: DdocFile, index: number, version: DdocVersion): Buffer {
  return hash('sha1', signedOctets({ ...file, attributes: {} }, index, version, false))
}

interface Signing extends DdocSignatureOptions {
  readonly id: string
}

function signatureText(options: Signing, files: readonly DdocFile[], version: DdocVersion, writtenAs: DdocVersion): string {
  const { id } = options
  const signer = options.signer ?? ddocPki.signer
  const properties = signedPropertiesText(options, signer, version)
  const info = signedInfoText(options, files, properties, version)
  // In 1.1 and 1.2 the namespace is in what is signed even where the file leaves it out; in 1.0 it never is.
  const signedInfo = version === '1.1' || version === '1.2' ? withNamespace(info, 'SignedInfo', ds) : info
  const scheme = options.scheme ?? { kind: 'rsa', digest: 'sha1' }
  const signature = signBytes(signer.key.privateKey, scheme, Buffer.from(signedInfo), 'ieee-p1363')
  const value = options.value?.(signature, signedInfo) ?? signature
  const propertiesAttributes = writtenAs === '1.3' ? ` Target="#${id}" xmlns="${etsi}"` : ''
  const certificate = (options.keyInfo ?? signer).certificate.der.toString('base64')
  const unsigned = unsignedPropertiesText(options, value, signer, writtenAs)
  const asHashed = writtenAs !== version && (version === '1.1' || version === '1.2')
  const xml = [
    `<Signature Id="${id}" xmlns="${ds}">\n`,
    asHashed ? signedInfo : info,
    `<SignatureValue Id="${id}-SIG">\n${lines(value)}</SignatureValue>\n`,
    `<KeyInfo>\n<X509Data><X509Certificate>\n${lines(certificate)}</X509Certificate></X509Data></KeyInfo>\n`,
    `<Object><QualifyingProperties${propertiesAttributes}>\n`,
    asHashed ? withNamespace(properties, 'SignedProperties', ds) : properties,
    options.unsignedProperties?.(unsigned) ?? unsigned,
    '</QualifyingProperties></Object>\n</Signature>',
  ].join('')
  return options.after?.(xml) ?? xml
}

const lines = (bytes: Buffer | string) => (typeof bytes === 'string' ? bytes : bytes.toString('base64')).replace(/.{64}|.+$/g, '$&\n')

const withNamespace = (xml: string, name: string, namespace: string) =>
  xml.startsWith(`<${name} xmlns=`) ? xml : xml.replace(`<${name}`, `<${name} xmlns="${namespace}"`)

function signedInfoText(options: Signing, files: readonly DdocFile[], properties: string, version: DdocVersion): string {
  const transforms = version === '1.0' ? `<Transforms><Transform Algorithm="${ds}enveloped-signature"></Transform></Transforms>\n` : ''
  const reference = (uri: string, octets: Buffer, type = '') =>
    `<Reference${type} URI="${uri}">\n${sha1Method}${transforms}<DigestValue>${hash('sha1', octets).toString('base64')}</DigestValue>\n</Reference>\n`
  const type = version === '1.2' || version === '1.3' ? ` Type="${etsi}SignedProperties"` : ''
  const hashed = version === '1.1' || version === '1.2' ? withNamespace(properties.trimEnd(), 'SignedProperties', ds) : properties.trimEnd()
  const xml = [
    `<SignedInfo${version === '1.3' || version === '1.1' ? ` xmlns="${ds}"` : ''}>\n`,
    `<CanonicalizationMethod Algorithm="${c14n}">\n</CanonicalizationMethod>\n`,
    `<SignatureMethod Algorithm="${ds}rsa-sha1">\n</SignatureMethod>\n`,
    ...files.map((file, i) => {
      const id = file.attributes?.['Id'] ?? `D${i}`
      const ofFile = reference(`#${id}`, signedOctets(file, i, version, options.alternateDigest === true))
      return version === '1.0' ? ofFile + reference(`#${id}-MIME`, Buffer.from(file.mimeType)) : ofFile
    }),
    reference(`#${options.id}-SignedProperties`, Buffer.from(hashed), type),
    '</SignedInfo>',
  ].join('')
  return options.signedInfo?.(xml) ?? xml
}

/** A moment in the words of the version; Estonian winter time in 1.0. */
function ddocTime(moment: number, version: DdocVersion): string {
  const text = new Date(moment + (version === '1.0' ? 2 * 3_600_000 : 0)).toISOString().slice(0, 19)
  if (version === '1.3') return `${text}Z`
  return `${text.replace(/-/g, '.')}${version === '1.0' ? '-02:00' : 'Z'}`
}

const nameText = (identity: Identity, issuer: boolean) =>
  (issuer ? identity.certificate.issuer : identity.certificate.subject).map(([type, value]) => `${type}=${value}`).join('/')

function certText(identity: Identity, version: DdocVersion, id: string): string {
  const { der, serialNumber } = identity.certificate
  const attribute = version === '1.3' ? '' : ` Id="${id}"`
  const issuerSerial =
    version === '1.3'
      ? `<IssuerSerial>\n<X509IssuerName xmlns="${ds}">${nameText(identity, true)}</X509IssuerName>\n<X509SerialNumber xmlns="${ds}">${String(serialNumber)}</X509SerialNumber>\n</IssuerSerial>`
      : `<IssuerSerial>${String(serialNumber)}</IssuerSerial>`
  const digest = `<DigestValue>${hash('sha1', der).toString('base64')}</DigestValue>\n`
  return `<Cert${attribute}>\n<CertDigest>\n${sha1Method}${digest}</CertDigest>\n${issuerSerial}</Cert>`
}

function signedPropertiesText(options: Signing, signer: Identity, version: DdocVersion): string {
  const { id, signingTime = moments.signing } = options
  const attributes = {
    '1.0': ` Id="#${id}-SignedProperties" Target="#${id}"`,
    '1.1': ` Id="${id}-SignedProperties" Target="#${id}"`,
    '1.2': ` Id="${id}-SignedProperties" Target="#${id}"`,
    '1.3': `${options.signedPropertiesNamespace === false ? '' : ` xmlns="${etsi}"`} Id="${id}-SignedProperties"`,
  }[version]
  const xml = [
    `<SignedProperties${attributes}>\n<SignedSignatureProperties>\n`,
    `<SigningTime>${typeof signingTime === 'string' ? signingTime : ddocTime(signingTime, version)}</SigningTime>\n`,
    `<SigningCertificate>\n${certText(signer, version, `${id}-CERTINFO`)}</SigningCertificate>\n`,
    '<SignaturePolicyIdentifier>\n<SignaturePolicyImplied>\n</SignaturePolicyImplied>\n</SignaturePolicyIdentifier>\n',
    '<SignatureProductionPlace>\n<City>Tallinn</City>\n<CountryName>Eesti</CountryName>\n</SignatureProductionPlace>\n',
    '</SignedSignatureProperties>\n<SignedDataObjectProperties>\n</SignedDataObjectProperties>\n</SignedProperties>',
  ].join('')
  return options.signedProperties?.(xml) ?? xml
}

function unsignedPropertiesText(options: Signing, value: Buffer, signer: Identity, version: DdocVersion): string {
  if (options.ocsp === null) return ''
  const number = options.id.replace(/^S/, 'N')
  const responder = options.ocsp?.responder ?? pki.listedResponder
  const made = ocspResponse({
    certificate: signer,
    responder,
    certificates: [],
    scheme: { kind: 'rsa', digest: 'sha1' },
    nonce: nonceOf(options.nonce ?? (version === '1.3' ? 'octet-string' : 'bare'), value, options.nonce === null),
    ...options.ocsp,
  })
  const response = options.response?.(made) ?? made
  const covered = version === '1.0' ? basicResponseIn(response) : response
  const producedAt = ddocTime(options.ocsp?.producedAt ?? moments.ocsp, version)
  const cert = certText(responder, version, `${options.id}-RESPONDER_CERTINFO`)
  const wrapped = version === '1.3'
  const encapsulated = `<EncapsulatedOCSPValue Id="${number}">\n${lines(response)}</EncapsulatedOCSPValue>`
  return [
    `<UnsignedProperties${wrapped ? '' : ` Target="#${options.id}"`}>\n<UnsignedSignatureProperties>`,
    `<CompleteCertificateRefs>${wrapped ? `<CertRefs>${cert}</CertRefs>` : cert}</CompleteCertificateRefs>\n`,
    `<CompleteRevocationRefs>\n<OCSPRefs>\n<OCSPRef>\n<OCSPIdentifier URI="#${number}">`,
    `<ResponderID>${nameText(responder, false)}</ResponderID>\n<ProducedAt>${producedAt}</ProducedAt>\n</OCSPIdentifier>\n`,
    `<DigestAlgAndValue>\n${sha1Method}<DigestValue>${hash('sha1', covered).toString('base64')}</DigestValue>\n</DigestAlgAndValue>`,
    '</OCSPRef>\n</OCSPRefs>\n</CompleteRevocationRefs>\n',
    `<CertificateValues>\n<EncapsulatedX509Certificate Id="${options.id}-RESPONDER_CERT">\n${lines(responder.certificate.der)}</EncapsulatedX509Certificate>\n</CertificateValues>\n`,
    `<RevocationValues>${wrapped ? `<OCSPValues>${encapsulated}</OCSPValues>` : encapsulated}</RevocationValues>`,
    '</UnsignedSignatureProperties>\n</UnsignedProperties>',
  ].join('')
}

function nonceOf(form: 'bare' | 'octet-string' | Buffer | ((sha1: Buffer) => Buffer), value: Buffer, absent: boolean): Buffer | null {
  if (absent) return null
  if (Buffer.isBuffer(form)) return form
  if (typeof form === 'function') return form(hash('sha1', value))
  return form === 'bare' ? hash('sha1', value) : octetString(hash('sha1', value))
}

/** Content of the OCTET STRING of an OCSPResponse: what SK-XML 1.0 digests. The type of the response stands in front of it. */
export function basicResponseIn(response: Buffer): Buffer {
  const type = Buffer.from('06092b0601050507300101', 'hex')
  const at = response.indexOf(type) + type.length
  const length = response[at + 1] ?? 0
  return response.subarray(at + 2 + (length < 0x80 ? 0 : length & 0x7f))
}
