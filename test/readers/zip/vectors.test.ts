import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { readZip } from '#readers/zip'
import { ZipError } from '../../../src/readers/zip/zip-error.js'
import { needs } from '../../support/needs.js'

const folder = new URL('../../../../shared/vectors/zip/', import.meta.url)

/** What each vector gives: names of its entries, or the code of the refusal. */
const expected: Readonly<Record<string, readonly string[] | string>> = {
  'ok.zip': ['mimetype', 'a.txt', 'META-INF/signatures0.xml'],
  'comments.zip': ['a.txt'],
  'datadesc.zip': ['a.txt'],
  'utf8flag.zip': ['Šuž.txt'],
  'utf8noflag.zip': ['Šuž.txt'],
  'zip64local.zip': ['z64.txt'],
  'zip64eocd.zip': ['a.txt'],
  'proto.zip': ['__proto__', 'constructor', 'toString'],
  // Names are the container's business.
  'traversal.zip': ['../../etc/passwd', '/abs', 'C:\\win', 'a/../b', 'back\\slash'],
  'bad_crc_central.zip': 'ZIP_HEADER_MISMATCH',
  'bomb_honest.zip': 'ZIP_LIMIT_RATIO',
  'bomb_lying.zip': 'ZIP_SIZE',
  'bzip2.zip': 'ZIP_METHOD',
  'dup.zip': 'ZIP_DUPLICATE_ENTRY',
  'empty.zip': 'ZIP_EMPTY',
  'encrypted.zip': 'ZIP_ENCRYPTED',
  'eocd_in_comment.zip': 'ZIP_CENTRAL_DIRECTORY',
  'mismatch_crc_local.zip': 'ZIP_HEADER_MISMATCH',
  'mismatch_method.zip': 'ZIP_HEADER_MISMATCH',
  'mismatch_name.zip': 'ZIP_HEADER_MISMATCH',
  'notzip.zip': 'ZIP_NO_END_RECORD',
  'nul.zip': 'ZIP_NAME',
  'overlap.zip': 'ZIP_OVERLAP',
  'prefix.zip': 'ZIP_CENTRAL_DIRECTORY',
  'suffix.zip': 'ZIP_TRAILING_BYTES',
  'trunc.zip': 'ZIP_TRAILING_BYTES',
}

function outcome(bytes: Uint8Array): readonly string[] | string {
  try {
    const { entries } = readZip(bytes, limits.zip)
    for (const entry of entries) entry.read()
    return entries.map(({ name }) => name)
  } catch (error) {
    if (error instanceof ZipError) return error.code
    throw error
  }
}

describe('hand-made archives', needs({ 'published vectors beside the repository': existsSync(folder) }), () => {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.zip')) : []

  it('the hand-made archives are all listed', () => expect(files.sort()).toEqual(Object.keys(expected).sort()))

  it.each(files)('a hand-made archive is read or refused as listed: %s', (file) => {
    expect(outcome(readFileSync(new URL(file, folder)))).toEqual(expected[file])
  })
})
