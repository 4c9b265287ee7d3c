import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlCleanupInputProvider, xmlRegisterInputProvider } from 'libxml2-wasm'

/** Addresses that the schemas import each other by, and the files that stand for them. */
const imported: Readonly<Record<string, string>> = {
  'http://www.w3.org/TR/2002/REC-xmldsig-core-20020212/xmldsig-core-schema.xsd': 'xmldsig-core-schema.xsd',
  'http://www.w3.org/TR/2008/REC-xmldsig-core-20080610/xmldsig-core-schema.xsd': 'xmldsig-core-schema.xsd',
  'http://uri.etsi.org/01903/v1.3.2/XAdES.xsd': 'XAdES01903v132-202407.xsd',
  'http://uri.etsi.org/19612/v2.2.1/ts_119612v020201_201601xsd.xsd': 'ts_119612v020101_xsd.xsd',
  'http://www.w3.org/2001/xml.xsd': 'xml.xsd',
}

/** Judges reports by the schema of TS 119 102-2, version 1.4.1. */
export class ReportSchema {
  readonly #validator: XsdValidator

  constructor(folder: string) {
    const files = Object.entries(imported).map(([address, file]) => [address, readFileSync(join(folder, file))] as const)
    xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(files)))
    const schema = XmlDocument.fromBuffer(readFileSync(join(folder, 'TS119102-2-v141.xsd')), { url: 'file:///TS119102-2-v141.xsd' })
    this.#validator = XsdValidator.fromDoc(schema)
  }

  /** What is wrong with a report; null: nothing. */
  problemOf(xml: string): string | null {
    const document = XmlDocument.fromString(xml)
    try {
      this.#validator.validate(document)
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      document.dispose()
    }
  }

  dispose(): void {
    this.#validator.dispose()
    xmlCleanupInputProvider()
  }
}
