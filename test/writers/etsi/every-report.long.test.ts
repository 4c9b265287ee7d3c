import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, limits as serviceLimits } from '#config'
import { attributeOf, childElement, childElements, parseXml, textOf, type XmlElement } from '#readers/xml'
import { openInProcessService } from '#threads'
import { openTrust } from '#trust/supply'
import { documentTypeOf } from '#validation'
import { CLOCK, writeConformanceTrust } from '../../conformance/trust.mjs'
import { orRefused } from '../../support/every-document.js'
import { needs } from '../../support/needs.js'
import { at, documents, forgetReports, limits, read, says, schemas, shared, VR, write } from './reports.js'
import { ReportSchema } from './schema.js'

afterAll(forgetReports)

describe('a report by TS 119 102-2', () => {
  it('a report by TS 119 102-2 says of every signature of every document what the JSON report says, and refers to nothing that is not there', async () => {
    let signatures = 0
    for (const document of documents) {
      const printed = await write(document)
      if (printed === null) continue
      const { root } = parseXml(printed.written, limits)
      const reports = childElements(root, VR, 'SignatureValidationReport')
      if (printed.summary.signatures === 0) {
        expect(reports.map((each) => says(each, 'SignatureValidationStatus', 'MainIndication'))).toEqual([
          'urn:cef:dss:mainindication:noSignatureFound',
        ])
        continue
      }
      expect(
        reports.map((each) => {
          const status = at(each, 'SignatureValidationStatus')
          const [main, sub] = [childElement(status, VR, 'MainIndication'), childElement(status, VR, 'SubIndication')]
          return [main, sub].map((element) => (element === null ? '' : textOf(element)))
        }),
        document.id,
      ).toEqual(
        printed.summary.statistics.sigRslt.map(({ i: indication, si: subIndication }) => [
          `urn:etsi:019102:mainindication:${indication.toLowerCase()}`,
          subIndication === undefined ? '' : `urn:etsi:019102:subindication:${subIndication}`,
        ]),
      )
      const ids = [...idsIn(root)]
      expect(new Set(ids).size, document.id).toBe(ids.length)
      for (const reference of referencesIn(root)) expect(ids, document.id).toContain(reference)
      signatures += reports.length
    }
    expect(signatures).toBeGreaterThan(250)
  })
})

describe('the schema of TS 119 102-2', needs({ 'published schemas beside the repository': existsSync(schemas) }), () => {
  let schema: ReportSchema
  beforeAll(() => {
    schema = new ReportSchema(schemas)
  })
  afterAll(() => schema.dispose())

  it('the schema of TS 119 102-2 accepts the report of every generated document, and refuses what is no report', async () => {
    let accepted = 0
    for (const document of documents) {
      const printed = await write(document)
      if (printed === null) continue
      expect(schema.problemOf(Buffer.from(printed.written).toString()), document.id).toBe(null)
      accepted += 1
    }
    expect(accepted).toBeGreaterThan(200)
    const { text } = await read('lt')
    expect(schema.problemOf(text.replaceAll('MainIndication', 'Indication'))).toContain('Indication')
  })

  it('the schema of TS 119 102-2 accepts the report of every real document at hand', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'allkiri-etsi-'))
    const settings = readSettings({ ...writeConformanceTrust(join(shared, 'trust'), folder), ALLKIRI_CLOCK: CLOCK })
    const now = () => Date.parse(CLOCK)
    const trust = await openTrust({ settings, now })
    const service = openInProcessService({ settings, trust, now, onFault: () => undefined })
    const counted: Record<string, number> = {}
    for (const file of filesBelow(shared)) {
      const document = readFileSync(file)
      const printed = await orRefused(() => {
        const documentType = documentTypeOf(document, serviceLimits)
        return service.validate({ document, filename: 'document', documentType, policy: 'POLv1', validationTime: now() }, { form: 'etsi' })
      })
      if (printed === null) continue
      expect(schema.problemOf(Buffer.from(printed.written).toString()), file).toBe(null)
      counted[printed.documentType] = (counted[printed.documentType] ?? 0) + 1
    }
    await service.close()
    rmSync(folder, { recursive: true })
    expect(Object.keys(counted).sort()).toEqual(['ASICE', 'ASICS', 'BDOC', 'DDOC', 'PDF', 'XROAD'])
    expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(200)
  })
})

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:asice|sce|bdoc|ddoc|pdf|zip)$/i.test(name))
    .map((name) => join(folder, name))
}

function* idsIn(element: XmlElement): Iterable<string> {
  const id = attributeOf(element, 'id')
  if (id !== null && element.namespace === VR) yield id
  for (const child of childElements(element)) yield* idsIn(child)
}

function* referencesIn(element: XmlElement): Iterable<string> {
  yield* (attributeOf(element, 'VOReference') ?? '').split(' ').filter((id) => id !== '')
  for (const child of childElements(element)) yield* referencesIn(child)
}
