/**
 * A field of a table of header.fbs or recipients.fbs, schema 2.1, as the check needs it. Fields are listed in the order of declaration, which determines the
 * slot of each in the vtable: 4 + 2 × index. A union takes two fields: an octet with the number of its member, then the table.
 */
type Field =
  /** An octet or a 32-bit integer inside the table; 0 when absent. */
  | { readonly kind: 'scalar'; readonly size: 1 | 4 }
  | { readonly kind: 'string' }
  | { readonly kind: 'octets' }
  | { readonly kind: 'tables'; readonly table: Table; readonly required: boolean }
  /** The table of a union; the field before has the number of the member. */
  | { readonly kind: 'union'; readonly members: readonly (Table | null)[] }

export interface Table {
  readonly name: string
  readonly fields: readonly Field[]
}

const octet: Field = { kind: 'scalar', size: 1 }
const int32: Field = { kind: 'scalar', size: 4 }
const text: Field = { kind: 'string' }
const octets: Field = { kind: 'octets' }

const eccKeyDetails: Table = { name: 'EccKeyDetails', fields: [octet, octets] }
const rsaKeyDetails: Table = { name: 'RsaKeyDetails', fields: [octets] }
const keyShare: Table = { name: 'KeyShare', fields: [text, text] }

/** Members of the union `Capsule` by number; 0 is NONE. */
const capsules: readonly (Table | null)[] = [
  null,
  { name: 'ECCPublicKeyCapsule', fields: [octet, octets, octets] },
  { name: 'RSAPublicKeyCapsule', fields: [octets, octets] },
  { name: 'KeyServerCapsule', fields: [octet, { kind: 'union', members: [null, eccKeyDetails, rsaKeyDetails] }, text, text] },
  { name: 'SymmetricKeyCapsule', fields: [octets] },
  { name: 'PBKDF2Capsule', fields: [octets, octets, octet, int32] },
  { name: 'KeySharesCapsule', fields: [{ kind: 'tables', table: keyShare, required: true }, octets, octet, octet, text] },
]

const recipientRecord: Table = { name: 'RecipientRecord', fields: [octet, { kind: 'union', members: capsules }, text, octets, octet] }

export const headerTable: Table = { name: 'Header', fields: [{ kind: 'tables', table: recipientRecord, required: false }, octet] }

/** Offset of a field in the vtable. */
export function slotOf(index: number): number {
  return 4 + 2 * index
}
