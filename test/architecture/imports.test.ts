import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Which room of `src` may import which: a room is a folder with an `index.ts` that a `#` name leads to. The floors, from below: `std`, `model`; `readers`; `trust`
 * with its lists and X-Road; `validation` (the pure engine); `writers`; `threads`, `capsules`, `cdoc2`, `monitoring`; `interfaces`; the composition.
 * A theme keeps its pure rooms and those with input and output apart. Changing this table is one commit with the reason (style guide, section 3).
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // Small tools that know nothing of documents.
  std: [],
  // Types alone.
  model: ['std'],
  config: ['std'],

  // A leaf: values of DER. What they mean stands above it, in `crypto`, `x509` and `cms`.
  'readers/der': ['std'],
  'readers/crypto': ['std', 'readers/der'],
  'readers/xml': ['std', 'readers/crypto'],
  'readers/x509': ['std', 'readers/der', 'readers/crypto'],
  'readers/cms': ['std', 'readers/der', 'readers/crypto', 'readers/x509'],
  'readers/zip': ['std', 'readers/crypto'],
  // The file format and its changes. What stands in the Contents of a signature is for `cms` and `signature`.
  'readers/pdf': ['std'],
  'readers/xmldsig': ['readers/xml', 'readers/crypto'],
  // What XAdES in a document and XAdES in a trusted list share: the properties of one signature, without a verdict.
  'readers/xades': ['readers/xmldsig', 'readers/xml', 'readers/x509', 'readers/crypto'],
  // Bodies and settings files of JSON are checked by the schemas that are published; nothing about a document is JSON.
  'readers/json-schema': [],

  trust: ['std', 'readers/x509', 'readers/crypto', 'readers/json-schema'],
  // Trusted lists, apart from what follows from them for a signature; network, disk and folders are handed in.
  'trust/lists': [
    'std',
    'trust',
    'readers/xades',
    'readers/xmldsig',
    'readers/xml',
    'readers/x509',
    'readers/crypto',
    'readers/json-schema',
  ],
  // Trust of the instances of X-Road, apart from that of the EU: its settings, and the configuration that a security server downloads.
  'trust/xroad': ['std', 'trust', 'readers/xmldsig', 'readers/xml', 'readers/x509', 'readers/crypto', 'readers/json-schema'],

  // The engine, pure. Its rooms are siblings that exchange types of `model` and are joined in `validation` alone.
  'validation/container': ['std', 'readers/zip', 'readers/xml', 'readers/cms', 'readers/crypto', 'readers/pdf'],
  'validation/signature': [
    'std',
    'readers/xades',
    'readers/xmldsig',
    'readers/xml',
    'readers/x509',
    'readers/cms',
    'readers/crypto',
    'readers/der',
    'readers/pdf',
  ],
  // Archives of the message log of X-Road: their chain, not the containers in them.
  'validation/message-log': ['readers/zip'],
  'validation/policy': ['std'],
  // Policies as operators write them: data in, a policy or its description out.
  'validation/policy-file': ['std', 'readers/json-schema', 'validation/policy'],
  // Until when proofs last: the policy is asked what it would conclude at other times.
  'validation/provable': ['std', 'validation/policy'],
  'validation/report': [],
  validation: [
    'std',
    'config',
    'trust',
    'trust/xroad',
    'validation/container',
    'validation/signature',
    'validation/policy',
    'validation/provable',
    'validation/report',
  ],

  // Turn the report into what somebody reads, with libraries for PDF and XML where one needs them. `xml` for the characters that a text of a document may hold.
  writers: ['std', 'validation/report', 'readers/xml', 'readers/json-schema'],

  // Input and output of files; `trust` for the form in which its settings are read from files.
  files: ['std', 'trust'],
  // Where the trust of a process comes from: settings, stored and fetched lists. `policy` for what makes a certificate of `trust show` qualified.
  'trust/supply': ['config', 'files', 'trust', 'trust/lists', 'trust/xroad', 'validation/policy'],
  // `files` for policy files, which the threads are started with.
  threads: [
    'std',
    'config',
    'files',
    'trust',
    'trust/lists',
    'trust/xroad',
    'trust/supply',
    'validation',
    'validation/policy',
    'validation/policy-file',
    'writers',
  ],

  // A verdict as evidence: packed, read strictly, and repeated with the trust that it holds.
  evidence: ['std', 'config', 'readers/zip', 'trust', 'trust/xroad', 'validation', 'validation/policy-file', 'writers'],

  'capsules/rules': ['std', 'readers/der'],
  // Who shows a client certificate: neither a document nor a capsule, so it has a place of its own.
  'capsules/clients': ['std', 'readers/x509', 'readers/crypto'],
  // `trust/supply` for the fetcher with which responders are asked about clients.
  'capsules/service': ['std', 'config', 'files', 'capsules/rules', 'capsules/clients', 'trust/lists', 'trust/supply'],
  'cdoc2/container': ['std'],
  'cdoc2/files': ['std', 'config', 'files', 'cdoc2/container'],
  monitoring: ['std', 'config', 'threads', 'capsules/service'],

  // Files of a key and a certificate are read here; a report is octets.
  'report-signature': ['config'],

  // The rules of capsules are in `capsules/rules`: who validates loads neither service nor store.
  // `xml` for the envelopes of SOAP only: a request in XML is read by the strict reader, as everything that decides something.
  'interfaces/http': [
    'std',
    'config',
    'threads',
    'monitoring',
    'report-signature',
    'validation',
    'writers',
    'capsules/service',
    'capsules/rules',
    'readers/xml',
    'readers/json-schema',
  ],
  'interfaces/cli': [
    'std',
    'config',
    'files',
    'threads',
    'validation',
    'validation/message-log',
    'validation/policy',
    'validation/policy-file',
    'evidence',
    'writers',
    'trust',
    'trust/supply',
    'capsules/service',
    'capsules/rules',
    'cdoc2/files',
  ],

  app: ['config', 'threads', 'trust/supply', 'capsules/service', 'capsules/rules', 'interfaces/http'],
  process: ['std', 'app', 'config', 'interfaces/cli', 'stop-signals'],
  'stop-signals': [],
  // What other programs import: validation without a server.
  library: ['std', 'config', 'threads', 'trust', 'trust/supply', 'validation', 'validation/policy-file', 'writers'],
  // Loads the process only when Node.js is new enough for it.
  main: ['process', 'node-version', 'compile-cache', 'v8-flags'],
  'compile-cache': [],
  'v8-flags': [],
  'node-version': [],
}

const src = new URL('../../src', import.meta.url).pathname
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts'))
const rooms = Object.keys(allowed)
const folderOf = (file: string) => {
  const above = rooms.filter((room) => file.startsWith(`${room}/`))
  return above.length === 0 ? file.replace(/\.ts$/, '') : above.reduce((long, room) => (room.length > long.length ? room : long))
}
/** A writer is loaded alone by a name below its room (`#writers/print`). */
const roomNamed = (name: string) => (name.startsWith('writers/') ? 'writers' : name)

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
          if (['validation/policy', 'validation/report', 'model'].includes(from)) wrong.push(`${file}: ${target}`)
        } else if (target.startsWith('#')) {
          const to = roomNamed(target.slice(1))
          if (to !== 'model' && to !== from && !(allowed[from] ?? []).includes(to)) wrong.push(`${file}: ${target}`)
        } else if (target.startsWith('.')) {
          const path = relative(src, join(src, file, '..', target))
          if (path.startsWith('..') || (folderOf(path.replace(/\.js$/, '.ts')) !== from && file.includes('/')))
            wrong.push(`${file}: ${target}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('the import graph hands bounds down from the settings: no room below the composition imports the constant', () => {
    const named = /import\s+(?!type\b)\{[^}]*?\b(?<!type )limits\b[^}]*\}\s+from\s+'#config'/
    expect(files.filter((file) => named.test(readFileSync(join(src, file), 'utf8')))).toEqual(['process.ts'])
  })

  it('the import graph lets the HTTP interfaces read XML in the envelope of SOAP and nowhere else', () => {
    const readers = files.filter((file) => folderOf(file) === 'interfaces/http' && importsOf(file).includes('#readers/xml'))
    expect(readers).not.toEqual([])
    expect(readers.filter((file) => !file.startsWith('interfaces/http/soap/'))).toEqual([])
  })

  it('the import graph keeps third-party packages out of the readers, the policy and the report', () => {
    // The others hold libraries: services, interfaces, writers of reports, containers of CDOC2, and the schemas of JSON.
    const others = [
      'cdoc2/container',
      'cdoc2/files',
      'config',
      // The lock of a folder is one of SQLite.
      'files',
      'readers/json-schema',
      // The ZIP of the data files that are handed out.
      'validation',
      'writers',
      // The ZIP of the evidence of a verdict.
      'evidence',
      'threads',
      'report-signature',
      'trust/supply',
      'capsules/service',
      'monitoring',
      'interfaces/http',
      'interfaces/cli',
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
