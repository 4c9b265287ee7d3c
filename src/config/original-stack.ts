import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

const frame = /^(\s+at .*?)\(?(file:\/\/[^\s()]+\.js|\/[^\s()]+\.js):(\d+):(\d+)\)?$/

/**
 * The stack of an error with the places in the sources. The product is a bundle, whose places say nothing; its maps are read when there is something to tell and
 * not before, because the platform's own option reads them at each start. What has no map stays as it is.
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
    // Without a map, or with a broken one, the place in the bundle is better than nothing.
    return null
  }
}
