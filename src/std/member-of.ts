/** A member of a value of unknown form; undefined when the value is no object or has no such member. The name must not come from a document or a request. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
