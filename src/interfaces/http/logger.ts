import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import type { LogLevel } from '#config'

/** Times in ISO 8601 and UTC, names of levels, no host name: a log collector needs no mapping. */
const logForm = {
  base: null,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
} as const satisfies LoggerOptions

/** A logger that writes lines of JSON, by default to standard output. `request-log` documents what the lines may contain. */
export function createLogger(level: LogLevel, destination?: DestinationStream): FastifyBaseLogger {
  const options: LoggerOptions = { ...logForm, level }
  return destination === undefined ? pino(options) : pino(options, destination)
}
