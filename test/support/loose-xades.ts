import { CanonicalDocument, canonicalizations } from './canonical.js'
import { namespaces } from './identifiers.js'
import { pki } from './pki.js'
import type { DataFile, ReferenceOptions, SignatureOptions } from './signature-options.js'
import { hash } from './signing.js'
import { signatureText } from './xades.js'

export const envelopedTransform = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
export const base64Transform = 'http://www.w3.org/2000/09/xmldsig#base64'

const prefixes = ['asic', 'ds', 'xades', 'xades141'].map((prefix) => ` xmlns:${prefix}="${namespaces[prefix as keyof typeof namespaces]}"`)

/** The root of an invoice; the namespaces of the signature are declared on it. */
const invoice = (inside: string) => `<invoice${prefixes.join('')}>${inside}</invoice>`

/** Options of a signature inside an XML document, and of the document. What is left out is as it should be. */
export interface EnvelopedOptions {
  /** Before the signature, and behind it. */
  readonly before?: string
  readonly after?: string
  /** What the reference covers, as XML: the document without the signature where absent. */
  readonly signed?: string
  readonly transforms?: readonly string[]
  readonly uri?: string
  /** Elements of ds:Transforms instead of `transforms`, as XML. */
  readonly transformsXml?: string
  readonly references?: (own: ReferenceOptions) => readonly ReferenceOptions[]
  readonly signature?: SignatureOptions
}

const sum = '<sum currency="EUR">120.00</sum>'

/** An invoice with an enveloped signature. */
export function envelopedSignature(options: EnvelopedOptions = {}): Buffer {
  const { before = sum, after = '', transforms = [envelopedTransform, canonicalizations.exclusive], uri = '' } = options
  using document = new CanonicalDocument(options.signed ?? invoice(before + after))
  const own: ReferenceOptions = {
    id: 'r-data',
    uri,
    type: null,
    transforms,
    digest: 'sha256',
    digestValue: hash('sha256', document.octets('/*', transforms.includes(canonicalizations.exclusive) ? 'exclusive' : 'c14n10')),
    mimeType: 'text/xml',
  }
  return Buffer.from(
    signatureText(
      {
        rootNamespaces: { xades141: namespaces.xades141 },
        ...options.signature,
        references: (references) => [...(options.references?.(own) ?? [own]), ...references],
        edit: (xml) => {
          const signature = signatureIn(xml)
          const written = options.transformsXml === undefined ? signature : withTransforms(signature, options.transformsXml)
          return invoice(before + written + after)
        },
      },
      [],
    ),
  )
}

/** The ds:Signature of a signature file, without its frame. */
export function signatureIn(xml: string): string {
  return xml.slice(xml.indexOf('<ds:Signature'), xml.lastIndexOf('</ds:Signature>') + '</ds:Signature>'.length)
}

/** A signature with its data in a ds:Object: in base64 where `transforms` decode it. */
export function envelopingSignature(content = Buffer.from('Müüja ja ostja\n'), options: SignatureOptions = {}): Buffer {
  const reference: ReferenceOptions = {
    id: 'r-data',
    uri: '#o-data',
    type: null,
    transforms: [base64Transform],
    digest: 'sha256',
    digestValue: hash('sha256', content),
    mimeType: 'text/plain',
  }
  const object = `<ds:Object Id="o-data">${content.toString('base64')}</ds:Object>`
  return Buffer.from(
    signatureText(
      {
        ...options,
        references: (references) => options.references?.([reference, ...references]) ?? [reference, ...references],
        edit: (xml) => {
          const made = xml.replace('</ds:Signature>', `${object}</ds:Signature>`)
          return options.edit?.(made) ?? made
        },
        tamper: (xml) => {
          const whole = options.tamper?.(xml) ?? xml
          // In a root of its own, so that `signatureText` gives back all of it.
          return whole.replaceAll('asic:XAdESSignatures', 'asic:Signatures')
        },
      },
      [],
    ),
  )
}

/** A signature file over files that are not in it. */
export function detachedSignature(files: readonly DataFile[], options: SignatureOptions = {}): Buffer {
  return Buffer.from(
    signatureText(
      { ...options, tamper: (xml) => (options.tamper?.(xml) ?? xml).replaceAll('asic:XAdESSignatures', 'asic:Signatures') },
      files,
    ),
  )
}

const withTransforms = (signature: string, transforms: string) =>
  signature.replace(/(<ds:Transforms>).*?(<\/ds:Transforms>)/s, (_, start: string, end: string) => start + transforms + end)

/** Changes of a counter-signature; what is left out is as it should be. */
export interface CounterSignatureOptions extends Pick<SignatureOptions, 'id' | 'signer' | 'keyInfo' | 'tamperValue' | 'signatureMethod'> {
  /** The URI of its reference, instead of the value that it stands at. */
  readonly uri?: string
  /** What it covers, instead of the value that it stands at. */
  readonly covered?: Buffer
}

/**
 * A signature file with a counter-signature (EN 319 132-1, 5.2.7.2) among the unsigned properties of the signature `countersigned`. Its canonicalizations are
 * exclusive, so that it can be put into the signature after it was made.
 */
export function withCounterSignature(xml: string, options: CounterSignatureOptions = {}, countersigned = 'S0'): string {
  const value = /<ds:SignatureValue[^>]* Id="([^"]*)"[^>]*>([^<]*)<\/ds:SignatureValue>/g
  const [, id = '', text = ''] = [...xml.matchAll(value)].find(([, each]) => each?.includes(countersigned)) ?? []
  const canonical = `<ds:SignatureValue xmlns:ds="${namespaces.ds}" Id="${id}">${text}</ds:SignatureValue>`
  const counter = signatureText(
    {
      id: 'C0',
      level: 'B-BES',
      signer: pki.secondSigner,
      canonicalization: 'exclusive',
      propertiesTransform: 'exclusive',
      ...options,
      references: (references) => [
        {
          id: `${options.id ?? 'C0'}-value`,
          uri: options.uri ?? `#${id}`,
          type: 'http://uri.etsi.org/01903#CountersignedSignature',
          transforms: [canonicalizations.exclusive],
          digest: 'sha256',
          digestValue: hash('sha256', options.covered ?? Buffer.from(canonical)),
          mimeType: null,
        },
        ...references,
      ],
    },
    [],
  )
  const property = `<xades:CounterSignature>${counter}</xades:CounterSignature>`
  const at = xml.indexOf(id)
  return xml.slice(0, at) + addUnsigned(xml.slice(at), property)
}

/** Puts a property behind the last unsigned property of the first signature of the text. */
export function addUnsigned(xml: string, property: string): string {
  return xml.includes('</xades:UnsignedSignatureProperties>') && !beginsAnother(xml)
    ? xml.replace('</xades:UnsignedSignatureProperties>', `${property}</xades:UnsignedSignatureProperties>`)
    : xml.replace(
        '</xades:SignedProperties>',
        `</xades:SignedProperties><xades:UnsignedProperties><xades:UnsignedSignatureProperties>${property}</xades:UnsignedSignatureProperties></xades:UnsignedProperties>`,
      )
}

/** Whether the signature of the text ends before the next list of unsigned properties begins: it has none of its own. */
const beginsAnother = (xml: string) => {
  const end = xml.indexOf('</ds:Signature>')
  const list = xml.indexOf('<xades:UnsignedSignatureProperties')
  return list < 0 || (end >= 0 && end < list)
}
