/** Ids that a caller may choose (ruling 43). Letters and digits only: clients put an id into a path without escaping it. */
const chosen = /^[A-Za-z0-9]{18,34}$/
const minLength = 18
const maxLength = 34
/** Random octets of an id that the server makes. */
export const randomIdBytes = 16

export function isTransactionId(text: string): boolean {
  return chosen.test(text)
}

/** Whether a text has the length of an id: a shorter or longer one is a mistake, any other is only unknown. */
export function hasLengthOfTransactionId(text: string): boolean {
  return text.length >= minLength && text.length <= maxLength
}

/** `KC` and 32 lower-case hex digits, as every server before us made them. `random` holds 16 octets of the system's secure source. */
export function transactionIdOf(random: Uint8Array): string {
  return `KC${Buffer.from(random).toString('hex')}`
}
