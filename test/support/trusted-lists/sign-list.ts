import { CanonicalDocument, canonicalizations } from '../canonical.js'
import { digestUris, signatureMethodUri, signedPropertiesType } from '../identifiers.js'
import { nameText } from '../names.js'
import { hash, schemeFor, signBytes } from '../signing.js'
import { base64, element, text, writeXml, type XmlPart, type XmlStyle } from '../xml-text.js'
import type { ListOptions } from './list-options.js'
import { defaultSigner } from './list-signers.js'
import { listPart } from './write-list.js'

const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const style: XmlStyle = { indent: '  ', base64Lines: true, breaksIn: [] }
const end = '</tsl:TrustServiceStatusList>'

interface Made {
  readonly listDigest: Buffer
  readonly propertiesDigest: Buffer
  readonly value: Buffer
}

/** The finished list: one enveloped XAdES signature as child of the root (TS 119 612 annex B). libxml2 canonicalizes, independently of the service. */
export function signedList(options: ListOptions): Buffer {
  const { signature = {} } = options
  const edit = signature.edit ?? ((xml: string) => xml)
  const signer = signature.signer ?? defaultSigner(options)
  const scheme = signature.scheme ?? schemeFor(signer.key.privateKey)
  const digest = signature.digest ?? 'sha256'
  const unsigned = `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(listPart(options), style)}`
  const method = canonicalizations.exclusive
  const transforms = signature.transforms ?? [enveloped, method]
  const render = (made: Made) => {
    const part = signaturePart(options, made, transforms)
    return edit(unsigned.replace(end, `${writeXml(part, { ...style, indent: null })}${end}`))
  }
  const octets = (xml: string, path: string, how: 'exclusive' | 'c14n10') => {
    using document = new CanonicalDocument(xml)
    return document.octets(path, how)
  }
  let made: Made = { listDigest: Buffer.alloc(0), propertiesDigest: Buffer.alloc(0), value: Buffer.alloc(0) }
  // What enveloped-signature leaves of the signed list is the list before it was signed.
  const whole = octets(edit(unsigned), '/*', transforms.includes(method) ? 'exclusive' : 'c14n10')
  made = { ...made, listDigest: hash(digest, whole) }
  if (signature.coversProperties !== false)
    made = { ...made, propertiesDigest: hash(digest, octets(render(made), '//xades:SignedProperties', 'exclusive')) }
  made = { ...made, value: signBytes(signer.key.privateKey, scheme, octets(render(made), '//ds:SignedInfo', 'exclusive'), 'ieee-p1363') }
  const finished = render(made)
  return Buffer.from(signature.tamper?.(finished) ?? finished)
}

function signaturePart(options: ListOptions, made: Made, transforms: readonly string[]): XmlPart {
  const { signature = {} } = options
  const signer = signature.signer ?? defaultSigner(options)
  const scheme = signature.scheme ?? schemeFor(signer.key.privateKey)
  const digestMethod = element('ds:DigestMethod', { Algorithm: digestUris[signature.digest ?? 'sha256'] })
  const reference = (attributes: Readonly<Record<string, string>>, algorithms: readonly string[], value: Buffer) =>
    element(
      'ds:Reference',
      attributes,
      element(
        'ds:Transforms',
        {},
        algorithms.map((Algorithm) => element('ds:Transform', { Algorithm })),
      ),
      digestMethod,
      base64('ds:DigestValue', value),
    )
  const uri = signature.uri ?? (options.id === undefined ? '' : `#${options.id}`)
  return element(
    'ds:Signature',
    { Id: 'list-signature' },
    element(
      'ds:SignedInfo',
      {},
      element('ds:CanonicalizationMethod', { Algorithm: canonicalizations.exclusive }),
      element('ds:SignatureMethod', { Algorithm: signatureMethodUri(scheme) }),
      reference({ URI: uri }, transforms, made.listDigest),
      signature.coversProperties === false
        ? null
        : reference({ Type: signedPropertiesType, URI: '#list-properties' }, [canonicalizations.exclusive], made.propertiesDigest),
    ),
    base64('ds:SignatureValue', made.value),
    element(
      'ds:KeyInfo',
      {},
      element(
        'ds:X509Data',
        {},
        (signature.keyInfo ?? [signer.certificate]).map(({ der }) => base64('ds:X509Certificate', der)),
      ),
    ),
    element('ds:Object', {}, element('xades:QualifyingProperties', { Target: '#list-signature' }, signedProperties(options))),
  )
}

function signedProperties(options: ListOptions): XmlPart {
  const { signature = {}, version = 6 } = options
  const named = signature.named ?? (signature.signer ?? defaultSigner(options)).certificate
  const kind = signature.signingCertificate ?? (version >= 6 ? 'v2' : 'v1')
  const certDigest = element(
    'xades:CertDigest',
    {},
    element('ds:DigestMethod', { Algorithm: digestUris.sha256 }),
    base64('ds:DigestValue', hash('sha256', named.der)),
  )
  const issuerSerial = element(
    'xades:IssuerSerial',
    {},
    text('ds:X509IssuerName', nameText(named.issuer)),
    text('ds:X509SerialNumber', String(named.serialNumber)),
  )
  return element(
    'xades:SignedProperties',
    { Id: 'list-properties' },
    element(
      'xades:SignedSignatureProperties',
      {},
      text('xades:SigningTime', signature.signingTime ?? options.issued ?? '2026-06-01T00:00:00Z'),
      kind === 'none'
        ? null
        : kind === 'v1'
          ? element('xades:SigningCertificate', {}, element('xades:Cert', {}, certDigest, issuerSerial))
          : element('xades:SigningCertificateV2', {}, element('xades:Cert', {}, certDigest)),
    ),
  )
}
