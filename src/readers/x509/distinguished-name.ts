import type { DistinguishedName } from '#model'
import { type Asn1Element, Asn1Error, Fields, OBJECT_IDENTIFIER, objectIdentifierOf, SEQUENCE, SET, textOf } from '#readers/der'
import { inPieces } from '#std'
import { attributeName } from './attribute-types.js'

/** One attribute with its type and text. Several attributes in one relative name are a set without order. */
export interface NameAttribute {
  readonly oid: string
  readonly value: string
}

/** Reads Name ::= SEQUENCE OF SET OF SEQUENCE { type, value } (RFC 5280, 4.1.2.4). Throws `Asn1Error`, also for a name of more than `maxNameBytes`. */
export function distinguishedNameOf(name: Asn1Element): DistinguishedName {
  const { maxNameBytes } = name.source.budget.limits
  if (name.contentEnd - name.contentStart > maxNameBytes)
    throw Asn1Error.limit('ASN1_TOO_LARGE', `a name of more than ${maxNameBytes} octets`, name.start)
  const relativeNames: (readonly NameAttribute[])[] = []
  const outer = new Fields(name)
  while (outer.peek() !== -1) {
    const set = new Fields(outer.next(SET, 'RelativeDistinguishedName'))
    const attributes: NameAttribute[] = []
    while (set.peek() !== -1) {
      const attribute = new Fields(set.next(SEQUENCE, 'AttributeTypeAndValue'))
      const oid = objectIdentifierOf(attribute.next(OBJECT_IDENTIFIER, 'attribute type'))
      const value = attribute.required('attribute value')
      attribute.end()
      attributes.push({ oid, value: textOf(value) ?? `#${value.encoding.toString('hex')}` })
    }
    relativeNames.push(attributes)
  }
  return nameOfAttributes(relativeNames)
}

/** Builds a name from its relative names, least specific first, as in a certificate. */
export function nameOfAttributes(relativeNames: readonly (readonly NameAttribute[])[]): DistinguishedName {
  const shown: string[] = []
  const canonical: string[] = []
  for (const attributes of relativeNames) {
    const [only] = attributes
    if (only !== undefined && attributes.length === 1) {
      shown.push(shownAttribute(only))
      canonical.push(canonicalAttribute(only))
    } else {
      shown.push(attributes.map(shownAttribute).join('+'))
      canonical.push(attributes.map(canonicalAttribute).sort().join('+'))
    }
  }
  return { text: shown.reverse().join(','), canonical: canonical.join(','), attributes: relativeNames.flat() }
}

/**
 * Whether two names have the same attributes, in any order. Used to compare the issuer text of a signing-certificate reference: text has the relative names
 * most specific first (RFC 4514), but some writers use the order of the certificate, or place the e-mail address elsewhere. Path building uses `canonical`, in
 * which the order counts.
 */
export function sameName(a: DistinguishedName, b: DistinguishedName): boolean {
  if (a.canonical === b.canonical) return true
  if (a.attributes.length !== b.attributes.length) return false
  const sorted = (name: DistinguishedName): string => name.attributes.map(canonicalAttribute).sort().join(',')
  return sorted(a) === sorted(b)
}

function canonicalAttribute(attribute: NameAttribute): string {
  return `${attribute.oid}=${canonicalValue(attribute.value)}`
}

/** Longer values do not use the fast path, with the same result: a group that repeats millions of times overflows the stack of a regular expression. */
const usualLength = 1_000

/**
 * The canonical form of a value (RFC 5280, 7.1, with the preparation of RFC 4518): compatibility characters are mapped (NFKC), case is folded, white space is
 * folded and trimmed. The string type is ignored. Separators are escaped, so that no value can imitate another attribute.
 */
function canonicalValue(value: string): string {
  if (value.length <= usualLength && /^[!-*\--;>-Z^-~]+(?: [!-*\--;>-Z^-~]+)*$/.test(value)) return value.toLowerCase()
  const folded = value.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim()
  return inPieces(folded, (piece) => piece.replace(/[\\,+=]/g, '\\$&'))
}

/** RFC 4514, 2: the short name of the type if one is registered, otherwise its OID. */
function shownAttribute(attribute: NameAttribute): string {
  return `${attributeName(attribute.oid) ?? attribute.oid}=${shownValue(attribute.value)}`
}

/** RFC 4514, 2.4. Control characters are escaped too, because the text is displayed and logged. A value that is not text stays in its `#` form. */
function shownValue(value: string): string {
  if (value.length % 2 === 1 && /^#[0-9a-f]+$/.test(value)) return value
  if (value.length <= usualLength && /^[A-Za-z0-9.\-/:@'()=_&*!?|~$%^`{}[\]]+(?: [A-Za-z0-9.\-/:@'()=_&*!?|~$%^`{}[\]]+)*$/.test(value))
    return value
  const escaped = inPieces(value, (piece) =>
    piece
      .replace(/[\\",+;<>]/g, '\\$&')
      .replace(/[\u0000-\u001f\u007f]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`),
  )
  return escaped.replace(/^[ #]| $/g, '\\$&')
}
