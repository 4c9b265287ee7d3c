// The product, program and library, as one bundle with source maps: the program starts in half of the time when it reads a few files instead of five hundred. The
// modules beside it are for tests and types; the package leaves them out. Runs behind the compiler: the schemas are those of its output.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'

const inRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const built = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href)

/**
 * Packages that find files of their own beside them (native code, worker scripts, pages, fonts), or that few commands need. All others are part of the bundle.
 */
const external = [
  '@expo-google-fonts/*',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'libsql',
  'node-forge',
  'pdfkit',
  'pg',
  'piscina',
  'pkcs11js',
  'soap',
  'undici',
]

/** Every schema of the product, as it asks for its check. One that is missing here is compiled when it is asked for. */
async function schemas() {
  const { limits } = await built('config/limits.js')
  const { settingsSchema } = await built('trust/settings/settings-file.js')
  const { listSettingsSchema } = await built('trust/lists/list-settings/read-list-settings.js')
  const { manifestSchema } = await built('trust/lists/refresh/manifest.js')
  const { xroadSettingsSchema } = await built('trust/xroad/settings-schema.js')
  const { policySchema } = await built('validation/policy-file/policy-schema.js')
  return [
    [policySchema(), 'all'],
    ...[settingsSchema, xroadSettingsSchema].map((schema) => [schema(limits.trust.maxCertificates), 'first']),
    [listSettingsSchema(limits.trust.maxFiles), 'first'],
    [manifestSchema, 'first'],
  ]
}

/** The module that stands in the place of `src/readers/json-schema/precompiled-checks.ts`. */
async function precompiledChecks() {
  const { ajvOptions, nameOfCheck } = await built('readers/json-schema/compile-schema.js')
  const checks = (await schemas()).map(([schema, thoroughness]) => {
    const ajv = new Ajv({ ...ajvOptions(thoroughness), code: { source: true } })
    return `[${JSON.stringify(nameOfCheck(schema, thoroughness))}, () => { const module = {}; ${standalone.default(ajv, ajv.compile(schema))}; return module.exports }]`
  })
  return `export const precompiledChecks = new Map([${checks.join(',\n')}])`
}

const precompiled = {
  name: 'precompiled checks',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]precompiled-checks\.ts$/ }, async () => ({ contents: await precompiledChecks(), resolveDir: inRoot('.') })),
}

/** Maps of packages name sources that the packages do not hold: a place in them is told as one in the file that was bundled, whose text is in our map. */
const withoutMapsOfPackages = {
  name: 'without maps of packages',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]node_modules[/\\].*\.[cm]?js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/gm, ''),
      loader: 'js',
    })),
}

/**
 * `node:http` is asked for by `require`. An import reads all that the module exports; from Node.js 22.5 on that includes WebSocket, for which the platform loads
 * its own HTTP client: 20 ms of 285 at the start of the service.
 */
const requiredHttp = {
  name: 'node:http by require',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:http$/ }, ({ path, kind }) => (kind === 'import-statement' ? { path, namespace: 'required' } : undefined))
    onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({ contents: `module.exports = require('${path}')` }))
  },
}

export async function bundle() {
  rmSync(inRoot('dist/bundle'), { recursive: true, force: true })
  const built = await build({
    absWorkingDir: inRoot('.'),
    entryPoints: {
      main: 'src/main.ts',
      // What programs import: the same chunks, so that nothing is in the package twice.
      library: 'src/library.ts',
      // Threads find their script beside the chunk that starts them.
      'bundle/validation-worker': 'src/threads/validation-worker.ts',
      'bundle/refresh-worker': 'src/trust/supply/refresh-worker.ts',
      'bundle/writer-thread': 'src/capsules/service/writer-thread.ts',
    },
    outdir: 'dist',
    chunkNames: 'bundle/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['source'],
    external,
    plugins: [precompiled, requiredHttp, withoutMapsOfPackages],
    sourcemap: 'linked',
    legalComments: 'inline',
    minifySyntax: true,
    // Lines of usual length: the platform prints the whole line of a fault above its trace. White space itself costs memory in each thread.
    minifyWhitespace: true,
    lineLimit: 180,
    // Packages in CommonJS ask for modules of the platform by `require`.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
    logLevel: 'warning',
    metafile: true,
  })
  for (const map of Object.keys(built.metafile.outputs).filter((file) => file.endsWith('.map'))) withoutTextsOfPackages(inRoot(map))
  return built
}

/** Their texts are in the packages themselves; a place in them is found by the name of the file. */
function withoutTextsOfPackages(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'))
  const sourcesContent = map.sourcesContent.map((text, at) => (map.sources[at].includes('node_modules/') ? null : text))
  writeFileSync(file, JSON.stringify({ ...map, sourcesContent }))
}
