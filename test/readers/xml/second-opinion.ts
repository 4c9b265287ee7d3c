import { type C14NOptions, XmlDocument as LibxmlDocument, XmlElement as LibxmlElement, ParseOption } from 'libxml2-wasm'
import type { CanonicalizationMethod, XmlElement } from '#readers/xml'

const modes = { c14n10: 0, exclusive: 1, c14n11: 2 } as const

export const allMethods: readonly CanonicalizationMethod[] = (['c14n10', 'c14n11', 'exclusive'] as const).flatMap((algorithm) => [
  { algorithm, comments: false },
  { algorithm, comments: true },
])

/** A document as libxml2 reads it; the differential tests compare ours with it. */
export interface SecondOpinion {
  /** All elements in document order. */
  readonly names: readonly string[]
  canonicalize(element: number | 'document', method: CanonicalizationMethod, prefixes?: readonly string[]): string
  dispose(): void
}

/** Null when libxml2 refuses the document. */
export function askLibxml2(bytes: Uint8Array): SecondOpinion | null {
  let document: LibxmlDocument
  try {
    document = LibxmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET })
  } catch {
    // Every refusal of the parser counts the same here.
    return null
  }
  const elements = document.find('//*').filter((node) => node instanceof LibxmlElement)
  return {
    names: elements.map((element) => element.name),
    canonicalize(index, method, prefixes = []) {
      const options: C14NOptions = { mode: modes[method.algorithm], withComments: method.comments }
      if (prefixes.length > 0) options.inclusiveNamespacePrefixes = [...prefixes]
      if (index === 'document') return document.canonicalizeToString(options)
      const element = elements[index]
      if (element === undefined) throw new Error(`no element ${index}`)
      return element.canonicalizeToString(options)
    },
    dispose: () => document.dispose(),
  }
}

/** All elements in document order, the order of `SecondOpinion.names`. */
export function elementsInOrder(root: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = []
  const pending = [root]
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    found.push(element)
    const children = element.children.filter((child) => typeof child !== 'string' && child.kind === 'element')
    pending.push(...children.reverse())
  }
  return found
}
