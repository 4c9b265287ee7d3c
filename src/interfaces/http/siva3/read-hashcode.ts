import type { DetachedData, DigestAlgorithm, FileDigest, PolicyName } from '#model'
import { decodeBase64 } from '#threads'
import type { SentDigest } from '#writers/siva3'
import type { Members } from '../json-body.js'
import { ownBytes } from '../own-bytes.js'
import { isBlank, textOf } from './read-members.js'
import { type NamedPolicy, readFilename, readOptions } from './read-validation.js'
import { type Siva3Error, texts, unreadableBody, wrongFields } from './request-errors.js'

/** A signature file and what its signatures cover. */
export interface SignatureFileRequest {
  readonly signature: Uint8Array
  readonly detached: DetachedData
  /** The digests as they were sent; null when none are. */
  readonly sent: readonly SentDigest[] | null
}

export interface HashcodeRequest {
  readonly files: readonly SignatureFileRequest[]
  readonly policy: NamedPolicy
}

const maxHashLength = 1_000

/**
 * Names of digest algorithms, in capitals. Null: SiVa takes them, and no signature that is read here uses them, so a file with such a digest is as good as not
 * given.
 */
const algorithms: ReadonlyMap<string, DigestAlgorithm | null> = new Map([
  ['SHA1', 'SHA1'],
  ['SHA224', 'SHA224'],
  ['SHA256', 'SHA256'],
  ['SHA384', 'SHA384'],
  ['SHA512', 'SHA512'],
  ['SHA3_224', 'SHA3-224'],
  ['SHA3_256', 'SHA3-256'],
  ['SHA3_384', 'SHA3-384'],
  ['SHA3_512', 'SHA3-512'],
  ['RIPEMD160', 'RIPEMD160'],
  ['MD5', 'MD5'],
  ['WHIRLPOOL', 'WHIRLPOOL'],
  ['MD2', null],
  ['SHAKE128', null],
  ['SHAKE256', null],
  ['SHAKE256_512', null],
])

/**
 * Reads the members of a request to `/validateHashcode`.
 *
 * @param policies names of the policies that it may name
 * @param maxFiles signature files of one request; each is validated like a document
 * @throws Siva3Refusal with an item for each rule that a member violates
 */
export function readHashcode(members: Members, policies: readonly PolicyName[], maxFiles: number): HashcodeRequest {
  const problems: Siva3Error[] = []
  const { policy } = readOptions(members, policies, problems)
  const files = readFiles(members['signatureFiles'] ?? null, maxFiles, problems)
  if (problems.length > 0) throw wrongFields(problems)
  return { files, policy }
}

function readFiles(value: unknown, maxFiles: number, problems: Siva3Error[]): readonly SignatureFileRequest[] {
  const list = listOf(value)
  if (list === null) problems.push({ key: 'signatureFiles', message: texts.nothing })
  if (list === null || list.length === 0) problems.push({ key: 'signatureFiles', message: texts.empty })
  if (list !== null && list.length > maxFiles) {
    problems.push({ key: 'signatureFiles', message: `size must be between 1 and ${maxFiles}` })
    return []
  }
  return (list ?? []).flatMap((entry, index) => readFile(entry, `signatureFiles[${index}]`, problems))
}

function readFile(entry: unknown, key: string, problems: Siva3Error[]): readonly SignatureFileRequest[] {
  const members = membersOf(entry)
  if (members === null) {
    problems.push({ key, message: texts.nothing })
    return []
  }
  const signature = readBase64(textOf(members, 'signature'), `${key}.signature`, texts.signatureNotBase64, problems)
  const files = readDataFiles(members['datafiles'] ?? null, `${key}.datafiles`, problems)
  if (signature === null) return []
  if (files === null) return [{ signature: ownBytes(signature), detached: { kind: 'stated' }, sent: null }]
  const digests = files.flatMap(({ digest }) => digest ?? [])
  return [{ signature: ownBytes(signature), detached: { kind: 'digests', files: digests }, sent: files.map(({ sent }) => sent) }]
}

interface ReadDataFile {
  readonly sent: SentDigest
  /** Null for an algorithm that no signature here uses. */
  readonly digest: FileDigest | null
}

/** Null without a list: then the digests that the signatures state count. */
function readDataFiles(value: unknown, key: string, problems: Siva3Error[]): readonly ReadDataFile[] | null {
  const list = listOf(value)
  if (list === null) return null
  if (list.length === 0) problems.push({ key, message: 'Invalid dataFiles list' })
  return list.flatMap((entry, index) => readDataFile(entry, `${key}[${index}]`, problems))
}

function readDataFile(entry: unknown, key: string, problems: Siva3Error[]): readonly ReadDataFile[] {
  const members = membersOf(entry)
  if (members === null) {
    problems.push({ key, message: texts.nothing })
    return []
  }
  const name = readFilename(textOf(members, 'filename'), `${key}.filename`, problems)
  const hashAlgo = textOf(members, 'hashAlgo') ?? ''
  const algorithm = algorithms.get(hashAlgo.toUpperCase())
  if (algorithm === undefined) problems.push({ key: `${key}.hashAlgo`, message: 'Invalid hash algorithm' })
  const text = textOf(members, 'hash')
  const hash = readBase64(text, `${key}.hash`, texts.notBase64, problems)
  if (text !== null && (text === '' || text.length > maxHashLength))
    problems.push({ key: `${key}.hash`, message: texts.size(maxHashLength) })
  if (name === null || text === null || hash === null || algorithm === undefined) return []
  const digest = algorithm === null ? null : { name, algorithm, value: hash.toString('hex') }
  return [{ sent: { filename: name, hashAlgo, hash: text }, digest }]
}

export function readBase64(text: string | null, key: string, message: string, problems: Siva3Error[]): Buffer | null {
  // Nothing may follow the padding: a digest with something behind it is another digest.
  const bytes = text === null || isBlank(text) || /=[^=\s]/.test(text) ? null : decodeBase64(text)
  if (text === null || isBlank(text)) problems.push({ key, message: texts.blank })
  if (bytes === null) problems.push({ key, message })
  return bytes
}

/** Null for null; anything but a list makes the whole body unreadable. */
export function listOf(value: unknown): readonly unknown[] | null {
  if (value === null || Array.isArray(value)) return value
  throw unreadableBody()
}

/** Null for null; anything but an object makes the whole body unreadable. */
export function membersOf(value: unknown): Members | null {
  if (value === null) return null
  if (typeof value === 'object' && !Array.isArray(value)) return value as Members
  throw unreadableBody()
}
