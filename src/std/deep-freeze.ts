/**
 * Freezes plain data recursively, so that no request can change what the next one uses. An object that is already frozen is skipped: its members must have
 * been frozen before. Octets stay as they are: JavaScript refuses to freeze them.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
