import { asiceType } from '../asice.js'
import { CanonicalDocument, type Canonicalization, canonicalizations } from '../canonical.js'
import type { Identity } from '../certificate.js'
import { digestUris, namespaces, signatureMethodUri, signedPropertiesType } from '../identifiers.js'
import { nameText } from '../names.js'
import { type OcspOptions, ocspResponse } from '../ocsp.js'
import { moments } from '../pki.js'
import { type DigestName, hash, type SignatureScheme, schemeFor, signBytes } from '../signing.js'
import { type TimeStampOptions, timeStampToken } from '../time-stamp.js'
import { escapeText } from '../xml-text.js'
import { type ZipEntry, zipArchive } from '../zip.js'
import { chainResultXml, chainXml, type StepChild, type TestChain } from './hash-chain.js'
import { soapMessage } from './message.js'
import { xroadPki } from './pki.js'

/** A pair of files of a hash chain, each of which can be changed: before it is signed or stamped, or afterwards. */
interface ChainChanges {
  readonly chain?: (chain: TestChain) => TestChain
  /** Text of the steps and of the result. The result is signed as it is then. */
  readonly steps?: (xml: string) => string
  readonly result?: (xml: string) => string
}

/** An X-Road container. What is left out is as it should be. */
export interface XroadOptions {
  readonly message?: string
  readonly attachments?: readonly Buffer[]
  /** What the container holds of them; all where absent. */
  readonly stored?: readonly (Buffer | null)[]
  /** Signs through a hash chain, beside a sibling. */
  readonly batch?: boolean | ChainChanges
  /** Stamps through a hash chain. */
  readonly batchTimeStamp?: boolean | ChainChanges
  /** `server`: as security servers of version 6 and 7 write, `library`: as the newer ones do. */
  readonly writer?: 'server' | 'library'
  readonly signer?: Identity
  readonly scheme?: SignatureScheme
  readonly digest?: DigestName
  readonly claimedTime?: string
  readonly ocsp?: Partial<OcspOptions> | readonly Buffer[] | null
  readonly timeStamp?: Partial<TimeStampOptions> | null
  /** Names of entries that the signature references, without the slash. */
  readonly references?: (names: readonly string[]) => readonly string[]
  /** Changes the XML before it is signed. */
  readonly edit?: (xml: string) => string
  /** Changes the XML afterwards. */
  readonly tamper?: (xml: string) => string
  /** The last word on what the archive holds. */
  readonly entries?: (entries: readonly ZipEntry[]) => readonly ZipEntry[]
}

const chainOptions = (given: boolean | ChainChanges | undefined): ChainChanges | null =>
  given === undefined || given === false ? null : given === true ? {} : given

const sibling: StepChild = { kind: 'value', digest: hash('sha512', Buffer.from('the message beside this one')) }

/** The container that a security server keeps of a message. */
export function xroadContainer(options: XroadOptions = {}): Buffer {
  const message = Buffer.from(options.message ?? soapMessage())
  const attachments = options.attachments ?? []
  const files = new Map<string, Buffer>([['message.xml', message]])
  for (const [i, content] of attachments.entries()) files.set(`attachment${i + 1}`, content)
  const batch = chainOptions(options.batch)
  const chain = batch === null ? null : chainFiles('sig', [...files].map(dataChild), batch)
  if (chain !== null) files.set(chain.result.name, chain.result.content)
  const names = chain === null ? [...files.keys()] : [chain.result.name]
  const references = options.references?.(names) ?? names
  const signed = sign(
    options,
    references.map((name) => ({ name, content: files.get(name) ?? Buffer.alloc(0) })),
  )

  const stampChanges = chainOptions(options.batchTimeStamp)
  const inside = stampChanges === null && options.timeStamp !== null ? timeStampProperty(options, signed.value) : ''
  const signatures = Buffer.from(finish(options, signed.xml, inside))
  const stampChain =
    stampChanges === null ? null : chainFiles('ts', [{ kind: 'data', uri: '/META-INF/signatures.xml', content: signatures }], stampChanges)
  const token = stampChain === null || options.timeStamp === null ? null : tokenOf(options, stampChain.result.content)
  const stored = options.stored ?? attachments
  const entries: ZipEntry[] = [
    entry('mimetype', asiceType),
    { name: 'message.xml', content: message },
    { name: 'META-INF/signatures.xml', content: signatures },
    ...(chain === null ? [] : [chain.result, chain.steps]),
    ...(stampChain === null ? [] : [stampChain.result, stampChain.steps]),
    entry('META-INF/manifest.xml', manifestXml),
    ...(token === null ? [] : [{ name: 'META-INF/timestamp.tst', content: token }]),
    ...stored.flatMap((content, i) => (content === null ? [] : [{ name: `attachment${i + 1}`, content }])),
  ]
  return zipArchive(options.entries?.(entries) ?? entries, `mimetype=${asiceType}`)
}

const entry = (name: string, content: string): ZipEntry & { readonly name: string } => ({ name, content: Buffer.from(content) })

const dataChild = ([name, content]: readonly [string, Buffer]): StepChild => ({ kind: 'data', uri: `/${name}`, content })

function chainFiles(prefix: 'sig' | 'ts', data: readonly StepChild[], changes: ChainChanges) {
  // Several inputs have a step of their own, as the parts of one message do.
  const plain: TestChain =
    data.length === 1
      ? { steps: [{ id: 'STEP0', children: [...data, sibling] }] }
      : {
          steps: [
            { id: 'STEP0', children: [sibling, { kind: 'step', id: 'STEP1' }] },
            { id: 'STEP1', children: data },
          ],
        }
  const chain = changes.chain?.(plain) ?? plain
  const file = `${prefix}-hashchain.xml`
  const steps = chainXml(chain)
  const result = chainResultXml(chain, file)
  return {
    steps: entry(file, changes.steps?.(steps) ?? steps),
    result: entry(`${prefix}-hashchainresult.xml`, changes.result?.(result) ?? result),
  }
}

interface SignedFile {
  readonly name: string
  readonly content: Buffer
}

const placeholders = { properties: '@PROPERTIES-DIGEST@', value: '@SIGNATURE-VALUE@', unsigned: '@UNSIGNED@' } as const

function sign(options: XroadOptions, files: readonly SignedFile[]): { readonly xml: string; readonly value: Buffer } {
  const signer = options.signer ?? xroadPki.signer
  const digest = options.digest ?? 'sha512'
  const scheme = options.scheme ?? schemeFor(signer.key.privateKey, digest)
  const method: Canonicalization = options.writer === 'library' ? 'exclusive' : 'c14n10'
  const draft = signatureXml(options, files, signer, scheme, digest, method)
  const edited = options.edit?.(draft) ?? draft
  const xml = edited.replace(placeholders.properties, digestOf(edited, digest, method))
  using document = new CanonicalDocument(xml)
  const value = signBytes(signer.key.privateKey, scheme, document.octets('//ds:SignedInfo', method), 'ieee-p1363')
  return { xml: xml.replace(placeholders.value, value.toString('base64')), value }
}

function digestOf(xml: string, digest: DigestName, method: Canonicalization): string {
  using document = new CanonicalDocument(xml)
  return hash(digest, document.octets('//xades:SignedProperties', method)).toString('base64')
}

function finish(options: XroadOptions, xml: string, timeStamp: string): string {
  const whole = xml.replace(placeholders.unsigned, `${timeStamp}${revocationValues(options)}`)
  return options.tamper?.(whole) ?? whole
}

function tokenOf({ timeStamp }: XroadOptions, data: Buffer): Buffer {
  return timeStampToken({ data, unit: xroadPki.timeStampingAuthority, digest: 'sha512', ...timeStamp })
}

/** Security servers write the token as the text of SignatureTimeStamp itself; its imprint is that of the octets of the signature value. */
function timeStampProperty(options: XroadOptions, value: Buffer): string {
  const token = tokenOf(options, value).toString('base64')
  if (options.writer !== 'library') return `<xades:SignatureTimeStamp>${token}</xades:SignatureTimeStamp>`
  return `<xades:SignatureTimeStamp><xades:EncapsulatedTimeStamp>${token}</xades:EncapsulatedTimeStamp></xades:SignatureTimeStamp>`
}

/** Fetched an hour before the message was stamped, as a security server keeps it. */
export const ocspTime = moments.timeStamp - 3_600_000

function revocationValues(options: XroadOptions): string {
  const { ocsp } = options
  if (ocsp === null) return ''
  const responses = isBuffers(ocsp)
    ? ocsp
    : [ocspResponse({ certificate: options.signer ?? xroadPki.signer, responder: xroadPki.responder, producedAt: ocspTime, ...ocsp })]
  const values = responses.map((der) => `<xades:EncapsulatedOCSPValue>${der.toString('base64')}</xades:EncapsulatedOCSPValue>`).join('')
  return `<xades:RevocationValues><xades:OCSPValues>${values}</xades:OCSPValues></xades:RevocationValues>`
}

const isBuffers = (value: XroadOptions['ocsp']): value is readonly Buffer[] => Array.isArray(value)

function signatureXml(
  options: XroadOptions,
  files: readonly SignedFile[],
  signer: Identity,
  scheme: SignatureScheme,
  digest: DigestName,
  method: Canonicalization,
): string {
  const library = options.writer === 'library'
  const { certificate } = signer
  const transforms = library ? `<ds:Transforms><ds:Transform Algorithm="${canonicalizations.exclusive}"/></ds:Transforms>` : ''
  const digestMethod = `<ds:DigestMethod Algorithm="${digestUris[digest]}"/>`
  const references = files.map(
    ({ name, content }, i) =>
      `<ds:Reference${library ? ` Id="r-${i + 1}"` : ''} URI="/${name}">${digestMethod}<ds:DigestValue>${hash(digest, content).toString('base64')}</ds:DigestValue></ds:Reference>`,
  )
  const certificateDigest = `<xades:CertDigest>${digestMethod}<ds:DigestValue>${hash(digest, certificate.der).toString('base64')}</ds:DigestValue></xades:CertDigest>`
  const issuerSerial = `<xades:IssuerSerial><ds:X509IssuerName>${escapeText(nameText(certificate.issuer))}</ds:X509IssuerName><ds:X509SerialNumber>${certificate.serialNumber}</ds:X509SerialNumber></xades:IssuerSerial>`
  const formats = files.map(({ name }, i) => {
    const mimeType = name.endsWith('hashchainresult.xml')
      ? 'application/hash-chain-result'
      : library
        ? 'application/octet-stream'
        : 'text/xml'
    return `<xades:DataObjectFormat ObjectReference="${library ? `#r-${i + 1}` : `/${name}`}"><xades:MimeType>${mimeType}</xades:MimeType></xades:DataObjectFormat>`
  })
  const signingTime = `<xades:SigningTime>${options.claimedTime ?? '2026-03-10T10:00:00Z'}</xades:SigningTime>`
  const signingCertificate = library
    ? `<xades:SigningCertificateV2><xades:Cert>${certificateDigest}</xades:Cert></xades:SigningCertificateV2>`
    : `<xades:SigningCertificate><xades:Cert>${certificateDigest}${issuerSerial}</xades:Cert></xades:SigningCertificate>`
  const signature = [
    '<ds:SignedInfo>',
    `<ds:CanonicalizationMethod Algorithm="${canonicalizations[method]}"/><ds:SignatureMethod Algorithm="${signatureMethodUri(scheme)}"/>`,
    ...references,
    `<ds:Reference Type="${signedPropertiesType}" URI="#signed-properties">${transforms}${digestMethod}<ds:DigestValue>${placeholders.properties}</ds:DigestValue></ds:Reference>`,
    '</ds:SignedInfo>',
    `<ds:SignatureValue Id="signature-value">${placeholders.value}</ds:SignatureValue>`,
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.der.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    '<ds:Object><xades:QualifyingProperties Target="#signature"><xades:SignedProperties Id="signed-properties">',
    `<xades:SignedSignatureProperties>${signingTime}${signingCertificate}${library ? '' : policyIdentifier}</xades:SignedSignatureProperties>`,
    `<xades:SignedDataObjectProperties>${formats.join('')}</xades:SignedDataObjectProperties>`,
    '</xades:SignedProperties>',
    `<xades:UnsignedProperties><xades:UnsignedSignatureProperties>${placeholders.unsigned}</xades:UnsignedSignatureProperties></xades:UnsignedProperties>`,
    '</xades:QualifyingProperties></ds:Object>',
  ].join('')
  const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
  const declared = `xmlns:ds="${namespaces.ds}" xmlns:xades="${namespaces.xades}"`
  if (library) return `${prolog}<ds:Signature ${declared} Id="signature">${signature}</ds:Signature>`
  const root = `<asic:XAdESSignatures xmlns:asic="${namespaces.asic}" ${declared} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`
  return `${prolog}${root}<ds:Signature Id="signature">${signature}</ds:Signature></asic:XAdESSignatures>`
}

/** Profile for High-Performance Digital Signatures 1.2; the digest is of a document that nobody here has. */
const policyIdentifier = [
  '<xades:SignaturePolicyIdentifier><xades:SignaturePolicyId><xades:SigPolicyId>',
  '<xades:Identifier Qualifier="OIDAsURN">urn:oid:1.3.6.1.4.1.3516.16.2</xades:Identifier>',
  '<xades:Description>Profile for High-Performance Digital Signatures (version 1.2)</xades:Description></xades:SigPolicyId>',
  `<xades:SigPolicyHash><ds:DigestMethod Algorithm="${digestUris.sha512}"/><ds:DigestValue>${hash('sha512', Buffer.from('profile')).toString('base64')}</ds:DigestValue></xades:SigPolicyHash>`,
  '<xades:SigPolicyQualifiers><xades:SigPolicyQualifier><xades:SPURI>https://repo.cyber.ee/dsig-profile-1.2.pdf</xades:SPURI></xades:SigPolicyQualifier></xades:SigPolicyQualifiers>',
  '</xades:SignaturePolicyId></xades:SignaturePolicyIdentifier>',
].join('')

const manifestXml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">\n' +
  '    <manifest:file-entry manifest:media-type="text/xml" manifest:full-path="message.xml"/>\n</manifest:manifest>\n'
