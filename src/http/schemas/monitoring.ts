import { array, count, flag, object, oneOf, text } from '#json-schema'

const status = oneOf(['UP', 'DOWN'])

export const heartbeatSchema = object({ status: oneOf(['UP']) })

const link = object(
  { status, name: text() },
  [],
  'External systems that the operator names, the capsule store, the trust anchors (DOWN when there are none); last, that expired capsules are not deleted because the clock has stepped. Numbered from 1',
)

const described = object({
  status,
  health: object({
    status: oneOf(['UP']),
    webappName: text(),
    version: text(),
    buildTime: text('UTC, yyyy-MM-ddTHH:mm:ssZ, or N/A'),
    startTime: text(),
    currentTime: text(),
  }),
})

/** Health, with one member for each link: `link1`, `link2`, … */
export const healthSchema = { ...described, patternProperties: { '^link[1-9][0-9]*$': link } }

export const readinessSchema = object(
  {
    ready: flag(),
    reasons: array(text(), 'Why the service is not ready; empty when it is'),
    trust: object({
      snapshotDigest: text(),
      services: count,
      certificates: count,
      sources: array(text()),
      instances: array(
        object({
          instance: text(),
          snapshotDigest: text(),
          services: count,
          certificates: count,
          origin: oneOf(
            ['written', 'signed', 'unsigned'],
            'A settings file, a download whose signature was verified, or a copy that the operator vouches for',
          ),
          expires: text('Until when the configuration was in force; empty where nothing says'),
        }),
        'Instances of X-Road, whose trust stands apart from the lists',
      ),
      lists: array(
        object({
          territory: text(),
          kind: oneOf(['list-of-lists', 'trusted-list']),
          sequenceNumber: count,
          issued: text(),
          nextUpdate: text('Empty for a list that is closed for good'),
          stale: flag('Whether the next update has passed'),
          services: count,
        }),
        'Trusted lists in use',
      ),
      refused: array(
        object({ territory: text(), file: text(), code: text(), message: text() }),
        'Lists that are missing or were not taken',
      ),
      warnings: array(text(), 'What an operator should look at'),
      checkedAt: text('When the lists were checked'),
      confirmedAt: text(
        'When the lists were last known to be the newest: after the last complete refresh, or, before there was one, at their first check',
      ),
      age: { ...count, description: 'Seconds since then' },
      lastTry: text('When the lists were last refreshed, or should have been'),
      failures: array(text(), 'Why the last try failed, as a whole or for single lists'),
      nextTry: text(),
      refreshes: object(
        { complete: count, incomplete: count, failed: count },
        [],
        'Refreshes since the start: every list is known to be the newest; some could not be fetched or were refused; none could be fetched, or the refresh as a whole failed',
      ),
    }),
    workers: object({ threads: count, maxThreads: count, running: count, waiting: count, usable: flag() }),
    fixedClock: flag('Whether verdicts are given for a fixed moment'),
    capsules: object(
      {
        store: object({
          usable: flag(),
          latencyMilliseconds: { type: ['number', 'null'], description: 'Time of one durable write; null when it failed' },
          kind: oneOf(['embedded', 'postgresql']),
          capsules: {
            type: ['integer', 'null'],
            description: 'Capsules that are not deleted, counted once a minute; null until then, and where they could not be counted',
          },
          deletion: {
            ...oneOf(['running', 'suspended']),
            description: 'Whether expired capsules are deleted; suspended after a step of the clock, until it was accepted',
          },
        }),
        counts: object({ stored: count, adjusted: count, fetched: count, refused: count, expired: count }, [], 'Since the start'),
      },
      [],
      'Key capsules, where they are kept',
    ),
  },
  ['trust', 'workers', 'fixedClock', 'capsules'],
  'The members of a service that does not run are left out',
)
