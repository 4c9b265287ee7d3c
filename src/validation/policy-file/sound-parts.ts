import type { Mismatch } from '#readers/json-schema'

/** What stands for members that are missing or malformed, so that the others can be judged. No contradiction depends on them. */
const placeholders: Readonly<Record<string, unknown>> = { name: 'policy', basis: 'POLv1', description: '-' }

/** A copy of a policy file without the parts that have a fault of form: what is left may still contradict itself, which is told in the same answer. */
export function soundParts(value: unknown, mismatches: readonly Mismatch[]): unknown {
  if (!isObject(value)) return value
  const copy: Record<string, unknown> = structuredClone(value)
  for (const { kind, path, member } of mismatches) remove(copy, kind === 'unknown' ? [...path, member] : path)
  for (const [name, placeholder] of Object.entries(placeholders)) copy[name] ??= placeholder
  return copy
}

/** Removes the member at a path; for an entry of an array, the whole array, because its entries are compared with each other. */
function remove(from: Record<string, unknown>, path: readonly string[]): void {
  let [place, last]: [Record<string, unknown>, string | undefined] = [from, undefined]
  for (const name of path) {
    const inner: unknown = last === undefined ? place : place[last]
    if (!isObject(inner)) break
    place = inner
    last = name
  }
  if (last !== undefined) Reflect.deleteProperty(place, last)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
