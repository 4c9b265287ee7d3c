import { Buffer } from 'node:buffer'
import { isReadAsUtf8 } from '#readers/xml'
import { Base64Text } from './base64-text.js'

/** A document without the texts of its data files, and these texts by the offset of their element. */
interface SkeletonDocument {
  readonly bytes: Buffer
  /** Key: `XmlElement.offset` of the DataFile element in the skeleton. */
  readonly texts: ReadonlyMap<number, Base64Text>
}

const start = Buffer.from('<DataFile')
const LESS = 0x3c
const GREATER = 0x3e
const SLASH = 0x2f

/**
 * Removes the texts of data files from a document before it is parsed, so that a file of 60 MB is neither decoded into a string nor copied.
 *
 * Text is removed only if it is between a `>` and the next `<` and consists of base64 and white space. No such octet is markup in any part of a document, so
 * the skeleton is well-formed exactly when the document is, and has the same elements. The caller must compare the offsets with the parsed skeleton: a text
 * may be in a comment, and then belongs to no DataFile element.
 *
 * @param minBytes shorter texts are not removed
 * @returns null when no text is removed, and for every document that is not read as UTF-8: its offsets would differ from those of the parser, and a text could
 * be attributed to another element than its own
 */
export function setDataFileTextsAside(document: Buffer, minBytes: number): SkeletonDocument | null {
  if (!isReadAsUtf8(document)) return null
  const skeleton: Buffer[] = []
  const texts = new Map<number, Base64Text>()
  let from = 0
  let characters = 0
  let textEnd: number
  // The next element is searched from the next `<` on, so that a long text is examined once.
  for (let at = document.indexOf(start); at >= 0; at = document.indexOf(start, textEnd)) {
    textEnd = document.indexOf(LESS, at + start.length)
    if (textEnd < 0) break
    // Searched up to the next tag only, so that each octet is examined once.
    const textStart = at + document.subarray(at, textEnd).indexOf(GREATER) + 1
    // Text after `/>` does not belong to this element.
    if (textStart === at || textEnd - textStart < minBytes || document[textStart - 2] === SLASH) continue
    const text = Base64Text.read(document.subarray(textStart, textEnd))
    if (text === null) continue
    // Offsets of elements count UTF-16 code units.
    characters += document.toString('utf8', from, at).length
    texts.set(characters, text)
    characters += document.toString('utf8', at, textStart).length
    skeleton.push(document.subarray(from, textStart))
    from = textEnd
  }
  if (texts.size === 0) return null
  return { bytes: Buffer.concat([...skeleton, document.subarray(from)]), texts }
}
