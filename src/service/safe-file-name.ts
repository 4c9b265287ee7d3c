import { deviceNames, replacedInFileName } from '#model'

/** Whatever follows the dot. */
const deviceName = new RegExp(`^(?:${deviceNames})(?=\\.|$)`, 'i')

/** Bytes in UTF-8: file systems take 255, and some of them are for a number behind the name. */
const longest = 200
const longestExtension = 20

/**
 * A name under which a file of a document can be saved on any system: never a path, never hidden, never a device. Only its name is changed by this; what the
 * document calls it is shown beside it.
 */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).findLast((segment) => segment !== '') ?? ''
  const plain = last
    .replace(replacedInFileName, '_')
    .replace(/^[.\s]+/, '_')
    .replace(/[.\s]+$/, '')
    .replace(deviceName, '_$&')
  return shortened(plain === '' ? 'file' : plain)
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longest) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= longestExtension ? name.slice(dot) : ''
  let kept = ''
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(kept + character + extension) > longest) break
    kept += character
  }
  return kept + extension
}

/** Names of files that stand beside each other: one that occurs again gets a number, also where only letter case differs. */
export function distinctFileNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((given) => {
    const name = safeFileName(given)
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let distinct = name
    for (let number = 2; taken.has(distinct.toLowerCase()); number++) distinct = `${stem} (${number})${extension}`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
