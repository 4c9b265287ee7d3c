import { CanonicalDocument, type Canonicalization, canonicalizations } from './canonical.js'
import { digestUris, namespaces, signatureMethodUri, signedPropertiesType } from './identifiers.js'
import { ocspResponse, timeMarkNonce } from './ocsp.js'
import { moments, pki } from './pki.js'
import {
  certificateValues,
  qualifyingProperties,
  revocationValues,
  timeStampElement,
  timeStampValidationData,
} from './qualifying-properties.js'
import type { DataFile, ReferenceOptions, RevocationValues, SignatureOptions, Writer } from './signature-options.js'
import { hash, schemeFor, signBytes } from './signing.js'
import { timeStampToken } from './time-stamp.js'
import { base64, element, writeXml, type XmlPart, type XmlStyle } from './xml-text.js'

/** How a family of programs writes: what `facts` about real files say, made parameters. */
interface WriterProfile {
  readonly declaration: string
  readonly style: XmlStyle
  readonly canonicalization: Canonicalization
  readonly propertiesTransform: Canonicalization | null
  readonly timeStampCanonicalization: Canonicalization | null
  /** Namespaces on the root; the others are declared where they are first needed. */
  readonly onRoot: readonly (keyof typeof namespaces)[]
  readonly ids: (signature: string) => { data: (i: number) => string; reference: string | null; properties: string; value: string }
}

const prettyDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n'
const profiles: Readonly<Record<Writer, WriterProfile>> = {
  libdigidocpp: {
    declaration: prettyDeclaration,
    style: { indent: '  ', base64Lines: true, breaksIn: [] },
    canonicalization: 'c14n11',
    propertiesTransform: null,
    timeStampCanonicalization: null,
    onRoot: ['asic', 'ds', 'xades'],
    ids: (s) => ({ data: (i) => `${s}-RefId${i}`, reference: `${s}-RefIdSP`, properties: `${s}-SignedProperties`, value: `${s}-SIG` }),
  },
  jdigidoc: {
    declaration: '<?xml version="1.0" encoding="UTF-8"?>\n',
    style: { indent: '', base64Lines: false, breaksIn: ['*', 'ds:SignatureValue', 'xades:Identifier', 'xades:SPURI'] },
    canonicalization: 'c14n11',
    propertiesTransform: null,
    timeStampCanonicalization: null,
    onRoot: ['asic', 'ds', 'xades'],
    ids: (s) => ({ data: (i) => `${s}-ref-${i}`, reference: `${s}-ref-sp`, properties: `${s}-SignedProperties`, value: `${s}-SIG` }),
  },
  digidoc4j: {
    declaration: '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    style: { indent: null, base64Lines: false, breaksIn: [] },
    canonicalization: 'exclusive',
    propertiesTransform: 'exclusive',
    timeStampCanonicalization: 'exclusive',
    onRoot: ['asic'],
    ids: (s) => ({ data: (i) => `r-${s}-${i + 1}`, reference: null, properties: `xades-${s}`, value: `value-${s}` }),
  },
}

/** libdigidocpp encodes all but letters, digits and `-._~/`; the others leave what a URI allows in a segment. */
export function referenceUri(name: string, writer: Writer): string {
  const left = writer === 'libdigidocpp' ? /[!'()*]/g : /(?!)/g
  const encoded = encodeURIComponent(name).replace(left, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const slashes = encoded.replace(/%2F/g, '/')
  return writer === 'libdigidocpp' ? slashes : slashes.replace(/%(2B|2C|3B|3D|26|24|40)/g, decodeURIComponent)
}

/** The root and what stands before it; signatures are put between `start` and `end`. */
export function fileFrame(options: Pick<SignatureOptions, 'writer' | 'rootNamespaces'>): { start: string; end: string } {
  const profile = profiles[options.writer ?? 'libdigidocpp']
  const prefixes = profile.onRoot.map((prefix) => ` xmlns:${prefix}="${namespaces[prefix]}"`)
  const further = Object.entries(options.rootNamespaces ?? {}).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  const lineBreak = profile.style.indent === null ? '' : '\n'
  return {
    start: `${profile.declaration}<asic:XAdESSignatures${prefixes.join('')}${further.join('')}>${lineBreak}`,
    end: `${lineBreak}</asic:XAdESSignatures>`,
  }
}

/** What has been made so far; each step of signing renders the file again and adds to it. */
interface Made {
  readonly propertiesDigest: Buffer
  readonly value: Buffer
  readonly unsigned: readonly XmlPart[]
}

/** The finished `ds:Signature` as text, for the frame of the same options. */
export function signatureText(options: SignatureOptions, files: readonly DataFile[]): string {
  const level = options.level ?? 'LT'
  const profile = profiles[options.writer ?? 'libdigidocpp']
  const signer = options.signer ?? pki.signer
  const scheme = options.scheme ?? schemeFor(signer.key.privateKey)
  const { start, end } = fileFrame(options)
  const edit = options.edit ?? ((xml: string) => xml)
  const references = referencesOf(options, files)
  const propertiesTransform = transformOf(options)
  const stampMethod =
    options.timeStampCanonicalization === undefined ? profile.timeStampCanonicalization : options.timeStampCanonicalization
  const render = (made: Made) =>
    edit(`${start}${writeXml(signaturePart(options, references, made), profile.style, profile.style.indent === null ? 0 : 1)}${end}`)
  const octets = (made: Made, path: string, method: Canonicalization): Buffer => {
    using document = new CanonicalDocument(render(made))
    return document.octets(path, method)
  }

  let made: Made = { propertiesDigest: Buffer.alloc(0), value: Buffer.alloc(0), unsigned: [] }
  const propertiesReference = references.find((reference) => reference.digestValue === null)
  if (propertiesReference !== undefined) {
    const properties = octets(made, paths.signedProperties, propertiesTransform ?? 'c14n10')
    made = { ...made, propertiesDigest: hash(propertiesReference.digest, properties) }
  }
  const signedInfo = octets(made, paths.signedInfo, options.canonicalization ?? profile.canonicalization)
  const value = signBytes(signer.key.privateKey, scheme, signedInfo, 'ieee-p1363')
  made = { ...made, value: options.tamperValue?.(value) ?? value }

  const add = (part: XmlPart | null) => {
    if (part !== null) made = { ...made, unsigned: [...made.unsigned, part] }
  }
  if (level === 'T' || level === 'LT' || level === 'LTA') {
    const data = octets(made, paths.signatureValue, stampMethod ?? 'c14n10')
    const tokens = options.timeStamps?.(data) ?? [timeStampToken({ data, ...options.timeStamp })]
    for (const [i, token] of tokens.entries()) {
      add(timeStampElement('xades:SignatureTimeStamp', `${idOf(options)}-T${i}`, token, stampMethod))
    }
  }
  if (level === 'LT' || level === 'LTA' || level === 'LT-TM') {
    add(certificateValues(options.certificateValues === undefined ? defaultCertificateValues(options) : options.certificateValues))
    add(revocationValues(options.revocationValues === null ? null : (options.revocationValues ?? defaultRevocations(options))(made.value)))
    add(timeStampValidationData(options.timeStampValidationData))
  }
  if (level === 'LTA') {
    for (const [i, { canonicalization = stampMethod, ...changes }] of (options.archive ?? [{}]).entries()) {
      const data = archiveData(render(made), references, files, propertiesTransform, canonicalization ?? 'c14n10')
      const token = timeStampToken({ data, genTime: moments.archive, ...changes })
      const declared = !('xades141' in (options.rootNamespaces ?? {})) ? { 'xmlns:xades141': namespaces.xades141 } : {}
      add(timeStampElement('xades141:ArchiveTimeStamp', `${idOf(options)}-A${i}`, token, canonicalization, declared))
    }
  }
  add(timeStampValidationData(options.laterValidationData))
  const finished = render(made)
  const whole = options.tamper?.(finished) ?? finished
  return whole.startsWith(start) && whole.endsWith(end) ? whole.slice(start.length, whole.length - end.length) : whole
}

const signature = '/*/ds:Signature[1]'
const paths = {
  signedProperties: `${signature}/ds:Object/xades:QualifyingProperties/xades:SignedProperties`,
  signedInfo: `${signature}/ds:SignedInfo`,
  signatureValue: `${signature}/ds:SignatureValue`,
  keyInfo: `${signature}/ds:KeyInfo`,
  unsigned: `${signature}/ds:Object/xades:QualifyingProperties/xades:UnsignedProperties/xades:UnsignedSignatureProperties/*`,
  otherObjects: `${signature}/ds:Object[not(xades:QualifyingProperties)]`,
} as const

/** What an archive time-stamp covers, in order (EN 319 132-1 5.5.2; TS 101 903 7.7). */
function archiveData(
  xml: string,
  references: readonly ReferenceOptions[],
  files: readonly DataFile[],
  propertiesTransform: Canonicalization | null,
  method: Canonicalization,
): Buffer {
  using document = new CanonicalDocument(xml)
  const signed = references.map((reference) => {
    if (reference.uri.startsWith('#')) return document.octets(paths.signedProperties, propertiesTransform ?? method)
    return files.find((file) => file.name === decodeURIComponent(reference.uri))?.content ?? Buffer.alloc(0)
  })
  return Buffer.concat([
    ...signed,
    document.octets(paths.signedInfo, method),
    document.octets(paths.signatureValue, method),
    ...document.all(paths.keyInfo, method),
    ...document.all(paths.unsigned, method),
    ...document.all(paths.otherObjects, method),
  ])
}

const idOf = (options: SignatureOptions): string => options.id ?? 'S0'

function transformOf(options: SignatureOptions): Canonicalization | null {
  if (options.propertiesTransform !== undefined) return options.propertiesTransform
  return profiles[options.writer ?? 'libdigidocpp'].propertiesTransform
}

function referencesOf(options: SignatureOptions, files: readonly DataFile[]): readonly ReferenceOptions[] {
  const writer = options.writer ?? 'libdigidocpp'
  const ids = profiles[writer].ids(idOf(options))
  const digest = options.digest ?? 'sha256'
  const transform = transformOf(options)
  const references: readonly ReferenceOptions[] = [
    ...files.map((file, i) => ({
      id: ids.data(i),
      uri: referenceUri(file.name, writer),
      type: null,
      transforms: [],
      digest,
      digestValue: hash(digest, file.content),
      mimeType: file.mimeType,
    })),
    {
      id: ids.reference,
      uri: `#${ids.properties}`,
      type: signedPropertiesType,
      transforms: transform === null ? [] : [canonicalizations[transform]],
      digest,
      digestValue: null,
      mimeType: null,
    },
  ]
  return options.references?.(references) ?? references
}

function signaturePart(options: SignatureOptions, references: readonly ReferenceOptions[], made: Made): XmlPart {
  const profile = profiles[options.writer ?? 'libdigidocpp']
  const signer = options.signer ?? pki.signer
  const scheme = options.scheme ?? schemeFor(signer.key.privateKey)
  const ids = profile.ids(idOf(options))
  const lower = profile.onRoot.length === 1
  const keyInfo = options.keyInfo ?? [signer.certificate]
  return element(
    'ds:Signature',
    { ...(lower ? { 'xmlns:ds': namespaces.ds } : {}), Id: idOf(options) },
    element(
      'ds:SignedInfo',
      {},
      element('ds:CanonicalizationMethod', { Algorithm: canonicalizations[options.canonicalization ?? profile.canonicalization] }),
      element('ds:SignatureMethod', { Algorithm: options.signatureMethod ?? signatureMethodUri(scheme) }),
      references.map((reference) => referencePart(reference, made.propertiesDigest)),
    ),
    base64('ds:SignatureValue', made.value, { Id: ids.value }),
    keyInfo.length === 0
      ? null
      : element(
          'ds:KeyInfo',
          {},
          element(
            'ds:X509Data',
            {},
            keyInfo.map((certificate) => base64('ds:X509Certificate', certificate.der)),
          ),
        ),
    element(
      'ds:Object',
      {},
      qualifyingProperties(
        options,
        references,
        made.unsigned,
        { signer, signature: idOf(options), properties: ids.properties },
        lower ? { 'xmlns:xades': namespaces.xades } : {},
      ),
    ),
  )
}

function referencePart(reference: ReferenceOptions, propertiesDigest: Buffer): XmlPart {
  const attributes = {
    ...(reference.id === null ? {} : { Id: reference.id }),
    ...(reference.type === null ? {} : { Type: reference.type }),
    URI: reference.uri,
  }
  return element(
    'ds:Reference',
    attributes,
    reference.transforms.length === 0
      ? null
      : element(
          'ds:Transforms',
          {},
          reference.transforms.map((algorithm) => element('ds:Transform', { Algorithm: algorithm })),
        ),
    element('ds:DigestMethod', { Algorithm: reference.digestUri ?? digestUris[reference.digest] }),
    base64('ds:DigestValue', reference.digestValue ?? propertiesDigest),
  )
}

function defaultCertificateValues(options: SignatureOptions) {
  const issuer = (options.signer ?? pki.signer).issuer
  const unit = options.timeStamp?.unit ?? pki.timeStampingUnit
  return [issuer, options.level === 'LT-TM' ? null : unit].filter((identity) => identity !== null).map((identity) => identity.certificate)
}

/** One response: as time-mark by the listed responder, otherwise by the delegated one. */
function defaultRevocations(options: SignatureOptions): (value: Buffer) => RevocationValues {
  const certificate = options.signer ?? pki.signer
  return (value) => {
    const timeMark = options.level === 'LT-TM' ? { responder: pki.listedResponder, nonce: timeMarkNonce(value) } : {}
    return { ocsp: [ocspResponse({ certificate, ...timeMark, ...options.ocsp })] }
  }
}
