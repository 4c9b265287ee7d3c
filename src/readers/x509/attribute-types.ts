/** Attribute types with a registered short name (RFC 4519, RFC 2985, X.520), in the spelling that this service writes. */
const written: readonly (readonly [string, string])[] = [
  ['2.5.4.3', 'CN'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'STREET'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.12', 'title'],
  ['2.5.4.13', 'description'],
  ['2.5.4.15', 'businessCategory'],
  ['2.5.4.16', 'postalAddress'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.20', 'telephoneNumber'],
  ['2.5.4.41', 'name'],
  ['2.5.4.42', 'givenName'],
  ['2.5.4.43', 'initials'],
  ['2.5.4.44', 'generationQualifier'],
  ['2.5.4.45', 'x500UniqueIdentifier'],
  ['2.5.4.46', 'dnQualifier'],
  ['2.5.4.65', 'pseudonym'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
  ['1.2.840.113549.1.9.2', 'unstructuredName'],
  ['1.2.840.113549.1.9.8', 'unstructuredAddress'],
]

/** Other spellings that writers of X509IssuerName use: Java, .NET, OpenSSL, Bouncy Castle. Lower case. */
const alsoRead: readonly (readonly [string, string])[] = [
  ['commonname', '2.5.4.3'],
  ['surname', '2.5.4.4'],
  ['countryname', '2.5.4.6'],
  ['localityname', '2.5.4.7'],
  ['s', '2.5.4.8'],
  ['sp', '2.5.4.8'],
  ['stateorprovincename', '2.5.4.8'],
  ['streetaddress', '2.5.4.9'],
  ['organizationname', '2.5.4.10'],
  ['organizationalunitname', '2.5.4.11'],
  ['t', '2.5.4.12'],
  ['g', '2.5.4.42'],
  ['gn', '2.5.4.42'],
  ['i', '2.5.4.43'],
  ['generation', '2.5.4.44'],
  ['dnq', '2.5.4.46'],
  ['dnqualifier', '2.5.4.46'],
  ['userid', '0.9.2342.19200300.100.1.1'],
  ['domaincomponent', '0.9.2342.19200300.100.1.25'],
  ['e', '1.2.840.113549.1.9.1'],
  ['email', '1.2.840.113549.1.9.1'],
  ['mail', '1.2.840.113549.1.9.1'],
]

const namesByOid: ReadonlyMap<string, string> = new Map(written)
const oidsByName: ReadonlyMap<string, string> = new Map([
  ...written.map(([oid, name]): [string, string] => [name.toLowerCase(), oid]),
  ...alsoRead,
])

/** The short name of an attribute type, for display; null when it has none. */
export function attributeName(oid: string): string | null {
  return namesByOid.get(oid) ?? null
}

/** The dotted OID of an attribute type in text: a name in any letter case, an OID, or an OID after `OID.`. Null when it is not known. */
export function attributeOid(spelled: string): string | null {
  const lower = spelled.toLowerCase()
  const dotted = lower.startsWith('oid.') ? lower.slice(4) : lower
  return /^[0-2](\.\d+)+$/.test(dotted) ? dotted : (oidsByName.get(lower) ?? null)
}
