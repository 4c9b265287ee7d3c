/** A list with at least one item. */
export type NonEmpty<T> = readonly [T, ...T[]]

/** The same members, where those that may be null are optional instead. */
export type Present<Members> = { readonly [Name in keyof Members as null extends Members[Name] ? never : Name]: Members[Name] } & {
  readonly [Name in keyof Members as null extends Members[Name] ? Name : never]?: NonNullable<Members[Name]>
}

/** Leaves out the members that are null: this interface writes neither null nor anything empty. */
export function present<Members extends object>(members: Members): Present<Members> {
  const written: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) if (value !== null) written[name] = value
  return written as Present<Members>
}

/** Null for an empty list. */
export function listOrNull<T>(items: readonly T[]): NonEmpty<T> | null {
  const [first, ...others] = items
  return first === undefined ? null : [first, ...others]
}

/** Null for an empty text. */
export function textOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text
}
