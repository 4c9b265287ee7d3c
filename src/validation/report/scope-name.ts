import type { SignedScope } from '#model'

/** Name of what a signature or a token covers, for people. */
export function scopeNameOf(scope: SignedScope): string {
  switch (scope.kind) {
    case 'file':
    case 'manifest':
    case 'archive':
    case 'archived-file':
      return scope.name
    case 'file-digest':
      return `${scope.name} (by its digest)`
    case 'pdf-revision':
      return scope.number === null ? 'Full PDF' : `PDF previous version #${scope.number}`
    case 'cms-content':
      return 'Full document'
    case 'xml-document':
      return `Full XML File${withoutParts(scope.leftOut)}`
    case 'xml-element':
      return `XML element ${scope.id}${withoutParts(scope.leftOut)}`
    case 'signature':
      return `signature ${scope.id}`
  }
}

function withoutParts(leftOut: readonly string[]): string {
  return leftOut.length === 0 ? '' : ` without ${leftOut.join(', ')}`
}
