import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { ReaderError } from '#model'
import { openAsic, recogniseDocument } from '#validation/container'
import { needs } from '../../support/needs.js'

const folder = fileURLToPath(new URL('../../../../shared/conformance/files/', import.meta.url))
const extensions = /\.(bdoc|asice|sce|edoc|zip)$/

/** Real containers that must not open, and why. */
const refused: Readonly<Record<string, string>> = {
  '22902_data_files_with_same_names.bdoc': 'ZIP_DUPLICATE_ENTRY',
  '42.zip': 'ZIP_ENCRYPTED',
  'AsiceContainerNoMimetype.asice': 'CONTAINER_MIMETYPE_MISSING',
  'AsiceInvalidMimetypeAsText.asice': 'CONTAINER_MIMETYPE_WRONG',
  'BDOC-1.0.bdoc': 'CONTAINER_MIMETYPE_WRONG',
  'BdocContainerMimetypeFilenameWithExtraSpace.bdoc': 'CONTAINER_MIMETYPE_MISSING',
  'BdocContainerNoMimetype.bdoc': 'CONTAINER_MIMETYPE_MISSING',
  'KS-02_tyhi.bdoc': 'ZIP_NO_END_RECORD',
  'KS-10_manifest_topelt_bdoc21_TM.bdoc': 'ZIP_DUPLICATE_ENTRY',
  'asic_cades.zip': 'CONTAINER_CADES',
  'incorrectMimetype.bdoc': 'CONTAINER_MIMETYPE_WRONG',
  'notABDoc.bdoc': 'CONTAINER_MIMETYPE_MISSING',
  'onefile-no-mimetype.asice': 'CONTAINER_MIMETYPE_MISSING',
  'test.zip': 'CONTAINER_MIMETYPE_MISSING',
}

function outcome(file: string): string {
  try {
    for (const dataFile of openAsic(readFileSync(join(folder, file)), limits).dataFiles) dataFile.digest('SHA256')
    return 'opens'
  } catch (error) {
    if (error instanceof ReaderError) return error.code
    throw error
  }
}

describe('real containers', needs({ 'published documents beside the repository': existsSync(folder) }), () => {
  const all = existsSync(folder) ? readdirSync(folder) : []

  it.each(all.filter((file) => extensions.test(file)))('opens the real container %s', (file) => {
    expect(outcome(file)).toBe(refused[file] ?? 'opens')
  })

  const open = (file: string) => openAsic(readFileSync(join(folder, file)), limits)

  it('real containers keep the characters of a name', () => {
    const file = open('Nonconventionalcharacters.asice').dataFiles.map(({ name }) => name)
    expect(file).toContain('!~#¤%%&()=+-_.txt')
  })

  it.each([
    ['Valid_ID_sig.bdoc', 'Proov.txt', '4f39cc3713f027cdb17b7fa7be3cf92eac7559cb731adf8bb0d263e703b18a1d'],
    ['BDOC-TS.bdoc', 'atarktikaleping.pdf', '7ca039d87c13bf67066ad1c470a708e19a5508b2f5ef92fde91b9ba78b3e1b1d'],
    ['ValidLiveSignature.asice', 'Tresting.txt', 'e54c48f119b58d4666e3cf9591dbadcabb32af72ff30fbbf44ad55f3501e2846'],
  ])('real containers give the known digest of a data file: %s', (container, name, digest) => {
    const file = open(container).dataFiles.find((candidate) => candidate.name === name)
    expect(Buffer.from(file?.digest('SHA256') ?? []).toString('hex')).toBe(digest)
  })

  it('real containers have findings about the manifest only where it is odd', () => {
    const odd = all
      .filter((file) => extensions.test(file) && !(file in refused))
      .flatMap((file) => open(file).findings.map(({ key }) => `${file} ${key}`))
      .filter((found) => !found.includes(' mimetype-'))
    expect(odd.sort()).toMatchInlineSnapshot(`
      [
        "23200_weakdigest-unknown-ca.asice manifest-mime-type-invalid",
        "23200_weakdigest-unknown-ca.asice manifest-mime-type-invalid",
        "EE_SER-AEX-B-LT-V-33.asice manifest-mime-type-invalid",
        "INC166120_wrong_mime_slash.bdoc manifest-mime-type-invalid",
        "SS-4_teadmataCA.4.asice manifest-mime-type-invalid",
        "SS-4_teadmataCA.4.asice manifest-mime-type-invalid",
        "Signature-ASiC_LT_modified_cert_values.asice manifest-missing",
        "missing_manifest.asice manifest-missing",
      ]
    `)
  })

  it('real containers are distinguished by content', () => {
    const type = (file: string) => recogniseDocument(readFileSync(join(folder, file)), limits)
    const wrong = all.filter((file) => {
      const found = type(file)
      if (/^xroad-|^invalid-digest/.test(file)) return found !== 'XROAD'
      if (file.endsWith('.ddoc')) return found !== 'DDOC'
      if (file.endsWith('.pdf')) return found !== 'PDF'
      return extensions.test(file) && found !== 'BDOC'
    })
    // Empty, or two bytes: nothing to tell. The others have CAdES, or do not state the type of ASiC-E.
    expect(wrong.sort()).toEqual([
      'AsiceContainerNoMimetype.asice',
      'AsiceInvalidMimetypeAsText.asice',
      'BdocContainerMimetypeFilenameWithExtraSpace.bdoc',
      'BdocContainerNoMimetype.bdoc',
      'KS-02_tyhi.bdoc',
      'asic_cades.zip',
      'onefile-no-mimetype.asice',
      'tooShortToVerifyIfIsZip.ddoc',
    ])
  })
})
