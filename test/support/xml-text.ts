/** An element to be written: children are elements, or one text. `base64` texts are wrapped the way that a writer wraps them. */
export interface XmlPart {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: readonly XmlPart[] | string
  readonly base64: boolean
}

type Attributes = Readonly<Record<string, string>>
type Child = XmlPart | null | readonly XmlPart[]

export const element = (name: string, attributes: Attributes, ...children: readonly Child[]): XmlPart => ({
  name,
  attributes,
  content: children.flatMap((child) => child ?? []),
  base64: false,
})
export const text = (name: string, content: string, attributes: Attributes = {}): XmlPart => ({ name, attributes, content, base64: false })
export const base64 = (name: string, bytes: Buffer, attributes: Attributes = {}): XmlPart => ({
  name,
  attributes,
  content: bytes.toString('base64'),
  base64: true,
})

/** White space of a writer. */
export interface XmlStyle {
  /** In front of each level on a line of its own; null: no line breaks between elements. */
  readonly indent: string | null
  /** Base64 in lines of 64 characters, or in one. */
  readonly base64Lines: boolean
  /** Leaf elements whose text begins on a new line; `*` stands for elements without content. */
  readonly breaksIn: readonly string[]
}

export function writeXml(part: XmlPart, style: XmlStyle, depth = 0): string {
  const attributes = Object.entries(part.attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const start = `<${part.name}${attributes.join('')}`
  if (part.content.length === 0) return style.breaksIn.includes('*') ? `${start}>\n</${part.name}>` : `${start}/>`
  return `${start}>${content(part, style, depth)}</${part.name}>`
}

function content(part: XmlPart, style: XmlStyle, depth: number): string {
  if (typeof part.content === 'string') {
    const text = part.base64 && style.base64Lines ? part.content.replace(/.{64}|.+$/g, '$&\n') : part.content
    return (style.breaksIn.includes(part.name) ? '\n' : '') + escapeText(text)
  }
  const children = part.content.map((child) => writeXml(child, style, depth + 1))
  if (style.indent === null) return children.join('')
  const margin = `\n${style.indent.repeat(depth)}`
  return `${children.map((child) => `${margin}${style.indent}${child}`).join('')}${margin}`
}

export const escapeText = (value: string): string => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
export const escapeAttribute = (value: string): string => escapeText(value).replace(/"/g, '&quot;')
