import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Which folder of `src` may import which. Changing this table is one commit with the reason (style guide, section 3). */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: [],
  cdoc2: [],
  config: [],
  // A leaf: values of DER. What they mean stands above it, in `crypto`, `x509` and `cms`.
  der: [],
  crypto: ['der'],
  xml: ['crypto'],
  x509: ['der', 'crypto'],
  cms: ['der', 'crypto', 'x509'],
  zip: ['crypto'],
  // The file format and its changes. What stands in the Contents of a signature is for `cms` and `signature`.
  pdf: [],
  xmldsig: ['xml', 'crypto'],
  container: ['zip', 'xml', 'cms', 'crypto', 'pdf'],
  // What XAdES in a document and XAdES in a trusted list share: the properties of one signature, without a verdict.
  xades: ['xmldsig', 'xml', 'x509', 'crypto'],
  signature: ['xades', 'xmldsig', 'xml', 'x509', 'cms', 'crypto', 'der', 'pdf'],
  // Bodies and settings files of JSON are checked by the schemas that are published; nothing about a document is JSON.
  'json-schema': [],
  trust: ['x509', 'crypto', 'json-schema'],
  // The supply of trusted lists, apart from what follows from them for a signature; network, disk and folders are handed in.
  'trust-lists': ['trust', 'xades', 'xmldsig', 'xml', 'x509', 'crypto', 'json-schema'],
  // Trust of the instances of X-Road, apart from that of the EU: its settings, and the configuration that a security server downloads.
  'xroad-trust': ['trust', 'xmldsig', 'xml', 'x509', 'crypto', 'json-schema'],
  policy: [],
  report: [],
  // What somebody reads of a report: a folder for each form. A writer sees reports and texts, and nothing that decides: neither policy nor trust. The libraries
  // for PDF and XML are here, so that `report` stays free of them; `xml` for the characters that a text of a document may hold.
  writers: [
    'report',
    'xml',
    'json-schema',
    'writers/cli',
    'writers/detailed',
    'writers/etsi',
    'writers/explanation',
    'writers/page',
    'writers/print',
    'writers/siva1',
  ],
  capsule: ['der'],
  // Who shows a client certificate: neither a document nor a capsule, so it has a place of its own.
  client: ['x509', 'crypto'],
  // Threads for any work; what a task is, their worker file knows.
  threads: [],
  service: [
    'threads',
    'cdoc2',
    'container',
    'signature',
    'trust',
    'trust-lists',
    'xroad-trust',
    'policy',
    'report',
    'writers',
    'writers/etsi',
    'writers/page',
    'writers/print',
    'writers/statistics',
    'capsule',
    'client',
    'config',
  ],
  // The use cases of capsules and of CDOC2 have an index of their own, and the rules of capsules are in `capsule`: who validates loads neither.
  // `xml` for the envelopes of SOAP only: a request in XML is read by the strict reader, as everything that decides something.
  // The interfaces order a report in a form of `writers`, and write what else they answer with its helpers.
  http: [
    'service',
    'service/capsules',
    'capsule',
    'config',
    'xml',
    'json-schema',
    'writers',
    'writers/detailed',
    'writers/siva1',
    'writers/statistics',
  ],
  cli: ['writers', 'writers/cli', 'writers/statistics', 'service', 'service/capsules', 'service/cdoc2', 'capsule', 'config'],
  app: [
    'config',
    'service',
    'service/capsules',
    'capsule',
    'http',
    'container',
    'signature',
    'trust',
    'trust-lists',
    'policy',
    'report',
    'cli',
  ],
  process: ['app', 'cli', 'config', 'stop-signals'],
  'stop-signals': [],
  // What other programs import: validation without a server.
  library: ['config', 'service', 'writers/siva1'],
  // Loads the process only when Node.js is new enough for it.
  main: ['process', 'node-version', 'compile-cache', 'v8-flags'],
  'compile-cache': [],
  'v8-flags': [],
  'node-version': [],
}

const src = new URL('../../src', import.meta.url).pathname
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts'))
const folderOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace(/\.ts$/, ''))

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8')
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\bimport\s+['"]([^'"]+)['"]/g,
    ),
  ].map((m) => m[1] ?? m[2] ?? m[3] ?? '')
}

describe('import graph', () => {
  it('the import graph knows every folder', () => {
    expect(files.map(folderOf).filter((f) => !(f in allowed))).toEqual([])
  })

  it('the import graph follows the one-way rule, and reaches other folders through their index only', () => {
    const wrong: string[] = []
    for (const file of files) {
      const from = folderOf(file)
      for (const target of importsOf(file)) {
        if (target.startsWith('node:')) {
          if (['policy', 'report', 'model'].includes(from)) wrong.push(`${file}: ${target}`)
        } else if (target.startsWith('#')) {
          const to = target.slice(1)
          if (to !== 'model' && !(allowed[from] ?? []).includes(to)) wrong.push(`${file}: ${target}`)
        } else if (target.startsWith('.')) {
          const path = relative(src, join(src, file, '..', target))
          if (path.startsWith('..') || (folderOf(path.replace(/\.js$/, '.ts')) !== from && file.includes('/')))
            wrong.push(`${file}: ${target}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('the import graph lets the HTTP interfaces read XML in the envelope of SOAP and nowhere else', () => {
    const readers = files.filter((file) => folderOf(file) === 'http' && importsOf(file).includes('#xml'))
    expect(readers.filter((file) => !file.startsWith('http/soap/'))).toEqual([])
  })

  it('the import graph keeps third-party packages out of the readers, the policy and the report', () => {
    // The others hold libraries: services, interfaces, writers of reports, containers of CDOC2, and the schemas of JSON.
    const others = [
      'cdoc2',
      'config',
      'json-schema',
      'writers',
      'threads',
      'service',
      'http',
      'cli',
      'app',
      'process',
      'library',
      'main',
      'node-version',
    ]
    const pure = Object.keys(allowed).filter((folder) => !others.includes(folder))
    const wrong = files
      .filter((f) => pure.includes(folderOf(f)))
      .flatMap((f) =>
        importsOf(f)
          .filter((t) => !/^(node:|#|\.)/.test(t))
          .map((t) => `${f}: ${t}`),
      )
    expect(wrong).toEqual([])
  })
})
