import type { SoakKind } from './soak-documents.js'

export function soak(options: {
  readonly documents: number
  readonly kindOf?: (number: number) => SoakKind
  readonly onProgress?: (line: string) => void
}): Promise<{ readonly peak: number; readonly halves: readonly [number, number]; readonly wrong: readonly string[] }>
