import { type MemberProfile, memberProfiles } from '#model'
import { childElements, parseXml, textOf, type XmlElement, type XmlLimits } from '#readers/xml'
import { decodeBase64 } from '#readers/xmldsig'
import { readCertificateFile } from '#trust'

export const XROAD = 'http://x-road.eu/xsd/xroad.xsd'

/** A defect in a file of an X-Road configuration. The message is a sentence for the operator, without its subject: `it is not a configuration anchor`. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** Limits for a downloaded configuration. */
export interface ConfigurationLimits {
  readonly xml: XmlLimits
  /** Maximum number of parts in a signed directory. */
  readonly maxParts: number
  /** Maximum length of a name or number in the shared parameters, in characters. */
  readonly maxTextLength: number
}

/** The contents of `shared-params.xml` that signature validation needs. Certificates are DER. */
export interface SharedParameters {
  readonly instance: string
  readonly ocspFreshnessSeconds: number
  readonly authorities: readonly SharedAuthority[]
  readonly timeStamping: readonly { readonly name: string; readonly certificate: Uint8Array }[]
}

interface SharedAuthority {
  readonly name: string
  readonly memberProfile: MemberProfile
  readonly certificate: Uint8Array
  readonly intermediates: readonly Uint8Array[]
  readonly responders: readonly SharedResponders[]
}

/** The responders of one authority: of the approved one, or of an intermediate. */
interface SharedResponders {
  readonly authority: Uint8Array
  readonly certificates: readonly Uint8Array[]
}

/**
 * Reads `shared-params.xml` of versions 2 to 6: approved authorities with certificate profile, responders and intermediates; time-stamping authorities; the
 * maximum age of OCSP responses. Authorities for authentication only are left out, because they do not issue signing certificates.
 *
 * @throws ConfigurationError, XmlError
 */
export function readSharedParameters(octets: Uint8Array, limits: ConfigurationLimits): SharedParameters {
  const { root } = parseXml(octets, limits.xml)
  if (root.localName !== 'conf' || root.namespace !== XROAD)
    throw new ConfigurationError('it does not contain the shared parameters of an X-Road instance')
  const freshness = textAt(only(root, 'globalSettings'), 'ocspFreshnessSeconds', limits)
  if (!/^\d{1,9}$/.test(freshness)) throw new ConfigurationError('its ocspFreshnessSeconds is not a number')
  return {
    instance: textAt(root, 'instanceIdentifier', limits),
    ocspFreshnessSeconds: Number(freshness),
    authorities: childElements(root, '', 'approvedCA')
      .filter((authority) => !isForAuthenticationOnly(authority))
      .map((authority) => readAuthority(authority, limits)),
    timeStamping: childElements(root, '', 'approvedTSA').map((element) => ({
      name: textAt(element, 'name', limits),
      certificate: certificateAt(element),
    })),
  }
}

function isForAuthenticationOnly(authority: XmlElement): boolean {
  return childElements(authority, '', 'authenticationOnly').some((element) => ['true', '1'].includes(textOf(element).trim()))
}

function readAuthority(element: XmlElement, limits: ConfigurationLimits): SharedAuthority {
  const top = only(element, 'topCA')
  const intermediates = childElements(element, '', 'intermediateCA')
  return {
    name: textAt(element, 'name', limits),
    memberProfile: profileOf(textAt(element, 'certificateProfileInfo', limits)),
    certificate: certificateAt(top),
    intermediates: intermediates.map(certificateAt),
    responders: [top, ...intermediates].map((authority) => ({
      authority: certificateAt(authority),
      certificates: childElements(authority, '', 'ocsp').flatMap((ocsp) => childElements(ocsp, '', 'cert').map(certificateOf)),
    })),
  }
}

/** The profile of a class such as `ee.ria.xroad.common.certificateprofile.impl.SkKlass3CertificateProfileInfoProvider`, by the beginning of its simple name. */
function profileOf(className: string): MemberProfile {
  const name = className.slice(className.lastIndexOf('.') + 1)
  const profile = memberProfiles.find((known) => name === `${known}CertificateProfileInfoProvider`)
  if (profile === undefined) throw new ConfigurationError(`its certificate profile ${JSON.stringify(name.slice(0, 100))} is not known here`)
  return profile
}

/** The only child with that name. The elements have no namespace; only the root has one. */
function only(parent: XmlElement, name: string): XmlElement {
  const [element, second] = childElements(parent, '', name)
  if (element === undefined || second !== undefined) throw new ConfigurationError(`it has no ${name} in ${parent.localName}, or several`)
  return element
}

function textAt(parent: XmlElement, name: string, { maxTextLength }: ConfigurationLimits): string {
  const text = textOf(only(parent, name)).trim()
  if (text === '' || text.length > maxTextLength) throw new ConfigurationError(`its ${name} in ${parent.localName} is empty or too long`)
  return text
}

function certificateAt(parent: XmlElement): Uint8Array {
  return certificateOf(only(parent, 'cert'))
}

/** Decodes a certificate in base64. The content is DER; some central servers have written base64 of PEM. */
function certificateOf(element: XmlElement): Uint8Array {
  const octets = decodeBase64(textOf(element))
  const [certificate, second] = octets === null ? [] : octets[0] === 0x30 ? [octets] : readCertificateFile(octets, 'cert')
  if (certificate === undefined || second !== undefined)
    throw new ConfigurationError('a certificate in it is not base64 of one certificate')
  return certificate
}
