import type { SignedScope } from '#model'

/** What scopes without a name of their own are called. */
export interface ScopeTexts {
  /** Of a file that is there by its digest alone. */
  readonly digestOf: (name: string) => string
  readonly wholePdf: string
  /** @param number of signatures and time-stamps that follow; 1 also where something else follows */
  readonly pdfVersion: (number: number) => string
  readonly contentOfMessage: string
  /** @param leftOut names of what the signature does not cover of it */
  readonly xmlDocument: (leftOut: readonly string[]) => string
  readonly xmlElement: (id: string, leftOut: readonly string[]) => string
  readonly otherSignature: (id: string) => string
}

/** As SiVa calls them. */
const ofSiva: ScopeTexts = {
  digestOf: (name) => `${name} (by its digest)`,
  wholePdf: 'Full PDF',
  pdfVersion: (number) => `PDF previous version #${number}`,
  contentOfMessage: 'Full document',
  xmlDocument: (leftOut) => `Full XML File${withoutParts(leftOut)}`,
  xmlElement: (id, leftOut) => `XML element ${id}${withoutParts(leftOut)}`,
  otherSignature: (id) => `signature ${id}`,
}

/** Name of what a signature or a token covers, for people. */
export function scopeNameOf(scope: SignedScope, texts: ScopeTexts = ofSiva): string {
  switch (scope.kind) {
    case 'file':
    case 'manifest':
    case 'archive':
    case 'archived-file':
      return scope.name
    case 'file-digest':
      return texts.digestOf(scope.name)
    case 'pdf-revision':
      return scope.number === null ? texts.wholePdf : texts.pdfVersion(scope.number)
    case 'cms-content':
      return texts.contentOfMessage
    case 'xml-document':
      return texts.xmlDocument(scope.leftOut)
    case 'xml-element':
      return texts.xmlElement(scope.id, scope.leftOut)
    case 'signature':
      return texts.otherSignature(scope.id)
  }
}

function withoutParts(leftOut: readonly string[]): string {
  return leftOut.length === 0 ? '' : ` without ${leftOut.join(', ')}`
}
