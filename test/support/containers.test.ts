import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import JSZip from 'jszip'
import { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlCleanupInputProvider, xmlRegisterInputProvider } from 'libxml2-wasm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalizationOfUri, canonicalize, childElement, elementsNamed, parseXml, textOf, type XmlElement } from '#readers/xml'
import { agreement, asicContainer, asiceType, dataFile, signedContainer } from './asice.js'
import { namespaces } from './identifiers.js'
import { needs } from './needs.js'
import type { SignatureLevel, Writer } from './signature-options.js'
import { hash } from './signing.js'

const writers = ['libdigidocpp', 'jdigidoc', 'digidoc4j'] as const satisfies readonly Writer[]
const levels = ['B-BES', 'B-EPES', 'T', 'LT', 'LT-TM', 'LTA'] as const satisfies readonly SignatureLevel[]
const combinations = writers.flatMap((writer) => levels.map((level) => ({ writer, level })))

async function entryOf(container: Buffer, name: string): Promise<string> {
  const entry = (await JSZip.loadAsync(container, { checkCRC32: true })).file(name)
  if (entry === null) throw new Error(`no entry ${name}`)
  return entry.async('string')
}

describe('archives, as jszip reads them', () => {
  it('generated archives hold mimetype first and stored, then files, manifest and signatures, as jszip reads them', async () => {
    const container = signedContainer()
    expect(container.toString('latin1', 30, 38 + asiceType.length)).toBe(`mimetype${asiceType}`)
    const names = Object.keys((await JSZip.loadAsync(container)).files)
    expect(names).toEqual(['mimetype', 'leping.txt', 'META-INF/manifest.xml', 'META-INF/signatures0.xml'])
  })

  it('generated archives pack, and write sizes behind the data, when asked', async () => {
    const container = asicContainer({
      signatures: [],
      entries: (entries) => entries.map((entry) => ({ ...entry, method: 'deflated', dataDescriptor: true })),
    })
    expect(await entryOf(container, 'leping.txt')).toBe(agreement.content.toString())
  })

  it('generated archives keep names in UTF-8', async () => {
    const container = asicContainer({ files: [dataFile('Šužlikud 契約.txt', 'õun')], signatures: [] })
    expect(await entryOf(container, 'Šužlikud 契約.txt')).toBe('õun')
  })
})

describe('signatures, verified with another canonicalization than they were made with', () => {
  it.each(combinations)(
    'a generated signature $level by $writer verifies with another canonicalization: every digest and the value',
    async ({ writer, level }) => {
      const xml = await entryOf(signedContainer({ writer, level }), 'META-INF/signatures0.xml')
      const limits = {
        maxBytes: 1_000_000,
        maxDepth: 50,
        maxAttributes: 50,
        maxAttributeLength: 10_000_000,
        maxNodes: 10_000,
        maxNamespaces: 50,
      }
      const { root } = parseXml(Buffer.from(xml), limits)
      const only = (parent: XmlElement, namespace: string, name: string): XmlElement => {
        const [found, second] = [...elementsNamed(parent, namespace, name)]
        if (found === undefined || second !== undefined) throw new Error(`not exactly one ${name}`)
        return found
      }
      const { ds, xades } = namespaces
      const octets = (element: XmlElement, uri: string | undefined): Buffer => {
        const method = canonicalizationOfUri(uri ?? 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315')
        if (method === null) throw new Error(`unknown ${String(uri)}`)
        return canonicalize(element, method)
      }
      const algorithm = (element: XmlElement | null | undefined) =>
        element?.attributes.find(({ localName }) => localName === 'Algorithm')?.value
      const signedInfo = only(root, ds, 'SignedInfo')
      const base64 = (element: XmlElement | null) => Buffer.from(element === null ? '' : textOf(element), 'base64')

      const references = [...elementsNamed(signedInfo, ds, 'Reference')]
      expect(references).toHaveLength(2)
      const [data, properties] = references.map((reference) => base64(childElement(reference, ds, 'DigestValue')))
      expect(data).toEqual(hash('sha256', agreement.content))
      const transform = [...elementsNamed(signedInfo, ds, 'Transform')][0]
      expect(properties).toEqual(hash('sha256', octets(only(root, xades, 'SignedProperties'), algorithm(transform))))

      const [certificate] = [...elementsNamed(only(root, ds, 'KeyInfo'), ds, 'X509Certificate')]
      const key = createPublicKey(new X509Certificate(base64(certificate ?? null)).publicKey.export({ type: 'spki', format: 'pem' }))
      const value = only(root, ds, 'SignatureValue')
      const signed = octets(signedInfo, algorithm(only(signedInfo, ds, 'CanonicalizationMethod')))
      expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, base64(value))).toBe(true)

      const stamp = [...elementsNamed(root, xades, 'SignatureTimeStamp')][0]
      if (stamp !== undefined) {
        const method = algorithm(childElement(stamp, ds, 'CanonicalizationMethod'))
        const token = base64(childElement(stamp, xades, 'EncapsulatedTimeStamp'))
        expect(token.includes(hash('sha256', octets(value, method)))).toBe(true)
      }
    },
  )
})

const schemas = new URL('../../../shared/vectors/xsd/', import.meta.url)

describe(
  'signatures against the schemas of ETSI and W3C',
  needs({ 'published schemas beside the repository': existsSync(schemas) }),
  () => {
    let validator: XsdValidator
    let schema: XmlDocument
    beforeAll(() => {
      const file = (name: string) => readFileSync(new URL(name, schemas))
      xmlRegisterInputProvider(
        new XmlBufferInputProvider({
          'http://www.w3.org/TR/2008/REC-xmldsig-core-20080610/xmldsig-core-schema.xsd': withoutDoctype(file('xmldsig-core-schema.xsd')),
          'https://forge.etsi.org/rep/esi/x19_13201_XAdES/raw/v1.3.1/1913201-XAdES01903v132.xsd': file('XAdES01903v132-202407.xsd'),
          'file:///xades141.xsd': file('XAdES01903v141-202407.xsd'),
        }),
      )
      schema = XmlDocument.fromString(asicSchema)
      validator = XsdValidator.fromDoc(schema)
    })
    afterAll(() => {
      validator.dispose()
      schema.dispose()
      xmlCleanupInputProvider()
    })

    it.each(combinations)('a generated signature $level by $writer conforms to the schemas of ETSI and W3C', async ({ writer, level }) => {
      const options = { writer, level, productionPlace: true, roles: ['direktor'] } as const
      for (const version of ['v1', 'v2'] as const) {
        const xml = await entryOf(
          signedContainer({ ...options, signingCertificate: { version, withIssuer: true } }),
          'META-INF/signatures0.xml',
        )
        const document = XmlDocument.fromString(xml)
        expect(() => validator.validate(document)).not.toThrow()
        document.dispose()
      }
    })

    it('the schemas of ETSI and W3C would notice a wrong order in a generated signature', async () => {
      const xml = await entryOf(
        signedContainer({ edit: (text) => text.replace('<xades:SigningTime>', '<xades:SignerRole/><xades:SigningTime>') }),
        'META-INF/signatures0.xml',
      )
      const document = XmlDocument.fromString(xml)
      expect(() => validator.validate(document)).toThrow()
      document.dispose()
    })
  },
)

/** The schema of TS 102 918 for the root; everything below it comes from the published schemas. */
const asicSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespaces.asic}" elementFormDefault="qualified">
  <xs:import namespace="${namespaces.ds}" schemaLocation="http://www.w3.org/TR/2008/REC-xmldsig-core-20080610/xmldsig-core-schema.xsd"/>
  <xs:import namespace="${namespaces.xades}" schemaLocation="https://forge.etsi.org/rep/esi/x19_13201_XAdES/raw/v1.3.1/1913201-XAdES01903v132.xsd"/>
  <xs:import namespace="${namespaces.xades141}" schemaLocation="file:///xades141.xsd"/>
  <xs:element name="XAdESSignatures"><xs:complexType><xs:sequence>
    <xs:element ref="ds:Signature" xmlns:ds="${namespaces.ds}" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`

function withoutDoctype(xsd: Buffer): Buffer {
  return Buffer.from(xsd.toString('utf8').replace(/<!DOCTYPE[\s\S]*?\]>/, ''))
}
