/** Form of an id, as a pattern of JSON Schema. Letters and digits only: clients put an id into a path without escaping it. */
export const transactionIdForm = '^[A-Za-z0-9]{18,34}$'
export const transactionIdLengths = { min: 18, max: 34 } as const
const form = new RegExp(transactionIdForm)
/** Number of random octets in an id that the server generates. */
export const randomIdBytes = 16

/** Whether a text has the form of an id (`decisions.md#capsule-ids`): 18 to 34 letters and digits of ASCII. */
export function isTransactionId(text: string): boolean {
  return form.test(text)
}

/** Whether a text has the length of an id. A text of another length makes the request invalid; any other text is at most an unknown id. */
export function hasLengthOfTransactionId(text: string): boolean {
  return text.length >= transactionIdLengths.min && text.length <= transactionIdLengths.max
}

/** `KC` and 32 lower-case hex digits, as existing servers generate ids. `random` is 16 octets of the system's secure random source. */
export function transactionIdOf(random: Uint8Array): string {
  return `KC${Buffer.from(random).toString('hex')}`
}
