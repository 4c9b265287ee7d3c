import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { DetachedData } from '#model'
import { documentTypeOf, validateDocument } from '#validation'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { agreement } from '../support/asice.js'
import { cadesSignature } from '../support/cades.js'
import { detachedSignature } from '../support/loose-xades.js'
import { moments } from '../support/pki.js'
import { hash } from '../support/signing.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const context = createValidationContext(
  loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname),
  openDecodedCache(limits),
)

const digestOf = (name: string, content: Buffer) => ({ name, algorithm: 'SHA256', value: hash('sha256', content).toString('hex') }) as const
const signed = digestOf(agreement.name, agreement.content)
const added = digestOf('lisa.txt', Buffer.from('Lisa'))

function validate(document: Uint8Array, policy: string, ...files: readonly ReturnType<typeof digestOf>[]) {
  const detached: DetachedData = { kind: 'digests', files }
  const documentType = documentTypeOf(document, limits)
  const request = { document, filename: 'a', documentType, policy, validationTime: moments.validation, detached } as const
  const { signatures, filesLeftOut } = validateDocument(request, context)
  return [signatures.map(({ indication, errors }) => [indication, ...errors.map(({ key }) => key)].join(' ')), filesLeftOut.byAll.names]
}

/** A container in hashcode form is a signature with the digests of its files. One that was added later is not signed, as in the container itself. */
describe('digests beside signatures that do not cover them', () => {
  it('a digest that a detached XAdES signature does not cover is that of an unsigned file', () => {
    const document = detachedSignature([agreement])
    expect(validate(document, 'POLv3', signed)).toEqual([['TOTAL-PASSED'], []])
    expect(validate(document, 'POLv1', signed, added)).toEqual([['TOTAL-PASSED'], ['lisa.txt']])
    expect(validate(document, 'POLv3', signed, added)).toEqual([['TOTAL-FAILED data-files-signed'], ['lisa.txt']])
  })

  it('several digests of one file are those of one file', () => {
    const bySha512 = { ...signed, algorithm: 'SHA512', value: hash('sha512', agreement.content).toString('hex') } as never
    expect(validate(detachedSignature([agreement]), 'POLv3', bySha512, signed)).toEqual([['TOTAL-PASSED'], []])
  })

  it('a digest beside a CMS message that has its content inside is that of an unsigned file', () => {
    expect(validate(cadesSignature(agreement.content), 'POLv3', added)).toEqual([['TOTAL-FAILED data-files-signed'], ['lisa.txt']])
    expect(validate(cadesSignature(agreement.content, { enveloping: false }), 'POLv3', signed)).toEqual([['TOTAL-PASSED'], []])
  })
})
