import type { Instant } from '#model'
import { Asn1Error, type Certificate, type DecodedCache, orAsn1Error } from '#x509'
import { readDateTime } from '#xades'
import { attributeOf, childElements, textOf, type XmlElement } from '#xml'
import { TrustedListError } from './trusted-list-error.js'

export const TSL = 'http://uri.etsi.org/02231/v2#'
export const TSLX = 'http://uri.etsi.org/02231/v2/additionaltypes#'
export const ECC = 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#'
const XML = 'http://www.w3.org/XML/1998/namespace'

/** The only child of that name, or null; a second one is refused: two readers could see two lists. */
export function optionalChild(parent: XmlElement, localName: string, namespace = TSL): XmlElement | null {
  const [first, second] = childElements(parent, namespace, localName)
  if (second) throw new TrustedListError('LIST_ELEMENT_REPEATED', `${localName} stands twice in ${parent.localName}.`, second.offset)
  return first ?? null
}

/** The only child of that name. Throws `TrustedListError` when it is missing or repeated. */
export function requiredChild(parent: XmlElement, localName: string): XmlElement {
  const child = optionalChild(parent, localName)
  if (!child) throw new TrustedListError('LIST_ELEMENT_MISSING', `${parent.localName} has no ${localName}.`, parent.offset)
  return child
}

export function requiredText(parent: XmlElement, localName: string): string {
  return textOf(requiredChild(parent, localName)).trim()
}

/** The Name of a multilingual list: English when it is there, else the first; empty when there is none. */
export function multilingual(parent: XmlElement | null): string {
  if (!parent) return ''
  const items = childElements(parent, TSL, 'Name')
  const english = items.find((e) => attributeOf(e, 'lang', XML)?.toLowerCase() === 'en')
  const chosen = english ?? items[0]
  return chosen ? textOf(chosen).trim() : ''
}

/** xsd:dateTime; a missing zone means UTC (FI 20 leaves it out). Throws `TrustedListError`. */
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
 * A qualifier or an additional service information (TS 119 612 5.5.9.2.3, 5.5.9.4): the word behind the address that ETSI gives them. Any other URI stays
 * whole, in angle brackets, so that no word equals it.
 */
export function informationWord(uri: string): string {
  const text = uri.trim()
  return text.startsWith(INFORMATION) ? text.slice(INFORMATION.length) : `<${text}>`
}

/** Certificates of a ServiceDigitalIdentity: base64, PEM lines tolerated. Identities without a certificate are skipped. Throws `TrustedListError`. */
export function certificatesOf(identity: XmlElement | null): Buffer[] {
  if (!identity) return []
  const found: Buffer[] = []
  for (const digitalId of childElements(identity, TSL, 'DigitalId')) {
    for (const element of childElements(digitalId, TSL, 'X509Certificate')) {
      const text = textOf(element)
        .replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '')
        .replace(/[ \t\r\n]/g, '')
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new TrustedListError('LIST_VALUE', 'X509Certificate is not base64.', element.offset)
      found.push(Buffer.from(text, 'base64'))
    }
  }
  return found
}

/** Those of the certificates that can be read; another one in their list takes nothing away from them. */
export function readableCertificates(encoded: readonly Buffer[], cache: DecodedCache): readonly Certificate[] {
  return encoded.flatMap((der) => {
    const certificate = orAsn1Error(() => cache.certificate(der))
    return certificate instanceof Asn1Error ? [] : [certificate]
  })
}
