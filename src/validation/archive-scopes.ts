import type { FileContent, OpenedDocument, SignedScope } from '#model'
import { namesInArchive } from '#validation/container'
import type { ValidationLimits } from './validation-context.js'

/** Scopes in which a data file of ASiC-S that is a ZIP archive is named with the files in it: a package takes the place of several files (EN 319 162-1, 4.3.1). */
export function scopesWithArchives(
  scopes: readonly SignedScope[],
  { dataFiles }: Pick<OpenedDocument, 'dataFiles'>,
  limits: ValidationLimits,
): readonly SignedScope[] {
  return scopes.flatMap((scope): readonly SignedScope[] => {
    const file = scope.kind === 'file' ? dataFiles.find(({ name }) => name === scope.name) : undefined
    const names = file?.content == null ? null : namesInArchive(octetsOf(file.content), limits)
    if (file === undefined || names === null) return [scope]
    return [{ kind: 'archive', name: file.name }, ...names.map((name) => ({ kind: 'archived-file', name }) as const)]
  })
}

/** All octets of a file. */
export function octetsOf(content: FileContent): Uint8Array {
  const pieces = [...content.pieces()]
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)
}
