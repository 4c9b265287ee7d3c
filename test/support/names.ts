import { objectIdentifier, printableString, sequence, setOf, utf8String } from './der.js'

/** Attributes of a distinguished name in the order of the encoding: country first, common name last. */
export type Name = readonly (readonly [attribute: NameAttribute, value: string])[]
export type NameAttribute = 'C' | 'O' | 'OU' | 'CN' | 'SN' | 'GN' | 'serialNumber' | 'organizationIdentifier' | 'businessCategory' | 'L'

const attributes: Readonly<Record<NameAttribute, { readonly oid: string; readonly text: string; readonly printable?: boolean }>> = {
  C: { oid: '2.5.4.6', text: 'C', printable: true },
  O: { oid: '2.5.4.10', text: 'O' },
  OU: { oid: '2.5.4.11', text: 'OU' },
  CN: { oid: '2.5.4.3', text: 'CN' },
  SN: { oid: '2.5.4.4', text: '2.5.4.4' },
  GN: { oid: '2.5.4.42', text: '2.5.4.42' },
  serialNumber: { oid: '2.5.4.5', text: '2.5.4.5', printable: true },
  organizationIdentifier: { oid: '2.5.4.97', text: '2.5.4.97' },
  businessCategory: { oid: '2.5.4.15', text: '2.5.4.15' },
  L: { oid: '2.5.4.7', text: 'L' },
}

function encodedValue(attribute: NameAttribute, value: string): Buffer {
  return attributes[attribute].printable === true ? printableString(value) : utf8String(value)
}

export function encodeName(name: Name): Buffer {
  return sequence(
    ...name.map(([attribute, value]) => setOf(sequence(objectIdentifier(attributes[attribute].oid), encodedValue(attribute, value)))),
  )
}

/** RFC 4514 text, most specific attribute first; attributes without a short name as OID with the value in hex, like X509IssuerName of real files. */
export function nameText(name: Name): string {
  return [...name]
    .reverse()
    .map(([attribute, value]) => {
      const { text } = attributes[attribute]
      if (/\d/.test(text)) return `${text}=#${encodedValue(attribute, value).toString('hex')}`
      return `${text}=${value.replace(/[,+"\\<>;]/g, '\\$&').replace(/^[ #]| $/g, '\\$&')}`
    })
    .join(',')
}
