import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { LogLevel } from '#config'

/** A log in lines of JSON on the standard output, without the name of the machine. What may stand in it: see `request-log`. */
export function createLogger(level: LogLevel): FastifyBaseLogger {
  return pino({ level, base: null })
}
