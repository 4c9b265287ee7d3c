import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTypeScript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../../../support/needs.js'
import { fixture, startServiceForClients } from '../service-for-clients.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** What a program of a user does with the generated types: every operation, and the members of an answer that clients of SiVa read. */
const client = `
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import type { components, paths } from './siva3.js'

type Refused = components['schemas']['Siva3RequestErrors']

const [baseUrl = '', container = '', ddoc = '', signature = ''] = process.argv.slice(2)
const base64 = (file: string): string => readFileSync(file).toString('base64')
const refusalOf = ({ requestErrors }: Refused) => requestErrors.map(({ key, message }) => \`\${key}: \${message}\`)

const { POST } = createClient<paths>({ baseUrl })

const validated = await POST('/V3/validate', { body: { document: base64(container), filename: 'leping.asice', signaturePolicy: 'POLv3' } })
const conclusion = validated.data?.validationReport.validationConclusion
const [first] = conclusion?.signatures ?? []

const refused = await POST('/V3/validate', { body: { document: '', filename: 'leping.asice' } })
const files = await POST('/V3/getDataFiles', { body: { document: base64(ddoc), filename: 'leping.ddoc' } })
const hash = createHash('sha256').update('another file').digest('base64')
const hashed = await POST('/V3/validateHashcode', {
  body: { signatureFiles: [{ signature, datafiles: [{ filename: 'leping.txt', hashAlgo: 'SHA256', hash }] }] },
})
const [changed] = hashed.data?.validationReport.validationConclusion.signatures ?? []

console.log(
  JSON.stringify({
    policy: conclusion?.policy.policyName,
    form: conclusion?.signatureForm,
    counts: [conclusion?.validSignaturesCount, conclusion?.signaturesCount],
    first: [first?.indication, first?.signatureFormat, first?.signedBy, first?.info?.bestSignatureTime, first?.signatureScopes?.[0]?.name],
    refused: refused.error === undefined ? [] : refusalOf(refused.error),
    files: files.data?.dataFiles.map(({ filename, size, base64: content = '' }) => [filename, size === Buffer.from(content, 'base64').length]),
    changed: [changed?.indication, changed?.subIndication],
  }),
)
`

/** Three mistakes: a request without its name, a member that no answer has, and one that may be absent read as if it were there. */
const mistaken = `
import createClient from 'openapi-fetch'
import type { components, paths } from './siva3.js'

export const sent = createClient<paths>({ baseUrl: '' }).POST('/V3/validate', { body: { document: '' } })
export const member = ({ documentName }: components['schemas']['Siva3Conclusion']) => documentName
export const count = ({ signatures }: components['schemas']['Siva3Conclusion']) => signatures.length
`

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  // Declarations of packages; the generated types are no declaration file, so they are checked.
  skipLibCheck: true,
}

describe('a TypeScript client that is generated from the description', needs({ 'a build': isBuilt }), () => {
  const folder = mkdtempSync(join(tmpdir(), 'allkiri-client-'))
  let service: Awaited<ReturnType<typeof startServiceForClients>>
  beforeAll(async () => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    service = await startServiceForClients()
    const described = JSON.parse(service.description) as OpenAPI3
    writeFileSync(join(folder, 'siva3.ts'), astToString(await openapiTypeScript(described)))
    writeFileSync(join(folder, 'client.ts'), client)
    writeFileSync(join(folder, 'mistaken.ts'), mistaken)
  })
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  function compile(file: string): readonly string[] {
    const program = ts.createProgram([join(folder, file)], options)
    const { diagnostics } = program.emit()
    return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(
      ({ code, messageText }) => `${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
  }

  it('a TypeScript client that is generated from the description compiles under strict, and reads the answers of all operations of SiVa 3', async () => {
    expect(compile('client.ts')).toEqual([])
    const signature = await signatureFileOf(fixture('lt.asice'))
    const printed = execFileSync(
      process.execPath,
      [join(folder, 'client.js'), service.base, fixture('lt.asice'), fixture('ddoc-1.3.ddoc'), signature.toString('base64')],
      { encoding: 'utf8' },
    )
    expect(JSON.parse(printed)).toEqual({
      policy: 'POLv3',
      form: 'ASiC-E',
      counts: [1, 1],
      first: [
        'TOTAL-PASSED',
        'XAdES_BASELINE_LT',
        expect.stringContaining('47101010033'),
        expect.stringMatching(/^2026-.*Z$/),
        'leping.txt',
      ],
      refused: expect.arrayContaining(['document: must not be blank']),
      files: [
        ['leping.txt', true],
        ['lisa.txt', true],
      ],
      changed: ['TOTAL-FAILED', 'HASH_FAILURE'],
    })
  })

  it('a TypeScript client that is generated from the description does not compile with a mistake in a request or an answer', () => {
    const faults = compile('mistaken.ts')
    expect(faults).toHaveLength(3)
    for (const name of ['filename', 'documentName', 'signatures']) expect(faults).toContainEqual(expect.stringContaining(`'${name}'`))
  })
})

async function signatureFileOf(container: string): Promise<Buffer> {
  const { default: JsZip } = await import('jszip')
  const file = (await JsZip.loadAsync(readFileSync(container))).file('META-INF/signatures0.xml')
  if (file === null) throw new Error('the container has no META-INF/signatures0.xml')
  return await file.async('nodebuffer')
}
