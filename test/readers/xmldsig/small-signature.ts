import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { limits } from '#config'
import { type CanonicalizationMethod, canonicalize, elementsNamed, parseXml, type XmlElement } from '#readers/xml'
import { XMLDSIG_NAMESPACE } from '#readers/xmldsig'

export const algorithms = {
  c14n: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  c14nWithComments: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  ecdsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
  rsaPss: 'http://www.w3.org/2007/05/xmldsig-more#rsa-pss',
  sha256RsaMgf1: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  xpath: 'http://www.w3.org/TR/1999/REC-xpath-19991116',
  xslt: 'http://www.w3.org/TR/1999/REC-xslt-19991116',
  base64: 'http://www.w3.org/2000/09/xmldsig#base64',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
} as const

export const inclusive: CanonicalizationMethod = { algorithm: 'c14n10', comments: false }

export function parse(xml: string): XmlElement {
  return parseXml(Buffer.from(xml), limits.xml).root
}

export function element(root: XmlElement, localName: string): XmlElement {
  const [found] = root.localName === localName ? [root] : elementsNamed(root, XMLDSIG_NAMESPACE, localName)
  if (found === undefined) throw new Error(`no ${localName}`)
  return found
}

export const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data)

export interface SmallReference {
  readonly attributes?: string
  readonly transforms?: string
  readonly digestMethod?: string
  readonly digestValue?: string
}

export function reference({ attributes = 'URI="a.txt"', transforms = '', ...digest }: SmallReference = {}): string {
  const method = digest.digestMethod ?? `<ds:DigestMethod Algorithm="${algorithms.sha256}"/>`
  const value = digest.digestValue ?? `<ds:DigestValue>${sha256('a').digest('base64')}</ds:DigestValue>`
  return `<ds:Reference ${attributes}>${transforms}${method}${value}</ds:Reference>`
}

export interface SmallSignature {
  readonly canonicalization?: string
  readonly method?: string
  readonly references?: string
  readonly value?: string
  readonly rest?: string
}

export const canonicalizationMethod = `<ds:CanonicalizationMethod Algorithm="${algorithms.c14n}"/>`
export const signatureMethod = `<ds:SignatureMethod Algorithm="${algorithms.rsaSha256}"/>`

/** Root with one ds:Signature, which may be wrong in any part. */
export function signatureXml(parts: SmallSignature = {}): string {
  const signedInfo = [parts.canonicalization ?? canonicalizationMethod, parts.method ?? signatureMethod, parts.references ?? reference()]
  const value = parts.value ?? '<ds:SignatureValue>AAAA</ds:SignatureValue>'
  return `<root xmlns:ds="${XMLDSIG_NAMESPACE}" xmlns:unused="urn:x"><ds:Signature Id="S"><ds:SignedInfo>${signedInfo.join('')}</ds:SignedInfo>${value}${parts.rest ?? ''}</ds:Signature></root>`
}

/** Signs SignedInfo of `signatureXml` and puts the value in. */
export function signXml(parts: SmallSignature, key: KeyObject, options: object = {}): string {
  const signedInfo = canonicalize(element(parse(signatureXml(parts)), 'SignedInfo'), inclusive)
  const value = sign('sha256', signedInfo, { key, dsaEncoding: 'ieee-p1363', ...options })
  return signatureXml({ ...parts, value: `<ds:SignatureValue>\n${value.toString('base64')}\n</ds:SignatureValue>` })
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const pair = ({ privateKey, publicKey }: typeof rsa) => ({ privateKey, spki: publicKey.export({ type: 'spki', format: 'der' }) })
export const keys = { rsa: pair(rsa), ec: pair(ec) }
