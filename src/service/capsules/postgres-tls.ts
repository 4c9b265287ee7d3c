import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { type DatabaseTls, SettingsError } from '#config'
import { systemErrorCode } from '#model'

/** TLS options of the PostgreSQL client; false: no TLS. */
export type ReadTls = false | ConnectionOptions

/** TLS options for the database, with the content of the files; null when the address does not mention TLS. Throws `SettingsError` for an unreadable file. */
export function readDatabaseTls(tls: DatabaseTls | null): ReadTls | null {
  if (tls === null) return null
  const { mode, authorities, client } = tls
  const files = {
    ...(authorities === null ? {} : { ca: readPem('sslrootcert', authorities) }),
    ...(client === null ? {} : { cert: readPem('sslcert', client.certificate), key: readPem('sslkey', client.key) }),
  }
  switch (mode) {
    case 'disable':
      return false
    case 'require':
      return { ...files, rejectUnauthorized: false }
    case 'verify-ca':
      return { ...files, checkServerIdentity: () => undefined }
    case 'verify-full':
      return files
  }
}

function readPem(parameter: string, file: string): string {
  const text = readFile(parameter, file)
  if (!text.includes('-----BEGIN '))
    throw new SettingsError([`ALLKIRI_CAPSULES_DATABASE: ${parameter} names ${file}, which is not a PEM file.`])
  return text
}

function readFile(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === null) throw error
    throw new SettingsError([`ALLKIRI_CAPSULES_DATABASE: ${parameter} names ${file}, which cannot be read (${code}).`])
  }
}
