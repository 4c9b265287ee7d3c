import { Cdoc2Error } from './cdoc2-error.js'
import { HEADER_HMAC_LENGTH, NONCE_LENGTH, PRELUDE_LENGTH, payloadOffset, readHeaderLength, TAG_LENGTH } from './envelope.js'
import { readHeader } from './header/read-header.js'
import { PAYLOAD_METHOD_CHACHA20_POLY1305 } from './header/recipient.js'
import { additionalData, contentKey } from './keys/key-schedule.js'
import type { Cdoc2Limits } from './limits.js'
import type { EntrySink } from './payload/entry-sink.js'
import { readPayload } from './payload/read-payload.js'
import { type AuthenticatedHeader, type OpenedRecipient, openFmk } from './recipients/open-fmk.js'
import type { CapsuleSource, Secret } from './recipients/secret.js'

/** Access to the octets of a container in a file or in memory. */
export interface ContainerSource {
  /** Length of the whole container in octets. */
  readonly length: number
  /** Octets from `start`; fewer than `length` only at the end. */
  read(start: number, length: number): Promise<Uint8Array>
  /** Octets from `start`, inclusive, to `end`, exclusive. */
  stream(start: number, end: number): AsyncIterable<Uint8Array>
}

/**
 * Reads envelope and header of a container. Nothing is authenticated yet: labels and recipients are claims of the file.
 *
 * @throws Cdoc2Error with the codes of envelope and header
 */
export async function readContainerHeader(source: ContainerSource, limits: Cdoc2Limits): Promise<AuthenticatedHeader> {
  const length = readHeaderLength(await source.read(0, PRELUDE_LENGTH), source.length, limits.maxHeaderLength)
  const octets = await source.read(PRELUDE_LENGTH, length)
  const hmac = await source.read(PRELUDE_LENGTH + length, HEADER_HMAC_LENGTH)
  const header = readHeader(octets, limits)
  if (header.payloadMethod !== PAYLOAD_METHOD_CHACHA20_POLY1305)
    throw new Cdoc2Error('payload-method', `The content is encrypted by method ${header.payloadMethod}, which is not known`)
  return { header, octets, hmac }
}

/** The secret that opens a container, and the sink for its files. */
export interface Opening {
  readonly secret: Secret
  /** Access to key servers, for recipients of the kind key-server; null when none is configured. */
  readonly capsules: CapsuleSource | null
  readonly sink: EntrySink
}

/**
 * Opens a container and passes its files to a sink. When this throws, the caller must undo everything that the sink received.
 *
 * @throws Cdoc2Error
 */
export async function openContainer(source: ContainerSource, opening: Opening, limits: Cdoc2Limits): Promise<OpenedRecipient> {
  const header = await readContainerHeader(source, limits)
  const opened = await openFmk(header, opening.secret, opening.capsules, limits)
  const nonceAt = payloadOffset(header.octets.length)
  const ciphertextAt = nonceAt + NONCE_LENGTH
  const tagAt = source.length - TAG_LENGTH
  const keys = {
    key: contentKey(opened.fmk),
    nonce: await source.read(nonceAt, NONCE_LENGTH),
    additionalData: additionalData(header.octets, header.hmac),
    tag: await source.read(tagAt, TAG_LENGTH),
  }
  await readPayload(source.stream(ciphertextAt, tagAt), keys, opening.sink, limits)
  return opened
}
