import { fieldLengths as capsuleFieldLengths, capsuleTypeNames } from '#capsules/rules'
import { type JsonSchema, oneOf, openObject, text } from '#readers/json-schema'

const { minRecipient, maxRecipient, maxKeyMaterial } = capsuleFieldLengths

/** Examples: two points of P-256, of a recipient and of the ephemeral key of a sender. */
const examplePoint = 'BKGa5Cn6uwhmoFoesG2doD9GrL/AlLascAahXgVaqNYvT7is4cZjo+ocpaCS3jVkRLi31I0X7YM+nL+NE2cwmGA='
const exampleMaterial = 'BBe7gl440uk7pg71my8zDmtuLiQ08kIZQZ99DwLJ/aDIi+wxE7SXpO/lty6WZ44J+JQPqLsuAjFsbQgJ2YnOZxA='

/** The version of the key-capsules description that these schemas and the routes follow. */
export const keyCapsulesDescription = '3.1'

/**
 * A string in base64. The schema has no pattern, because white space between groups is allowed. The bounds are those of the decoded bytes, which are checked
 * when the string is decoded; `minLength` of `recipient_id` is the one that the interface description states.
 */
function bytes(description: string, example: string): JsonSchema {
  return { ...text(description), contentEncoding: 'base64', examples: [example] }
}

export const capsuleSchema = openObject(
  {
    recipient_id: {
      ...bytes(
        `Public key of the recipient in padded base64, ${minRecipient} to ${maxRecipient} bytes when decoded: a point of the curve, uncompressed, or the DER of an RSAPublicKey`,
        examplePoint,
      ),
      minLength: minRecipient,
    },
    ephemeral_key_material: bytes(
      `Padded base64, at most ${maxKeyMaterial} bytes when decoded: the point of the sender's ephemeral key on the same curve, or for RSA the encrypted key`,
      exampleMaterial,
    ),
    // Clients must expect other values, which later versions of the description may add; this server stores only these.
    capsule_type: { ...oneOf(capsuleTypeNames), 'x-extensible-enum': true, examples: ['ecc_secp256r1'] },
  },
  [],
  `A key capsule by version ${keyCapsulesDescription} of the key-capsules description. Unknown members are ignored`,
)
