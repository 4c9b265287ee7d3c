/**
 * A field of a table of header.fbs or recipients.fbs, schema 2.1, as the check needs it. Fields are listed in the order of declaration, which determines the
 * slot of each in the vtable: 4 + 2 × index. A union takes two fields: an octet with the number of its member, then the table.
 */
type FieldKind =
  /** An octet or a 32-bit integer inside the table; 0 when absent. */
  | { readonly kind: 'scalar'; readonly size: 1 | 4 }
  | { readonly kind: 'string' }
  | { readonly kind: 'octets' }
  | { readonly kind: 'tables'; readonly table: Table; readonly required: boolean }
  /** The table of a union; the field before has the number of the member. */
  | { readonly kind: 'union'; readonly members: readonly (Table | null)[] }

/** Texts and octets are required in every table of the schema. `name`: as in the schema; the number of a union's member has that of the union and `_type`. */
export type Field = FieldKind & { readonly name: string }

export interface Table {
  readonly name: string
  readonly fields: readonly Field[]
}

const octet: FieldKind = { kind: 'scalar', size: 1 }
const int32: FieldKind = { kind: 'scalar', size: 4 }
const text: FieldKind = { kind: 'string' }
const octets: FieldKind = { kind: 'octets' }

function table(name: string, fields: Readonly<Record<string, FieldKind>>): Table {
  return { name, fields: Object.entries(fields).map(([field, kind]) => ({ name: field, ...kind })) }
}

const eccKeyDetails = table('EccKeyDetails', { curve: octet, recipient_public_key: octets })
const rsaKeyDetails = table('RsaKeyDetails', { recipient_public_key: octets })
const keyShare = table('KeyShare', { server_base_url: text, share_id: text })

/** Members of the union `Capsule` by number; 0 is NONE. */
const capsules: readonly (Table | null)[] = [
  null,
  table('ECCPublicKeyCapsule', { curve: octet, recipient_public_key: octets, sender_public_key: octets }),
  table('RSAPublicKeyCapsule', { recipient_public_key: octets, encrypted_kek: octets }),
  table('KeyServerCapsule', {
    recipient_key_details_type: octet,
    recipient_key_details: { kind: 'union', members: [null, eccKeyDetails, rsaKeyDetails] },
    keyserver_id: text,
    transaction_id: text,
  }),
  table('SymmetricKeyCapsule', { salt: octets }),
  table('PBKDF2Capsule', { salt: octets, password_salt: octets, kdf_algorithm_identifier: octet, kdf_iterations: int32 }),
  table('KeySharesCapsule', {
    shares: { kind: 'tables', table: keyShare, required: true },
    salt: octets,
    recipient_type: octet,
    shares_scheme: octet,
    recipient_id: text,
  }),
]

const recipientRecord = table('RecipientRecord', {
  capsule_type: octet,
  capsule: { kind: 'union', members: capsules },
  key_label: text,
  encrypted_fmk: octets,
  fmk_encryption_method: octet,
})

export const headerTable = table('Header', {
  recipients: { kind: 'tables', table: recipientRecord, required: false },
  payload_encryption_method: octet,
})

/** Offset of a field in the vtable. */
export function slotOf(index: number): number {
  return 4 + 2 * index
}
