import type { Instant } from '#model'
import { Asn1Error, type Certificate, type DecodedCache, orAsn1Error } from '#readers/x509'
import { readDateTime } from '#readers/xades'
import { attributeOf, childElements, textOf, type XmlElement } from '#readers/xml'
import { TrustedListError } from './trusted-list-error.js'

export const TSL = 'http://uri.etsi.org/02231/v2#'
export const TSLX = 'http://uri.etsi.org/02231/v2/additionaltypes#'
export const ECC = 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#'
const XML = 'http://www.w3.org/XML/1998/namespace'

/** The only child with that name, or null. Throws `TrustedListError` when it is repeated: two implementations could read different values. */
export function optionalChild(parent: XmlElement, localName: string, namespace = TSL): XmlElement | null {
  const [first, second] = childElements(parent, namespace, localName)
  if (second) throw new TrustedListError('LIST_ELEMENT_REPEATED', `${localName} occurs twice in ${parent.localName}.`, second.offset)
  return first ?? null
}

/** The only child with that name. Throws `TrustedListError` when it is missing or repeated. */
export function requiredChild(parent: XmlElement, localName: string): XmlElement {
  const child = optionalChild(parent, localName)
  if (!child) throw new TrustedListError('LIST_ELEMENT_MISSING', `${parent.localName} has no ${localName}.`, parent.offset)
  return child
}

/** The items of an optional container, which occurs at most once. Throws `TrustedListError` when it is repeated. */
export function itemsOf(parent: XmlElement, container: string, item: string, namespace = TSL): readonly XmlElement[] {
  const found = optionalChild(parent, container, namespace)
  return found === null ? [] : childElements(found, namespace, item)
}

export function requiredText(parent: XmlElement, localName: string): string {
  return textOf(requiredChild(parent, localName)).trim()
}

/** The English one of the names in several languages, otherwise the first one; empty without names. */
export function inEnglish(names: readonly XmlElement[]): string {
  const chosen = names.find((name) => attributeOf(name, 'lang', XML)?.toLowerCase() === 'en') ?? names[0]
  return chosen ? textOf(chosen).trim() : ''
}

/** An xsd:dateTime. A missing time zone means UTC (FI 20 has none). Throws `TrustedListError`. */
export function instantOf(element: XmlElement): Instant {
  const text = textOf(element).trim()
  const instant = readDateTime(text)
  if (instant === null)
    throw new TrustedListError('LIST_VALUE', `${element.localName} is not a date and time: ${text.slice(0, 40)}.`, element.offset)
  return instant
}

/** A number of at most twelve digits. Throws `TrustedListError`. */
export function numberOf(element: XmlElement): number {
  const text = textOf(element).trim()
  if (!/^\d{1,12}$/.test(text))
    throw new TrustedListError('LIST_VALUE', `${element.localName} is not a number: ${text.slice(0, 40)}.`, element.offset)
  return Number(text)
}

const INFORMATION = 'http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/'

/**
 * The short name of a qualifier or additional service information (TS 119 612 5.5.9.2.3, 5.5.9.4): its URI without the prefix of ETSI. Any other URI is
 * returned in angle brackets, so that it cannot equal a short name.
 */
export function informationName(uri: string): string {
  const text = uri.trim()
  return text.startsWith(INFORMATION) ? text.slice(INFORMATION.length) : `<${text}>`
}

/** The certificates in the DigitalIds of an identity, in base64 with or without PEM lines. Identities without one are skipped. Throws `TrustedListError`. */
export function certificatesIn(digitalIds: readonly XmlElement[]): readonly Buffer[] {
  return digitalIds
    .flatMap((digitalId) => childElements(digitalId, TSL, 'X509Certificate'))
    .map((element) => {
      const text = textOf(element)
        .replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '')
        .replace(/[ \t\r\n]/g, '')
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new TrustedListError('LIST_VALUE', 'X509Certificate is not base64.', element.offset)
      return Buffer.from(text, 'base64')
    })
}

/** The readable certificates; unreadable ones are skipped. */
export function readableCertificates(encoded: readonly Buffer[], cache: DecodedCache): readonly Certificate[] {
  return encoded.flatMap((der) => {
    const certificate = orAsn1Error(() => cache.certificate(der))
    return certificate instanceof Asn1Error ? [] : [certificate]
  })
}
