import type { DestinationStream } from 'pino'
import { memberOf } from '#std'

/** Members that the line shows in words. */
const shownApart: ReadonlySet<string> = new Set(['level', 'time', 'msg'])

/**
 * Writes the lines of a log for somebody who looks at a terminal: `12:00:05 info  the message key=value`. A collector reads standard output from a pipe and
 * gets JSON. Values stay JSON, so that no text of a request can steer the terminal.
 */
export function terminalLog(out: { readonly write: (text: string) => unknown }): DestinationStream {
  return { write: (line) => void out.write(readable(line)) }
}

function readable(line: string): string {
  const entry: unknown = JSON.parse(line)
  if (typeof entry !== 'object' || entry === null) return line
  const text = (name: string) => {
    const value = memberOf(entry, name)
    return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : ''
  }
  const others = Object.entries(entry).filter(([name]) => !shownApart.has(name))
  const facts = others.map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join('')
  return `${text('time').slice(11, 19)} ${text('level').padEnd(5)} ${text('msg')}${facts}\n`
}
