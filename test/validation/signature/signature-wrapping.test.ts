import { describe, expect, it } from 'vitest'
import type { SignatureFacts } from '#model'
import { asicContainer } from '../../support/asice.js'
import { pki } from '../../support/pki.js'
import { codes, onlyFacts, readContainer, readSigned } from './reading.js'

const xades = 'http://uri.etsi.org/01903/v1.3.2#'
const properties = /<xades:SignedProperties.*<\/xades:SignedProperties>/s
const qualifying = /<xades:QualifyingProperties.*<\/xades:QualifyingProperties>/s
const forgedTime = (text: string) => text.replace('2026-03-10T10:00:00Z', '2001-01-01T00:00:00Z')

/** The first match of `pattern` in the text; a test that no longer finds it must fail. */
function part(xml: string, pattern: RegExp): string {
  const [match] = pattern.exec(xml) ?? []
  if (match === undefined) throw new Error(`${String(pattern)} is not there`)
  return match
}

/** A test that claims forged content must never see it covered. */
function expectUncovered(facts: SignatureFacts) {
  expect(facts.signingCertificateReferenceSigned).toBe(false)
}

describe('signature wrapping: signed properties that are not those of this signature', () => {
  it('signature wrapping is found: forged properties in place of the signed ones, which are moved to another ds:Object', () => {
    const facts = readSigned({
      tamper: (xml) => {
        const original = part(xml, properties)
        const forged = forgedTime(original).replace(/ Id="xades-S0"/, ' Id="forged"')
        return xml
          .replace(original, forged)
          .replace('</ds:Signature>', `<ds:Object xmlns:xades="${xades}">${original}</ds:Object></ds:Signature>`)
      },
    })
    expect(facts.references[1]).toMatchObject({ kind: 'other', status: 'intact' })
    expect(codes(facts)).toContain('SIGNED_PROPERTIES_REFERENCE_TARGET')
    expectUncovered(facts)
  })

  it('signature wrapping is found: forged properties with the Id kept on both are ambiguous', () => {
    for (const insert of ['before', 'after'] as const) {
      const facts = readSigned({
        tamper: (xml) => {
          const original = part(xml, properties)
          const wrapped = `<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xades="${xades}">${original}</ds:Object>`
          const forged = xml.replace(original, forgedTime(original))
          return insert === 'after'
            ? forged.replace('</ds:Signature>', `${wrapped}</ds:Signature>`)
            : forged.replace('<ds:Signature ', `${wrapped}<ds:Signature `)
        },
      })
      expect(facts.references[1]).toMatchObject({ kind: 'signed-properties', status: 'ambiguous' })
      expect(codes(facts)).toEqual(expect.arrayContaining(['DUPLICATE_ID', 'SIGNED_PROPERTIES_REFERENCE_TARGET']))
      expectUncovered(facts)
    }
  })

  it('signature wrapping is found: an Id of the properties on any other element of the file', () => {
    const facts = readSigned({ tamper: (xml) => xml.replace('</asic:XAdESSignatures>', '<x Id="xades-S0"/></asic:XAdESSignatures>') })
    expect(facts.references[1]?.status).toBe('ambiguous')
    expectUncovered(facts)
  })

  it('signature wrapping is found: forged QualifyingProperties before the signed ones', () => {
    const facts = readSigned({
      tamper: (xml) => {
        const original = part(xml, qualifying)
        const forged = forgedTime(original).replaceAll('Id="', 'Id="forged-')
        return xml.replace(original, forged + original)
      },
    })
    expect(codes(facts)).toEqual(expect.arrayContaining(['QUALIFYING_PROPERTIES_MULTIPLE', 'SIGNED_PROPERTIES_REFERENCE_TARGET']))
    expectUncovered(facts)
  })

  it('signature wrapping is found: forged SignedProperties before the signed ones', () => {
    const facts = readSigned({
      tamper: (xml) => {
        const original = part(xml, properties)
        return xml.replace(original, forgedTime(original).replace('Id="xades-S0"', 'Id="forged"') + original)
      },
    })
    expect(codes(facts)).toEqual(expect.arrayContaining(['SIGNED_PROPERTIES_MULTIPLE', 'SIGNED_PROPERTIES_REFERENCE_TARGET']))
    expectUncovered(facts)
  })

  it('signature wrapping is found: properties of another signature, which SignedInfo signs, with its own forged', () => {
    const container = asicContainer({
      signatures: [
        [
          { writer: 'digidoc4j', id: 'A' },
          { writer: 'digidoc4j', id: 'B', signer: pki.secondSigner },
        ],
      ],
    })
    const [a, b] = readContainer(container)
    for (const signature of [a, b]) expect(signature).toMatchObject({ kind: 'read', facts: { signingCertificateReferenceSigned: true } })
    const crossed = readContainer(
      asicContainer({
        signatures: [
          [
            { writer: 'digidoc4j', id: 'A' },
            { writer: 'digidoc4j', id: 'B', edit: (xml) => xml.replace('URI="#xades-B"', 'URI="#xades-A"') },
          ],
        ],
      }),
    )[1]
    expect(crossed).toMatchObject({ kind: 'read', facts: { signingCertificateReferenceSigned: false } })
    expect(crossed?.kind === 'read' ? crossed.facts.references[1]?.kind : null).toBe('other')
  })

  it('signature wrapping is found: Target of another signature', () => {
    const facts = readSigned({ edit: (xml) => xml.replace('Target="#S0"', 'Target="#S1"') })
    expect(facts.references[1]?.status).toBe('intact')
    expect(facts.structure).toMatchObject([{ code: 'QUALIFYING_PROPERTIES_TARGET', facts: { target: '#S1' } }])
    expectUncovered(facts)
  })

  it('signature wrapping is found: Target of nothing, where the signature has no Id', () => {
    const facts = readSigned({ edit: (xml) => xml.replace('Target="#S0"', 'Target="#"').replace(' Id="S0"', '') })
    expect(facts.id).toBe('')
    expect(codes(facts)).toContain('QUALIFYING_PROPERTIES_TARGET')
    expectUncovered(facts)
  })

  it('signature wrapping is found: a reference without the Type', () => {
    const facts = readSigned({ references: (references) => references.map((each) => ({ ...each, type: null })) })
    expect(facts.references[1]).toMatchObject({ kind: 'other', status: 'intact' })
    expect(codes(facts)).toEqual(['SIGNED_PROPERTIES_REFERENCE_MISSING'])
    expectUncovered(facts)
  })

  it('signature wrapping is found: no reference to the properties at all', () => {
    const facts = readSigned({ references: (references) => references.slice(0, 1) })
    expect(codes(facts)).toEqual(['SIGNED_PROPERTIES_REFERENCE_MISSING'])
    expect(facts.signatureValue.status).toBe('intact')
    expectUncovered(facts)
  })

  it('signature wrapping is found: two references to the properties', () => {
    const facts = readSigned({ references: (references) => [...references, ...references.slice(1)] })
    expect(codes(facts)).toEqual(['SIGNED_PROPERTIES_REFERENCE_MULTIPLE'])
  })

  it('signature wrapping is found: a transform that leaves out what is forged', () => {
    const xpath = 'http://www.w3.org/TR/1999/REC-xpath-19991116'
    const facts = readSigned({
      references: (references) => references.map((each, i) => (i === 1 ? { ...each, transforms: [xpath] } : each)),
    })
    expect(facts.references[1]).toMatchObject({ kind: 'signed-properties', status: 'unsupported-transform' })
    expectUncovered(facts)
  })

  it('signature wrapping is found: changed properties', () => {
    const facts = readSigned({ tamper: (xml) => xml.replace(properties, forgedTime) })
    expect(facts.references[1]).toMatchObject({ kind: 'signed-properties', status: 'mismatch' })
    expect(facts.claimedSigningTime).toBe(Date.UTC(2001, 0, 1))
    expectUncovered(facts)
  })

  it('a forged ds:SignedInfo next to the signed one makes the signature unreadable', () => {
    const doubled = (xml: string) => xml.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s, (whole) => whole + whole)
    const [only] = readContainer(asicContainer({ signatures: [{ writer: 'digidoc4j', tamper: doubled }] }))
    expect(only).toMatchObject({ kind: 'unreadable', code: 'XMLDSIG_SIGNED_INFO' })
  })

  it('signed text that comments split reads as it is signed', () => {
    const facts = readSigned({ tamper: (xml) => xml.replace('2026-03-10T', '2026-<!-- -->03-10T') })
    expect(facts.references[1]?.status).toBe('intact')
    expect(facts.claimedSigningTime).toBe(Date.UTC(2026, 2, 10, 10))
  })

  it('the whole signature twice in one file has ambiguous Ids', () => {
    const twice = readContainer(
      asicContainer({
        signatures: [{ writer: 'digidoc4j', tamper: (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/s, (whole) => whole + whole) }],
      }),
    )
    expect(twice).toHaveLength(2)
    for (const each of twice) expectUncovered(onlyFacts([each]))
  })
})
