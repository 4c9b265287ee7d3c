import type { SignatureScope, SignedScope } from '#model'

/** The data that a signature covers, as the interface writes it: a file, or a revision of a PDF by its byte range. */
export function writeScope(scope: SignedScope): SignatureScope {
  switch (scope.kind) {
    case 'file':
      return { name: scope.name, scope: 'FullSignatureScope', content: 'Full document' }
    case 'pdf-revision':
      return scope.number === null
        ? { name: 'Full PDF', scope: 'FullSignatureScope', content: 'Full document' }
        : {
            name: `PDF previous version #${scope.number}`,
            scope: 'PdfByteRangeSignatureScope',
            content: `The document byte range: [${scope.byteRange.join(', ')}]`,
          }
  }
}
