import { Readable } from 'node:stream'
import { limits, type Settings } from '#config'
import { runCommandLine } from '#interfaces/cli'

const now = Date.UTC(2026, 7, 20, 12)

/** Runs a command in this process and gathers what it writes. */
export async function run(
  args: readonly string[],
  environment: Record<string, string> = {},
  input: Readable = Readable.from([]),
  serve: () => Promise<number> = () => Promise.resolve(0),
) {
  let out = ''
  let err = ''
  const served: Settings[] = []
  const status = await runCommandLine({
    args,
    environment,
    input,
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
    now: () => now,
    limits,
    serve: (settings) => {
      served.push(settings)
      return serve()
    },
    check: () => Promise.resolve(0),
  })
  return { status, out, err, served }
}
