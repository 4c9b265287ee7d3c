import type { DistinguishedName } from '#model'
import { nameAttributesOfText } from '#readers/x509'

/** The attributes that are compared: CN, C, ST, STREET, O, OU, DC, UID. Others, such as e-mail addresses, were written in too many ways. */
const compared: ReadonlySet<string> = new Set([
  '2.5.4.3',
  '2.5.4.6',
  '2.5.4.8',
  '2.5.4.9',
  '2.5.4.10',
  '2.5.4.11',
  '0.9.2342.19200300.100.1.25',
  '0.9.2342.19200300.100.1.1',
])
const commonName = '2.5.4.3'

/**
 * Whether the text of X509IssuerName designates a name by the comparison of DIGIDOC-XML: each attribute of the text occurs in the name, in any order
 * and letter case. The text may omit attributes, except the common name. False for a text of more than `maxCharacters`.
 */
export function designatesIssuer(text: string, issuer: DistinguishedName, maxCharacters: number): boolean {
  const stated = nameAttributesOfText(text, maxCharacters)?.filter(({ oid }) => compared.has(oid)) ?? []
  const actual = new Set(issuer.attributes.map(({ oid, value }) => keyOf(oid, value)))
  return stated.some(({ oid }) => oid === commonName) && stated.every(({ oid, value }) => actual.has(keyOf(oid, value)))
}

function keyOf(oid: string, value: string): string {
  return `${oid} ${value.trim().replace(/\s+/g, ' ').toLowerCase()}`
}

const shortNames: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['1.2.840.113549.1.9.1', 'E'],
])

/** The text of a name in the order of its encoding, the form that clients of DIGIDOC-XML know. */
export function nameInOrder(name: DistinguishedName): string {
  return name.attributes.map(({ oid, value }) => `${shortNames.get(oid) ?? oid}=${value}`).join(',')
}
