// Measures encryption and decryption of CDOC2 containers by the command line, against the bare streams of Node.js, zlib and chacha20-poly1305 one behind the
// other, on the same file in the same run; and the memory that both take. Build first.
// node test/performance/cdoc2.mjs [--megabytes 300] [--rounds 3] [--folder FOLDER]
// Every run is a process of its own, and they take turns, so that whatever else the machine does meets both; on a busy one the ratio by processor time is the
// better one. The ratio can be compared between machines, the
// figures in megabytes a second cannot. The folder needs room for three times the file. A file of 4,096 MB shows that memory does not grow with it.
import { spawnSync } from 'node:child_process'
import { createCipheriv, createDecipheriv, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createDeflate, createInflate } from 'node:zlib'

const self = fileURLToPath(import.meta.url)
const [role, from, to] = (process.env.CDOC2_BENCH_BARE ?? '').split('\n')
const [key, nonce] = [Buffer.alloc(32, 1), Buffer.alloc(12, 2)]
const chacha = { authTagLength: 16 }
if (role === 'encrypt') {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, chacha)
  await pipeline(createReadStream(from), createDeflate(), cipher, createWriteStream(to))
  writeFileSync(`${to}.tag`, cipher.getAuthTag())
} else if (role === 'decrypt') {
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, chacha).setAuthTag(readFileSync(`${from}.tag`))
  await pipeline(createReadStream(from), decipher, createInflate(), createWriteStream(to))
} else await measure()

async function measure() {
  const { values } = parseArgs({
    options: {
      megabytes: { type: 'string', default: '300' },
      rounds: { type: 'string', default: '3' },
      folder: { type: 'string', default: tmpdir() },
    },
  })
  const megabytes = Number(values.megabytes)
  const folder = mkdtempSync(join(values.folder, 'cdoc2-bench-'))
  try {
    const paths = await prepare(folder, megabytes)
    const figures = { encrypt: { ours: [], bare: [] }, decrypt: { ours: [], bare: [] } }
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const direction of ['encrypt', 'decrypt']) {
        figures[direction].bare.push(runBare(direction, paths))
        figures[direction].ours.push(runOurs(direction, paths))
      }
    }
    const shown = Object.entries(figures).map(([direction, { ours, bare }]) => {
      const rate = (runs) => megabytes / median(runs.map(({ seconds }) => seconds))
      const processor = (runs) => median(runs.map((run) => run.processor))
      const memory = (runs) => Math.max(...runs.map((run) => run.megabytes))
      return {
        direction,
        'MB/s': rate(ours).toFixed(1),
        'bare MB/s': rate(bare).toFixed(1),
        ratio: (rate(ours) / rate(bare)).toFixed(2),
        'by processor time': (processor(bare) / processor(ours)).toFixed(2),
        'memory MB': memory(ours),
        'bare memory MB': memory(bare),
      }
    })
    console.table(shown)
    console.log(`${megabytes} MB, Node.js ${process.version}; aims: ratio at least 0.80, memory under 100 MB`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file of which a third can be compressed, as documents and pictures together can; a key; and what writes down the memory of a process. */
async function prepare(folder, megabytes) {
  const paths = {
    file: join(folder, 'content.bin'),
    container: join(folder, 'content.cdoc2'),
    out: join(folder, 'out'),
    bare: join(folder, 'content.bare'),
    back: join(folder, 'content.back'),
    key: join(folder, 'key.pem'),
    publicKey: join(folder, 'public.pem'),
    report: join(folder, 'report.mjs'),
    memory: join(folder, 'memory'),
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  writeFileSync(paths.key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(paths.publicKey, publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(
    paths.report,
    `import { writeFileSync } from 'node:fs'\nprocess.on('exit', () => writeFileSync(${JSON.stringify(paths.memory)}, JSON.stringify(process.resourceUsage())))\n`,
  )
  mkdirSync(paths.out)
  const file = await open(paths.file, 'w')
  for (let i = 0; i < megabytes; i++)
    await file.write(
      i % 3 === 0 ? Buffer.from(randomBytes(375_000).toString('base64') + randomBytes(250_000).toString('hex')) : randomBytes(1_000_000),
    )
  await file.close()
  if (statSync(paths.file).size !== megabytes * 1_000_000) throw new Error('the file has another size')
  return paths
}

function runBare(direction, { file, bare, back, report, memory }) {
  const [input, output] = direction === 'encrypt' ? [file, bare] : [bare, back]
  rmSync(output, { force: true })
  return timed([self], { CDOC2_BENCH_BARE: [direction, input, output].join('\n') }, report, memory)
}

function runOurs(direction, { file, container, out, key: keyFile, publicKey, report, memory }) {
  const command = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
  const [output, args] =
    direction === 'encrypt'
      ? [container, ['encrypt', file, '--to', publicKey, '--out', container]]
      : [join(out, 'content.bin'), ['decrypt', container, '--key', keyFile, '--out', out]]
  rmSync(output, { force: true })
  return timed([command, 'cdoc2', ...args], {}, report, memory)
}

/** Seconds of the whole process, and the most memory that it took. */
function timed(args, environment, report, memory) {
  const started = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['--import', report, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  const seconds = (performance.now() - started) / 1000
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(memory, 'utf8'))
  return { seconds, processor: (userCPUTime + systemCPUTime) / 1e6, megabytes: Math.round(maxRSS / 1024) }
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
