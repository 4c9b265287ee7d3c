import type { DocumentType } from '#model'

/** The types that SiVa reads under an extension; null: all. The type of a document is recognised by its content (`decisions.md#siva3-routing`). */
export function typesUnder(extension: string): readonly DocumentType[] | null {
  switch (extension) {
    case 'ddoc':
      return ['DDOC']
    case 'bdoc':
      return ['BDOC', 'DDOC', 'XROAD']
    default:
      return null
  }
}

/** The type of a document that is not recognised: XML without a signature is a report without signatures, as in SiVa. Null: it is malformed. */
export function otherwiseTypeUnder(extension: string): DocumentType | null {
  return extension === 'xml' ? 'XADES' : null
}
