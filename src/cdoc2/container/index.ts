/**
 * CDOC2 containers: read, open and write them. A container is an envelope around a header of recipients (FlatBuffers) and one encrypted archive.
 *
 * `readContainerHeader` reads the recipients; `openContainer` finds the file master key with a `Secret` and passes the files to an `EntrySink`;
 * `writeContainer` writes a new container for `NewRecipient`s.
 *
 * @example
 * for await (const chunk of writeContainer([{ kind: 'password', password, label }], fill, randomBytes, limits)) await file.write(chunk)
 *
 * @module
 */
export { Cdoc2Error } from './cdoc2-error.js'
export { type Capsule, curveOf } from './header/recipient.js'
export { type KeyLabel, readKeyLabel, writeKeyLabel } from './key-label.js'
export { privateKeyInMemory, type RecipientPrivateKey } from './keys/private-key.js'
export { recipientKeyOf } from './keys/public-key.js'
export type { Cdoc2Limits } from './limits.js'
export type { EntrySink, PayloadEntry } from './payload/entry-sink.js'
export { checkFileName } from './payload/file-name.js'
export { addEntry, type FillArchive } from './payload/write-payload.js'
export { type ContainerSource, openContainer, readContainerHeader } from './read-container.js'
export type { CapsuleSink, NewRecipient, StoredCapsule } from './recipients/protect-fmk.js'
export type { CapsuleSource, Secret } from './recipients/secret.js'
export { writeContainer } from './write-container.js'
