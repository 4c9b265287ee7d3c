import { createHash } from 'node:crypto'
import { limits } from '#config'
import type { ArchivedFile, ReadSignature, SignatureFacts } from '#model'
import { createDecodedCache } from '#readers/x509'
import { openAsic } from '#validation/container'
import { readAsicSignatures, type SignatureContext } from '#validation/signature'
import { type ContainerOptions, signedContainer } from '../../support/asice.js'
import type { SignatureOptions } from '../../support/signature-options.js'

export function newContext(changes: Partial<SignatureContext['limits']['signature']> = {}): SignatureContext {
  const cache = createDecodedCache({ limits: limits.asn1, kept: null })
  return { limits: { ...limits, signature: { ...limits.signature, ...changes } }, cache }
}

const context = newContext()

export function dataFile(name: string, content: Uint8Array | string): ArchivedFile {
  const bytes = Buffer.from(content)
  return {
    name,
    mimeType: null,
    content: { size: bytes.length, pieces: () => [bytes] },
    digest: (algorithm) => createHash(algorithm.toLowerCase()).update(bytes).digest(),
  }
}

/** All signatures of a container, the bounds of the document counted for each file by itself. */
export function readContainer(bytes: Uint8Array, using = context): readonly ReadSignature[] {
  const { dataFiles, signatures } = openAsic(bytes, limits)
  return signatures.flatMap((file) => readAsicSignatures({ form: { kind: 'asic-e' }, dataFiles, signatures: [file] }, using))
}

/** Signatures of an XML text. */
export function readXml(xml: string, dataFiles: readonly ArchivedFile[], using = context): readonly ReadSignature[] {
  return readAsicSignatures(
    {
      form: { kind: 'asic-e' },
      dataFiles,
      signatures: [{ kind: 'xades-file', name: 'META-INF/signatures0.xml', bytes: Buffer.from(xml) }],
    },
    using,
  )
}

export function onlyFacts(signatures: readonly ReadSignature[]): SignatureFacts {
  const [first, ...others] = signatures
  if (first?.kind !== 'read' || others.length > 0)
    throw new Error(`not one readable signature: ${JSON.stringify(signatures).slice(0, 300)}`)
  return first.facts
}

/** What is wrong with the structure, without what only keeps a signature from being a baseline signature. */
export const codes = (facts: SignatureFacts) => facts.structure.filter(({ key }) => key !== 'signature-baseline').map(({ code }) => code)

/** The properties that keep a signature from being a baseline signature, each with its code. */
export const againstBaseline = (facts: SignatureFacts) =>
  facts.structure.filter(({ key }) => key === 'signature-baseline').map(({ code, facts: { property } }) => `${code} ${String(property)}`)

/** The facts of a container with one signature made by the generator. */
export function readSigned(options: SignatureOptions = {}, container: Omit<ContainerOptions, 'signatures'> = {}): SignatureFacts {
  return onlyFacts(readContainer(signedContainer({ writer: 'digidoc4j', ...options }, container)))
}
