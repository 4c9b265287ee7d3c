import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

const frame = /^(\s+at .*?)\(?(file:\/\/[^\s()]+\.js|\/[^\s()]+\.js):(\d+):(\d+)\)?$/

/**
 * The stack of an error with positions in the sources. The product is a bundle, in which positions are meaningless. The source maps are read only when a stack
 * is needed; `--enable-source-maps` of the platform reads them at each start. A position without a map is left as it is.
 */
export function originalStack({ stack }: Error): string {
  const maps = new Map<string, SourceMap | null>()
  const mapOf = (file: string): SourceMap | null => {
    const known = maps.get(file)
    if (known !== undefined) return known
    const map = readMap(file)
    maps.set(file, map)
    return map
  }
  return (stack ?? '')
    .split('\n')
    .map((line) => {
      const [, head, place, row, column] = frame.exec(line) ?? []
      if (head === undefined || place === undefined) return line
      const found = mapOf(place.startsWith('file:') ? fileURLToPath(place) : place)?.findEntry(Number(row) - 1, Number(column) - 1)
      if (found === undefined || !('originalSource' in found)) return line
      return `${head}(${found.originalSource.replace(/^(?:\.\.\/)+/, '')}:${found.originalLine + 1}:${found.originalColumn + 1})`
    })
    .join('\n')
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
  } catch {
    // Without a readable map the position in the bundle is still useful.
    return null
  }
}
