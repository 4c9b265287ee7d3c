import type { DetachedData, DetachedFile } from '#model'
import type { Members } from '../json-body.js'
import { listOf, membersOf, readBase64 } from './read-hashcode.js'
import { textOf } from './read-members.js'
import { readFilename } from './read-validation.js'
import { type Siva3Error, texts } from './request-errors.js'

/**
 * The member `dataFiles`, which SiVa does not have: files that detached signatures cover. Null without it.
 *
 * @param maxFiles files of one request
 */
export function readGivenFiles(members: Members, maxFiles: number, problems: Siva3Error[]): DetachedData | null {
  const list = listOf(members['dataFiles'] ?? null)
  // Clients that are generated for Java send a list without entries where nothing was set.
  if (list === null || list.length === 0) return null
  if (list.length > maxFiles) {
    problems.push({ key: 'dataFiles', message: `size must be between 1 and ${maxFiles}` })
    return null
  }
  return { kind: 'files', files: list.flatMap((entry, index) => readGivenFile(entry, `dataFiles[${index}]`, problems)) }
}

function readGivenFile(entry: unknown, key: string, problems: Siva3Error[]): readonly DetachedFile[] {
  const members = membersOf(entry)
  if (members === null) {
    problems.push({ key, message: texts.nothing })
    return []
  }
  const name = readFilename(textOf(members, 'filename'), `${key}.filename`, problems)
  const text = textOf(members, 'base64')
  // An empty file is signed as any other.
  const bytes = text === '' ? Buffer.alloc(0) : readBase64(text, `${key}.base64`, texts.notBase64, problems)
  return name === null || bytes === null ? [] : [{ name, bytes }]
}
