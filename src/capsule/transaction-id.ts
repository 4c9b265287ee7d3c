/** Ids that a caller may choose. Letters and digits only: clients put an id into a path without escaping it. */
export const transactionIdForm = '^[A-Za-z0-9]{18,34}$'
export const transactionIdLengths = { min: 18, max: 34 } as const
const chosen = new RegExp(transactionIdForm)
/** Random octets of an id that the server makes. */
export const randomIdBytes = 16

export function isTransactionId(text: string): boolean {
  return chosen.test(text)
}

/** Whether a text has the length of an id: a shorter or longer one is a mistake, any other is only unknown. */
export function hasLengthOfTransactionId(text: string): boolean {
  return text.length >= transactionIdLengths.min && text.length <= transactionIdLengths.max
}

/** `KC` and 32 lower-case hex digits, as every server before us made them. `random` holds 16 octets of the system's secure source. */
export function transactionIdOf(random: Uint8Array): string {
  return `KC${Buffer.from(random).toString('hex')}`
}
