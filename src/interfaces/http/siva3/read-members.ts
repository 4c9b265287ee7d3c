import { decodeBase64 } from '#threads'
import type { Members } from '../json-body.js'
import { ownBytes } from '../own-bytes.js'
import { documentCutFrom } from '../plain-document.js'
import { type Siva3Error, texts, unreadableBody } from './request-errors.js'

/**
 * A member as text. As in SiVa, numbers and booleans count as what they look like, and null as absent; an object or a list makes the whole body unreadable.
 *
 * @throws Siva3Refusal for an object or a list
 */
export function textOf(members: Members, name: string): string | null {
  const value = members[name] ?? null
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw unreadableBody()
}

/** The document of a request; null with what is wrong about it. */
export function readDocument(members: Members, problems: Siva3Error[]): Uint8Array | null {
  const cut = documentCutFrom(members)
  if (cut !== null) return cut
  const text = textOf(members, 'document')
  const wrong = (message: string) => {
    problems.push({ key: 'document', message })
    return null
  }
  if (text === null || isBlank(text)) {
    wrong(texts.blank)
    return wrong(texts.notBase64)
  }
  const bytes = decodeBase64(text)
  return bytes === null ? wrong(texts.notBase64) : ownBytes(bytes)
}

export function isBlank(text: string): boolean {
  return !/\S/.test(text)
}
