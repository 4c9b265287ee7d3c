import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#config'
import { createServer } from '#interfaces/http'
import { childElements, textOf, type XmlElement, xmlText } from '#readers/xml'
import { openInProcessService } from '#threads'
import { needs } from '../../../support/needs.js'
import { settingsWith } from '../../../support/settings.js'
import { fixedTrust, loadTrust } from '../../../support/validation-context.js'
import { bodyOf, dataFilesEnvelope, dataFilesPath, ENVELOPE, envelope, post } from './envelope.js'

const shared = new URL('../../../../../shared/', import.meta.url)
const list = new URL('conformance/cases.json', shared)

interface Case {
  readonly id: string
  readonly file?: string
  readonly send: { readonly operation: string; readonly deviation?: string; readonly fields?: Readonly<Record<string, unknown>> }
}

/** Requests that both interfaces can carry, each document with each type and policy once. */
function requests(): readonly {
  readonly id: string
  readonly operation: string
  readonly file: string | null
  readonly fields: Readonly<Record<string, string>>
}[] {
  const found = new Map<string, ReturnType<typeof requests>[number]>()
  for (const { id, file = null, send } of JSON.parse(readFileSync(list, 'utf8')) as Case[]) {
    const fields: Record<string, string> = {}
    const given = Object.entries(send.fields ?? {}).filter(([name]) => name !== 'document' || file === null)
    for (const [name, value] of given) if (typeof value === 'string') fields[name] = value
    // The schema takes types in capitals only; a value of another kind than text has no form in XML.
    if (
      send.deviation !== undefined ||
      given.some(([, value]) => typeof value !== 'string') ||
      !/^[A-Z]*$/.test(fields['documentType'] ?? '')
    )
      continue
    if (send.operation === 'validate' || send.operation === 'getDataFiles')
      found.set(JSON.stringify([file, send.operation, fields]), { id, operation: send.operation, file, fields })
  }
  return [...found.values()]
}

/** The report in XML as the JSON of the same report. */
function asJson(element: XmlElement, name = element.localName): unknown {
  const children = childElements(element)
  if (['ValidationWarnings', 'Signatures', 'Errors', 'SignatureScopes', 'Warnings', 'DataFiles'].includes(name))
    return children.map((child) => asJson(child))
  if (children.length === 0) return /Count$|^Size$/.test(name) ? Number(textOf(element)) : textOf(element)
  return Object.fromEntries(children.map((child) => [child.localName.charAt(0).toLowerCase() + child.localName.slice(1), asJson(child)]))
}

function outcomeOfSoap(answer: LightMyRequestResponse): unknown {
  const element = bodyOf(answer)
  if (element.namespace === ENVELOPE) return { refused: childElements(element).map(textOf)[1] }
  const [report] = childElements(element)
  return report && asJson(report)
}

function outcomeOfRest(answer: LightMyRequestResponse): unknown {
  const body = answer.json<{ requestErrors?: { message: string }[]; filename?: string; dataFiles?: { base64: string | null }[] }>()
  if (body.requestErrors !== undefined) return { refused: body.requestErrors[0]?.message }
  // Two places where the interfaces differ by their description: the second name of the file, and null for an element that is left out.
  delete body.filename
  const dataFiles = body.dataFiles?.map(({ base64, ...rest }) => (base64 === null ? rest : { ...rest, base64 }))
  return dataFiles === undefined ? body : { ...body, dataFiles }
}

describe('over SOAP and over REST', needs({ 'published documents beside the repository': existsSync(list) }), () => {
  let app: FastifyInstance
  beforeAll(async () => {
    const service = openInProcessService({
      settings: readSettings({ ALLKIRI_CLOCK: '2026-08-20T12:00:00Z' }),
      trust: fixedTrust(loadTrust(fileURLToPath(new URL('trust/legacy/test', shared)))),
      now: () => 0,
      onFault: () => undefined,
    })
    const settings = settingsWith({ strict: true })
    app = await createServer({ settings, service, capsules: null, logger: pino({ level: 'silent' }) })
  })
  afterAll(() => app.close())

  it('every published request that both SOAP and REST can carry has the same verdict, report or refusal', async () => {
    const names = { document: 'Document', filename: 'Filename', documentType: 'DocumentType', signaturePolicy: 'SignaturePolicy' }
    const all = requests()
    const counts = { reports: 0, refusals: 0 }
    for (const { id, operation, file, fields } of all) {
      const document =
        file === null ? fields['document'] : readFileSync(`${fileURLToPath(new URL('conformance/', shared))}${file}`).toString('base64')
      const values: Record<string, string | undefined> = { ...fields, document: document ?? '' }
      const validate = operation === 'validate'
      // Over SOAP every field but the policy has to be there; in JSON a missing field is the same as an empty one.
      const elements = Object.entries(names)
        .filter(([name]) =>
          validate ? name !== 'signaturePolicy' || values[name] !== undefined : ['document', 'documentType'].includes(name),
        )
        .map(([name, element]) => `<${element}>${xmlText(values[name] ?? '')}</${element}>`)
        .join('')
      const rest = await app.inject({ method: 'POST', url: validate ? '/validate' : '/getDataFiles', payload: values })
      const soap = validate
        ? await post({ app }, envelope({ fields: elements }))
        : await post({ app }, dataFilesEnvelope(elements), dataFilesPath)
      expect(outcomeOfSoap(soap), id).toEqual(outcomeOfRest(rest))
      counts[rest.statusCode === 200 ? 'reports' : 'refusals'] += 1
      expect(soap.statusCode, id).toBe(rest.statusCode === 200 ? 200 : 500)
    }
    expect(counts.reports).toBeGreaterThan(100)
    expect(counts.refusals).toBeGreaterThan(20)
  })
})
