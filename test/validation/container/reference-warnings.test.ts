import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { ReadSignature } from '#model'
import { attributeOf, elementsNamed, parseXml, textOf } from '#readers/xml'
import { compareManifest, openAsic } from '#validation/container'
import type { OpenedAsic } from '../../../src/validation/container/asic.js'
import { needs } from '../../support/needs.js'
import { readSignature } from './read-signature.js'

const folder = fileURLToPath(new URL('../../../../shared/conformance/', import.meta.url))
const ds = 'http://www.w3.org/2000/09/xmldsig#'
const xades = 'http://uri.etsi.org/01903/v1.3.2#'

interface Warning {
  readonly kind: string
  readonly file?: string
  readonly files?: readonly string[]
  readonly mimeType?: string
  readonly signature?: string
  readonly signedBy?: string
}

interface Case {
  readonly area: string
  readonly file?: string
  readonly expect: { readonly noValidationWarnings?: boolean; readonly validationWarningsAbout?: readonly Warning[] }
}

/** References, their MIME types and the signer of each signature: as much as the comparison needs. */
function signaturesOf(opened: OpenedAsic): readonly ReadSignature[] {
  return opened.signatures.flatMap(({ bytes }) =>
    elementsNamed(parseXml(bytes, limits.xml), ds, 'Signature').map((signature) => {
      const formats = elementsNamed(signature, xades, 'DataObjectFormat').map((format) => [
        attributeOf(format, 'ObjectReference') ?? '',
        elementsNamed(format, xades, 'MimeType').map(textOf).join().trim(),
      ])
      const mimeTypes = new Map(formats.map(([reference = '', type = '']) => [reference, type]))
      const references = elementsNamed(signature, ds, 'Reference').map((reference) => {
        const uri = attributeOf(reference, 'URI') ?? ''
        const name = decodeURIComponent(uri)
        const file = opened.dataFiles.some((dataFile) => dataFile.name === name) ? name : null
        return {
          file,
          uri,
          type: attributeOf(reference, 'Type') ?? '',
          mimeType: mimeTypes.get(`#${attributeOf(reference, 'Id') ?? ''}`) ?? null,
        }
      })
      const [certificate] = elementsNamed(signature, ds, 'X509Certificate').map(textOf)
      const subject = new X509Certificate(Buffer.from(certificate ?? '', 'base64')).subject
      const commonName = /^CN=(.*)$/m.exec(subject)?.[1]?.replaceAll('\\', '') ?? ''
      return readSignature({ id: attributeOf(signature, 'Id') ?? '', references, signer: commonName })
    }),
  )
}

describe('warnings that the published cases ask for', needs({ 'published documents beside the repository': existsSync(folder) }), () => {
  const cases = existsSync(folder) ? (JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as readonly Case[]) : []
  const asked = cases.filter(
    ({ area, expect: wanted }) => area === 'bdoc' && (wanted.noValidationWarnings === true || wanted.validationWarningsAbout !== undefined),
  )

  it('the published cases ask for warnings about references', () => expect(asked.length).toBeGreaterThan(4))

  it.each(asked.map((one) => [one.file ?? '', one] as const))(
    'a published case has the warnings that it asks for: %s',
    (file, { expect: wanted }) => {
      const opened = openAsic(readFileSync(join(folder, file)), limits)
      const signatures = signaturesOf(opened)
      const findings = [...opened.findings, ...compareManifest(opened, signatures, limits.container)]
      const found = findings.map(({ key, facts }) => {
        const { signature, ...others } = facts
        return { kind: key, ...others, ...(key.startsWith('signature-has') ? {} : signature === undefined ? {} : { signature }) }
      })
      expect(found).toHaveLength(wanted.validationWarningsAbout?.length ?? 0)
      expect(found).toEqual(expect.arrayContaining([...(wanted.validationWarningsAbout ?? [])]))
    },
  )
})
