import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Limits, SettingsError } from '#config'
import { systemErrorCode } from '#model'

/** One file of a folder of certificates or revocation lists. */
export interface TrustFile {
  readonly path: string
  readonly content: Buffer
}

/** The files of a folder, sorted by name, without hidden files and subfolders. Throws `SettingsError`. */
export function readTrustFolder(
  setting: string,
  folder: string,
  { maxTrustFiles, maxTrustFileBytes }: Limits['capsules'],
): readonly TrustFile[] {
  const names = withReason(setting, folder, () => readdirSync(folder)).filter((name) => !name.startsWith('.'))
  if (names.length > maxTrustFiles) throw new SettingsError([`${setting}: ${folder} holds more than ${maxTrustFiles} files.`])
  return names.sort().flatMap((name) => {
    const path = join(folder, name)
    return withReason(setting, path, () => {
      const found = statSync(path)
      if (found.isDirectory()) return []
      if (found.size > maxTrustFileBytes) throw new SettingsError([`${setting}: ${path} is larger than ${maxTrustFileBytes} bytes.`])
      return [{ path, content: readFileSync(path) }]
    })
  })
}

/** Reads one file that a setting names. Throws `SettingsError`. */
export function readSettingFile(setting: string, path: string): Buffer {
  return withReason(setting, path, () => readFileSync(path))
}

/** The DER of every PEM block with the label; the content itself when the file has no PEM block. */
export function derBlocksOf(file: TrustFile, label: string): readonly Buffer[] {
  const text = file.content.toString('latin1')
  if (!text.includes('-----BEGIN ')) return [file.content]
  const blocks = text.split(`-----BEGIN ${label}-----`).slice(1)
  return blocks.map((block) => Buffer.from(block.slice(0, Math.max(0, block.indexOf(`-----END ${label}-----`))), 'base64'))
}

function withReason<T>(setting: string, path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const code = systemErrorCode(error)
    throw code === null ? error : new SettingsError([`${setting}: ${path} cannot be read (${code}).`])
  }
}
