import { plainTextOf, type XmlElement } from '#readers/xml'

const whiteSpace = ['\n', '\r', '\t', ' '] as const
const lastGroup = /^(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/

/**
 * The octets of an element whose content is xsd:base64Binary; null for other content, also for content with a child element, because readers differ about
 * whether the text of the child belongs to the value. Comments and instructions are skipped.
 */
export function base64Of(element: XmlElement): Buffer | null {
  const text = plainTextOf(element)
  return text === null ? null : decodeBase64(text)
}

/**
 * Decodes xsd:base64Binary. White space may occur anywhere, because real writers break lines. Any other character that is not base64,
 * and wrong padding, results in null: `Buffer.from` alone skips other characters, so that two readers could see two values.
 */
export function decodeBase64(text: string): Buffer | null {
  const compact = withoutWhiteSpace(text)
  const octets = Buffer.from(compact, 'base64')
  // Encoding again is faster than examining each character. A text that differs can still be base64: unused bits of the last group may be set.
  return octets.toString('base64') === compact || isBase64(compact, octets) ? octets : null
}

/** Removes white space. Searching for four characters is several times faster than a regular expression that examines every character. */
function withoutWhiteSpace(text: string): string {
  let rest = text
  for (const character of whiteSpace) if (rest.includes(character)) rest = rest.replaceAll(character, '')
  return rest
}

function isBase64(text: string, octets: Buffer): boolean {
  if (text.length % 4 !== 0 || !lastGroup.test(text.slice(-4))) return false
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  // All groups except the last have only one notation.
  return octets.length === (text.length / 4) * 3 - padding && text.startsWith(octets.toString('base64', 0, (text.length / 4 - 1) * 3))
}
