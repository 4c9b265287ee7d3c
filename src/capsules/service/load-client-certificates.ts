import { ClientCertificates, RevocationLists } from '#capsules/clients'
import { type Limits, SettingsError } from '#config'
import { ReaderError } from '#model'
import { derBlocksOf, readTrustFolder, type TrustFile } from './trust-folder.js'

const AUTHORITIES = 'ALLKIRI_CAPSULES_CLIENT_AUTHORITIES'
const LISTS = 'ALLKIRI_CAPSULES_CLIENT_CRLS'

export interface LoadedClientCertificates {
  readonly certificates: ClientCertificates
  /** DER of certificates that contain only the names of the authorities. The handshake lists these names, and card software selects a certificate by them. */
  readonly authorities: readonly Buffer[]
}

/** Reads the folders of authorities and revocation lists. Throws `SettingsError` for any unreadable file: if it were skipped, clients would be refused. */
export function loadClientCertificates(authorityFolder: string, listFolder: string | null, limits: Limits): LoadedClientCertificates {
  const authorities = readTrustFolder(AUTHORITIES, authorityFolder, limits.capsules).flatMap((file) =>
    blocksOf(file, 'CERTIFICATE', AUTHORITIES),
  )
  if (authorities.length === 0) throw new SettingsError([`${AUTHORITIES}: ${authorityFolder} holds no certificate.`])
  const revocation = listFolder === null ? null : loadRevocationLists(listFolder, limits)
  const certificates = readable(
    AUTHORITIES,
    authorityFolder,
    () => new ClientCertificates({ authorities, revocation, limits: limits.asn1, known: limits.capsules.knownClients }),
  )
  return { certificates, authorities: certificates.nameOnlyAuthorities() }
}

function loadRevocationLists(folder: string, limits: Limits): RevocationLists {
  const lists = readTrustFolder(LISTS, folder, limits.capsules).flatMap((file) => blocksOf(file, 'X509 CRL', LISTS))
  return readable(LISTS, folder, () => new RevocationLists(lists, limits.asn1))
}

function blocksOf(file: TrustFile, label: string, setting: string): readonly Buffer[] {
  const blocks = derBlocksOf(file, label)
  if (blocks.length === 0) throw new SettingsError([`${setting}: ${file.path} holds no ${label}.`])
  return blocks
}

/** Runs a reader of the files of a folder and converts its errors to `SettingsError`. */
function readable<T>(setting: string, folder: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof ReaderError) throw new SettingsError([`${setting}: a file in ${folder} cannot be read: ${error.described}.`])
    throw error
  }
}
