import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { DdocFacts, ReaderError, SignatureFacts } from '#model'
import { openDdoc } from '#validation/container'
import { readDdocSignatures } from '#validation/signature'
import { openDecodedCache } from '../../../../src/validation/validation-context.js'
import { needs } from '../../../support/needs.js'

const folder = new URL('../../../../../shared/conformance/files/', import.meta.url)
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ddoc')) : []
const read = (name: string) => readFileSync(new URL(encodeURIComponent(name), folder))
const cache = openDecodedCache(limits)

/** Real documents that must not open, and why. */
const refused: Readonly<Record<string, string>> = {
  '23033_D1_lisatud.ddoc': 'DDOC_STRUCTURE',
  'BOF.ddoc': 'DDOC_STRUCTURE',
  'tooShortToVerifyIfIsZip.ddoc': 'XML_ROOT',
  'xml_entity.ddoc': 'XML_DOCTYPE',
  'xml_expansion.ddoc': 'XML_DOCTYPE',
}

/** Data files that were changed after signing, or added: no digest of a signature is theirs. */
const changed: Readonly<Record<string, readonly string[]>> = {
  'AndmefailiAtribuudidMuudetud.ddoc': ['D0'],
  'DIGIDOC-XML1.3_lisatud_andmefail.ddoc': ['D1'],
  'changed_digidoc_test.ddoc': ['D0'],
  'ddoc_1_3.xml.ddoc': ['D0'],
  'lisatud_andmefail.ddoc': ['D1'],
}

describe('real documents of DIGIDOC-XML', needs({ 'published documents beside the repository': existsSync(folder) }), () => {
  it.each(files.filter((name) => name in refused))('the real document %s does not open', (name) => {
    expect(() => openDdoc(read(name), limits)).toThrow(expect.objectContaining({ code: refused[name] }) as ReaderError)
  })

  it.each(files.filter((name) => !(name in refused)))(
    'the real document %s has for each data file the digest that a signature states',
    (name) => {
      const opened = openDdoc(read(name), limits)
      const signatures = readDdocSignatures(opened, { limits, cache })
      const statements = signatures.flatMap((signature) => (signature.kind === 'read' ? ddocFactsOf(signature.facts).dataFiles : []))
      const unstated = opened.dataFiles
        .map(({ id }) => id)
        .filter((id) => !statements.some((file) => file.id === id && (file.digest === 'match' || file.digest === 'alternate')))
      expect(unstated).toEqual(changed[name] ?? [])
    },
  )

  it.each(files.filter((name) => !(name in refused)))(
    'the real document %s has an intact signature that states the digests of all that was not changed',
    (name) => {
      const opened = openDdoc(read(name), limits)
      for (const signature of readDdocSignatures(opened, { limits, cache })) {
        if (signature.kind !== 'read' || signature.facts.signatureValue.status !== 'intact') continue
        const wrong = ddocFactsOf(signature.facts).dataFiles.filter(({ digest }) => digest !== 'match' && digest !== 'alternate')
        expect(wrong.map(({ id }) => id)).toEqual(changed[name] ?? [])
      }
    },
  )
})

function ddocFactsOf({ syntax }: SignatureFacts): DdocFacts {
  if (syntax.name !== 'ddoc') throw new TypeError('a signature of DIGIDOC-XML')
  return syntax
}
