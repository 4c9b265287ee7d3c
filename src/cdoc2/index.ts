/**
 * CDOC2 containers: read, open and write them. A container is an envelope around a header of recipients (FlatBuffers) and one encrypted archive.
 *
 * `readContainerHeader` tells the recipients; `openContainer` finds the file master key by a `Secret` and hands the files to an `EntrySink`;
 * `writeContainer` makes a new one for `NewRecipient`s.
 *
 * @example
 * for await (const chunk of writeContainer([{ kind: 'password', password, label }], fill, randomBytes, limits)) await file.write(chunk)
 *
 * @module
 */
export { Cdoc2Error, type Cdoc2ErrorCode } from './cdoc2-error.js'
export { type Capsule, type CurveName, curveOf, type Header, type Recipient, type RecipientKey } from './header/recipient.js'
export { type KeyLabel, readKeyLabel, writeKeyLabel } from './key-label.js'
export { privateKeyInMemory, type RecipientPrivateKey } from './keys/private-key.js'
export { publicKeyOfPoint, recipientKeyOf } from './keys/public-key.js'
export type { Cdoc2Limits } from './limits.js'
export type { EntrySink, PayloadEntry } from './payload/entry-sink.js'
export { checkFileName } from './payload/file-name.js'
export type { FillArchive } from './payload/write-payload.js'
export { type ContainerSource, type Opening, openContainer, readContainerHeader } from './read-container.js'
export type { AuthenticatedHeader, OpenedRecipient } from './recipients/open-fmk.js'
export type { CapsuleSink, NewRecipient, RandomOctets, StoredCapsule } from './recipients/protect-fmk.js'
export type { CapsuleSource, Secret } from './recipients/secret.js'
export { writeContainer } from './write-container.js'
