import { Buffer } from 'node:buffer'
import { isReadAsUtf8 } from '#xml'
import { Base64Text } from './base64-text.js'

/** A document without the texts of its data files, and these by the place of their element. */
export interface SkeletonDocument {
  readonly bytes: Buffer
  /** Key: `XmlElement.offset` of the DataFile element in the skeleton. */
  readonly texts: ReadonlyMap<number, Base64Text>
}

const start = Buffer.from('<DataFile')
const LESS = 0x3c
const GREATER = 0x3e
const SLASH = 0x2f

/**
 * Takes the texts of data files out of a document before it is parsed, so that a file of 60 MB is neither decoded into a string nor copied.
 *
 * Only text between a `>` and the next `<` is taken that holds nothing but base64 and white space. No such octet is markup in any part of a document, so
 * the skeleton is well-formed exactly when the document is, and has the same elements. The caller must compare the places with the parsed skeleton: one
 * may stand in a comment, and then is no DataFile element.
 * Null when there is nothing to take out, and for every document that is not read as UTF-8: its offsets would differ from those of the parser, and a text
 * could be attributed to another element than its own.
 *
 * @param minBytes shorter texts stay where they are
 */
export function setDataFileTextsAside(document: Buffer, minBytes: number): SkeletonDocument | null {
  if (!isReadAsUtf8(document)) return null
  const kept: Buffer[] = []
  const texts = new Map<number, Base64Text>()
  let from = 0
  let characters = 0
  for (let at = document.indexOf(start); at >= 0; at = document.indexOf(start, at + start.length)) {
    const textEnd = document.indexOf(LESS, at + start.length)
    if (textEnd < 0) break
    // Searched up to the next tag only, so that each octet is passed once.
    const textStart = at + document.subarray(at, textEnd).indexOf(GREATER) + 1
    // What follows `/>` is no text of this element.
    if (textStart === at || textEnd - textStart < minBytes || document[textStart - 2] === SLASH) continue
    const text = Base64Text.read(document.subarray(textStart, textEnd))
    if (text === null) continue
    // Offsets of elements count UTF-16 code units.
    characters += document.toString('utf8', from, at).length
    texts.set(characters, text)
    characters += document.toString('utf8', at, textStart).length
    kept.push(document.subarray(from, textStart))
    from = textEnd
  }
  if (texts.size === 0) return null
  return { bytes: Buffer.concat([...kept, document.subarray(from)]), texts }
}
