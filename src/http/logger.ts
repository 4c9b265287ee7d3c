import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import type { LogLevel } from '#config'

/** Times in ISO 8601 and UTC, levels by their names, without the name of the machine: a log collector needs no mapping table. */
const logForm = {
  base: null,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
} as const satisfies LoggerOptions

/** A log in lines of JSON on the standard output. What may stand in it: see `request-log`. */
export function createLogger(level: LogLevel, destination?: DestinationStream): FastifyBaseLogger {
  const options: LoggerOptions = { ...logForm, level }
  return destination === undefined ? pino(options) : pino(options, destination)
}
