import { Cdoc2Error } from './cdoc2-error.js'
import { NONCE_LENGTH, writePrelude } from './envelope.js'
import { headerHmac } from './header/header-hmac.js'
import { PAYLOAD_METHOD_CHACHA20_POLY1305, type Recipient } from './header/recipient.js'
import { writeHeader } from './header/write-header.js'
import { additionalData, contentKey, fileMasterKey, KEY_LENGTH } from './keys/key-schedule.js'
import type { Cdoc2Limits } from './limits.js'
import { type FillArchive, writePayload } from './payload/write-payload.js'
import { type NewRecipient, protectFmk, type RandomOctets } from './recipients/protect-fmk.js'

/**
 * Writes a container in bounded memory, as a sequence of chunks. Capsules are stored on key servers before the first chunk, because the header contains their
 * ids. When a later step fails, they stay there until they expire: the interface of key servers has no operation to delete them.
 *
 * @throws Cdoc2Error `no-recipient`, `header-length`, `unsupported-recipient`, and those of `protectFmk`
 */
export async function* writeContainer(
  recipients: readonly NewRecipient[],
  fill: FillArchive,
  random: RandomOctets,
  limits: Cdoc2Limits,
): AsyncGenerator<Uint8Array> {
  if (recipients.length === 0) throw new Cdoc2Error('no-recipient', 'A container needs a recipient')
  if (recipients.length > limits.maxRecipients)
    throw new Cdoc2Error('no-recipient', `A container has at most ${limits.maxRecipients} recipients`)
  const fmk = fileMasterKey(random(KEY_LENGTH))
  const records: Recipient[] = []
  for (const recipient of recipients) records.push(await protectFmk(fmk, recipient, random))
  const header = writeHeader({ payloadMethod: PAYLOAD_METHOD_CHACHA20_POLY1305, recipients: records }, limits.maxHeaderLength)
  const hmac = headerHmac(fmk, header)
  yield writePrelude(header.length)
  yield header
  yield hmac
  yield* writePayload(fill, { key: contentKey(fmk), nonce: random(NONCE_LENGTH), additionalData: additionalData(header, hmac) })
}
