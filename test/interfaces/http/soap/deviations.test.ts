import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#config'
import { createServer } from '#interfaces/http'
import { openInProcessService } from '#threads'
import { needs } from '../../../support/needs.js'
import { settingsWith } from '../../../support/settings.js'
import { fixedTrust, loadTrust } from '../../../support/validation-context.js'
import { dataFilesPath, envelope, expectFault, expectReport, post, validationPath } from './envelope.js'

const shared = new URL('../../../../../shared/', import.meta.url)
const list = new URL('conformance/cases.json', shared)

interface Case {
  readonly id: string
  readonly file?: string
  /** `none`: the answer does not depend on it. */
  readonly trust: 'live' | 'test' | 'none'
  readonly send: {
    readonly interface: string
    readonly operation: string
    readonly deviation?: string
    readonly fields?: Readonly<Record<string, unknown>>
  }
  readonly expect: { readonly fault?: string; readonly validSignaturesCount?: number }
}

/** Published SOAP requests that cannot be made of their fields alone: malformed ones, and others that are described in words. */
const cases = (existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Case[]) : []).filter(
  ({ send }) => send.interface === 'soap' && send.deviation !== undefined,
)

const names = { document: 'Document', filename: 'Filename', documentType: 'DocumentType', signaturePolicy: 'SignaturePolicy' }

/** What a deviation says, done to the fields and to the whole envelope. */
const deviations: readonly (readonly [
  RegExp,
  { readonly fields?: (text: string) => string; readonly whole?: (text: string) => string },
])[] = [
  [/^SOAP Body contains no element$/, { whole: () => envelope({ payload: '' }) }],
  [/^no (Document|DocumentType) element$/, {}],
  [/^a second DocumentType element \(BDOC\)/, { fields: (text) => `${text}<DocumentType>BDOC</DocumentType>` }],
  [/^extra element Filename after DocumentType$/, { fields: (text) => `${text}<Filename>a.ddoc</Filename>` }],
  [/^in the base64 text of the document/, { fields: (text) => text.replace('<Document>PD94bWwgdm', '<Document>AAAAAA') }],
  [/^unknown element DocumentVersion/, { fields: (text) => `${text}<DocumentVersion>XAdES_BASELINE_LT</DocumentVersion>` }],
  [/^no SignaturePolicy element$/, {}],
  [
    /^entity declarations \(nested, exponential expansion\)/,
    {
      fields: (text) => text.replace('(entity reference)', '&lol9;'),
      whole: (text) => text.replace('<soapenv:Body>', `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol9 "&lol;&lol;">]><soapenv:Body>`),
    },
  ],
  [
    /^a DOCTYPE with an external http identifier/,
    {
      fields: (text) => `${text}<SignaturePolicy>POLv1</Policy>`,
      whole: (text) => text.replace('<soapenv:Body>', '<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd"><soapenv:Body>'),
    },
  ],
]

function requestOf({ file, send }: Case): string {
  const { deviation = '', fields = {}, operation } = send
  const found = deviations.find(([form]) => form.test(deviation))
  if (found === undefined) throw new Error(`no request is made here for: ${deviation}`)
  const [, { fields: change = (text: string) => text, whole = (text: string) => text }] = found
  const bytes = file === undefined ? '' : readFileSync(`${fileURLToPath(new URL('conformance/', shared))}${file}`).toString('base64')
  const elements = Object.entries(names)
    .filter(([name]) => fields[name] !== undefined)
    .map(([name, element]) => `<${element}>${name === 'document' ? bytes : String(fields[name])}</${element}>`)
    .join('')
  const changed = change(elements)
  // What changes nothing would be no deviation.
  if (found[1].fields !== undefined) expect(changed).not.toBe(elements)
  const [wrapper, request] =
    operation === 'validate' ? ['ValidateDocument', 'ValidationRequest'] : ['GetDocumentDataFiles', 'DataFilesRequest']
  return whole(envelope({ payload: `<siva:${wrapper}><siva:${request}>${changed}</siva:${request}></siva:${wrapper}>` }))
}

describe('published requests that are described in words', needs({ 'published documents beside the repository': cases.length > 0 }), () => {
  const apps = new Map<string, FastifyInstance>()
  beforeAll(async () => {
    for (const folder of ['live', 'test'] as const) {
      const service = openInProcessService({
        settings: readSettings({ ALLKIRI_CLOCK: '2026-08-20T12:00:00Z' }),
        trust: fixedTrust(loadTrust(fileURLToPath(new URL(`trust/legacy/${folder}`, shared)))),
        now: () => 0,
        onFault: () => undefined,
      })
      const settings = settingsWith({ strict: true })
      apps.set(folder, await createServer({ settings, service, capsules: null, logger: pino({ level: 'silent' }) }))
    }
  })
  afterAll(async () => {
    for (const app of apps.values()) await app.close()
  })

  it.each(cases)('a published request that is described in words is answered as described: $id', async (one) => {
    const app = apps.get(one.trust === 'live' ? 'live' : 'test')
    if (app === undefined) throw new Error('there is no server for this case')
    const answer = await post({ app }, requestOf(one), one.send.operation === 'validate' ? validationPath : dataFilesPath)
    const { fault, validSignaturesCount } = one.expect
    if (fault !== undefined) expectFault(answer, fault.replace('soap:', ''), /./)
    else expect(expectReport(answer)('ValidSignaturesCount')).toBe(String(validSignaturesCount))
  })
})
