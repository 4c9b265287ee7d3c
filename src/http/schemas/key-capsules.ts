import { oneOf, openObject, text } from '#json-schema'
import { capsuleTypeNames } from '#service'

/** The members of a request that fits `capsuleSchema`. */
export interface CapsuleFields {
  readonly recipient_id: string
  readonly ephemeral_key_material: string
  readonly capsule_type: (typeof capsuleTypeNames)[number]
}

export const capsuleSchema = openObject(
  {
    recipient_id: text('Public key of the recipient in padded base64: a point of the curve, uncompressed, or the DER of an RSAPublicKey'),
    ephemeral_key_material: text('Padded base64; what it holds is between sender and recipient'),
    capsule_type: oneOf(capsuleTypeNames),
  },
  [],
  'Unknown members are ignored',
)
