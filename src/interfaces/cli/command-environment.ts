import type { Readable } from 'node:stream'
import type { Limits } from '#config'
import type { Instant } from '#model'
import type { Output } from './progress.js'

/** The environment of a command, besides its arguments and files. */
export interface CommandEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly input: Readable
  readonly out: Output
  readonly err: Output
  readonly now: () => Instant
  /** Bounds of the commands that read no settings. */
  readonly limits: Limits
}
