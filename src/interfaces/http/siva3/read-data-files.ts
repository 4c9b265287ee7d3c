import { extensionOf } from '#writers/siva3'
import type { Members } from '../json-body.js'
import { readDocument, textOf } from './read-members.js'
import { type Siva3Error, wrongFields } from './request-errors.js'

/**
 * The document of a request for data files. The extension of its name says that it is DIGIDOC-XML; unlike for a validation, the length of the name is not bounded.
 *
 * @throws Siva3Refusal with an item for each rule that a member violates
 */
export function readDataFiles(members: Members): Uint8Array {
  const problems: Siva3Error[] = []
  const document = readDocument(members, problems)
  if (extensionOf(textOf(members, 'filename') ?? '') !== 'ddoc')
    problems.push({ key: 'filename', message: 'Invalid filename. Can only return data files for DDOC type containers.' })
  if (problems.length > 0 || document === null) throw wrongFields(problems)
  return document
}
