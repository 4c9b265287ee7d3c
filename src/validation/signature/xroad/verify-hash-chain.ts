import {
  type ArchivedFile,
  type DigestAlgorithm,
  findingOf,
  ReaderError,
  register,
  type StructureFinding,
  type XroadChain,
  type XroadChainFiles,
} from '#model'
import { trimmedExcerpt } from '#readers/xades'
import { computeHashChain } from './compute-hash-chain.js'
import { HashChainError, type HashChainLimits, readHashChain, readHashChainResult } from './read-hash-chain.js'

/** The two files of a hash chain, and the input that it must bind. */
interface HashChainFiles extends XroadChainFiles {
  /** URI of the entry to which the chain must lead: `/message.xml` or `/META-INF/signatures.xml`. */
  readonly requiredInput: string
  /** The entries that the chain may bind, by name. */
  readonly entry: (name: string) => ArchivedFile | null
}

/**
 * Reads and computes a hash chain. Defects of the chain are findings; `intact` is true when there are only warnings.
 *
 * @param digestOf digest of a file, within the budget of the document
 * @throws HashChainError, XmlError when a bound is reached; what `digestOf` throws
 */
export function verifyHashChain(
  files: HashChainFiles,
  digestOf: (file: ArchivedFile, algorithm: DigestAlgorithm) => Uint8Array | null,
  limits: HashChainLimits,
): XroadChain {
  const { steps, result, requiredInput, entry } = files
  const file = steps.name
  const written = orFinding(result.name, () => readHashChainResult(result.bytes, limits))
  const chain = orFinding(file, () => readHashChain(steps.bytes, limits))
  const unreadable = [written, chain].flatMap((read) => ('finding' in read ? [read.finding] : []))
  if ('finding' in written || 'finding' in chain) return { file, intact: false, inputs: [], digests: [], findings: unreadable }
  const digestOfEntry = (name: string, algorithm: DigestAlgorithm) => {
    const found = entry(name)
    return found === null ? 'absent' : digestOf(found, algorithm)
  }
  const computed = computeHashChain(written.value, { file, steps: chain.value, digestOf: digestOfEntry, ...limits.xroad })
  const { inputs, digests } = computed
  const bound = inputs.some(({ uri, status }) => uri === requiredInput && status !== 'absent')
  const missed = findingOf('xroad-hash-chain-input-bound', { file, element: requiredInput })
  const findings = bound ? computed.findings : [...computed.findings, missed]
  return { file, intact: findings.every(({ key }) => key !== null && register[key].level === 'warn'), inputs, digests, findings }
}

function orFinding<T>(file: string, read: () => T): { readonly value: T } | { readonly finding: StructureFinding } {
  try {
    return { value: read() }
  } catch (error) {
    if (!(error instanceof ReaderError) || error.limit) throw error
    const key = error instanceof HashChainError ? error.key : 'xroad-hash-chain-readable'
    const element = error instanceof HashChainError ? error.element : null
    return { finding: { key, code: error.code, facts: { file, problem: trimmedExcerpt(error.message), element } } }
  }
}
