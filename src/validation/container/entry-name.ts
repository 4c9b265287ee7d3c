import { refuse } from './refusal.js'

/**
 * Refuses names that make a program unpack the entry at another place than the report states, or that two programs
 * treat as different files: `a.txt` and `./a.txt`, `/a.txt`, `x/../a.txt`, `a\b`.
 *
 * @throws ContainerError CONTAINER_ENTRY_NAME
 */
export function assertPlainEntryName(name: string): void {
  const path = name.endsWith('/') ? name.slice(0, -1) : name
  const plain = !path.includes('\\') && path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  if (!plain) refuse('CONTAINER_ENTRY_NAME', 'The container holds an entry with a path that is not allowed.', name)
}
