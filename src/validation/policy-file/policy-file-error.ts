/** One fault of a policy file. */
export interface PolicyFault {
  /** The member, such as `algorithms.keys.RSA[1].until`; empty for the file as a whole. */
  readonly place: string
  /** One sentence, without the place, that says what to write instead. */
  readonly sentence: string
}

/** A policy file cannot be used. The message has one line for each fault. */
export class PolicyFileError extends Error {
  override readonly name = 'PolicyFileError'
  readonly path: string
  readonly faults: readonly PolicyFault[]
  constructor(path: string, faults: readonly PolicyFault[], options?: ErrorOptions) {
    super(faults.map(({ place, sentence }) => `${path}${place === '' ? '' : `, ${place}`}: ${sentence}`).join('\n'), options)
    this.path = path
    this.faults = faults
  }
}

/** A member for a sentence, in quotes unless it is long or cannot be shown. */
export function shownMember(member: string): string {
  return member.length > 60 || /\p{Cc}/u.test(member) ? 'one of its members' : `"${member}"`
}
