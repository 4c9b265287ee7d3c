import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built program; a test that runs it is skipped where it is missing. */
export const program = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))

export type Interrupt = 'SIGINT' | 'SIGTERM' | 'SIGHUP'
export const interrupts: readonly Interrupt[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs the program until something appears in the folder, sends it the signal, and tells what is left in the folder when it has ended. */
export async function interrupted(
  args: readonly string[],
  growing: string,
  signal: Interrupt | 'SIGKILL',
  environment: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const done = new Promise<number | null>((resolve) => child.on('close', resolve))
  while (child.exitCode === null && readdirSync(growing).length === 0) await new Promise((next) => setTimeout(next, 2))
  child.kill(signal)
  return { status: await done, err, left: readdirSync(growing) }
}
