import { type AsicLimits, type DdocLimits, detectDocumentType, type OpenedDdoc, openDdoc } from '#container'
import { MalformedDocument } from '#model'

export type DdocDocumentLimits = DdocLimits & Pick<AsicLimits, 'zip'>

/** Opens a document of DIGIDOC-XML. Where that fails because the document is of another type, the refusal says so instead of naming a syntax error. */
export function openDdocOrTell(document: Uint8Array, limits: DdocDocumentLimits): OpenedDdoc {
  try {
    return openDdoc(document, limits)
  } catch (error) {
    const type = error instanceof MalformedDocument ? detectDocumentType(document, limits) : null
    if (type === null || type === 'DDOC') throw error
    throw new MalformedDocument('DOCUMENT_TYPE_DIFFERS', `The content is not of the type DDOC but ${type}.`, null, { cause: error })
  }
}
