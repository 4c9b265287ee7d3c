import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Cdoc2Error, readAtMost } from '#cdoc2/files'
import type { CommandEnvironment } from '../command-environment.js'

/** The source of a password. Never a command line argument, because arguments are visible in the process list and in the history of the shell. */
interface PasswordSource {
  readonly file: string | null
  /** Name of an environment variable. */
  readonly variable: string | null
}

export type Terminal = Pick<CommandEnvironment, 'input' | 'err' | 'environment' | 'limits'>

/**
 * Reads a password from a file (without its final line feed), from the environment, or from a prompt on the terminal, which does not echo the input.
 *
 * @param question text of the prompt, such as `Password of key.p12`
 * @param signal aborts the prompt
 * @throws Cdoc2Error `wrong-secret` when there is none; system errors of the file
 */
export async function readPassword(
  { file, variable }: PasswordSource,
  question: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<string> {
  if (file !== null) {
    const text = (await readAtMost(file, terminal.limits.cdoc2.maxPasswordBytes))?.toString()
    if (text === undefined) throw new Cdoc2Error('wrong-secret', `${file} is too long for a password`)
    return mustHave(text.replace(/\r?\n$/, ''), file)
  }
  if (variable !== null) return mustHave(terminal.environment[variable] ?? '', `the variable ${variable}`)
  if (!('isTTY' in terminal.input) || terminal.input.isTTY !== true)
    throw new Cdoc2Error('wrong-secret', `${question} is needed, and there is no terminal to ask: name a file or a variable that holds it`)
  return mustHave(await ask(question, terminal, signal), 'what was typed')
}

function mustHave(password: string, where: string): string {
  if (password === '') throw new Cdoc2Error('wrong-secret', `The password is empty (${where})`)
  return password
}

async function ask(question: string, { input, err }: Terminal, signal: AbortSignal): Promise<string> {
  err.write(`${question}: `)
  // The line editor echoes the input to this stream, which discards it.
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done()
    },
  })
  const lines = createInterface({ input, output: silent, terminal: true })
  // Ctrl-C and Ctrl-D close the line editor without an answer; the question must then be aborted.
  const closed = new AbortController()
  lines.on('close', () => closed.abort())
  try {
    return await lines.question('', { signal: AbortSignal.any([signal, closed.signal]) })
  } catch (cause) {
    throw new Cdoc2Error('wrong-secret', `${question} was not given`, { cause })
  } finally {
    lines.close()
    err.write('\n')
  }
}
