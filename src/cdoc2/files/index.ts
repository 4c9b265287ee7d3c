/**
 * CDOC2 container files: encrypt, decrypt, list, re-encrypt; keys from files and cards; capsules on key servers.
 * A file appears under its name only when it is complete and authenticated. Existing files are never overwritten.
 */
export { type CapsuleSource, Cdoc2Error, type NewRecipient, type Secret, writeKeyLabel } from '#cdoc2/container'
export { decryptContainer } from './decrypt-container.js'
export { encryptFiles } from './encrypt-files.js'
export type { WrittenFile } from './extraction-folder.js'
export { capsuleSinkOf, capsuleSourceOf, type KeyServer } from './key-server-client.js'
export { listFiles } from './list-files.js'
export { listRecipients } from './list-recipients.js'
export { openPkcs11Key } from './pkcs11-key.js'
export { readKeyFile, readPrivateKeyFile } from './private-key-file.js'
export { reEncryptContainer } from './re-encrypt-container.js'
export { readAtMost } from './read-at-most.js'
export { readRecipientFile } from './recipient-file.js'
