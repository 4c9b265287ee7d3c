import { array, count, flag, object, oneOf, text } from '#readers/json-schema'

const status = oneOf(['UP', 'DOWN'])

export const heartbeatSchema = object({ status: oneOf(['UP']) })

export const linkSchema = object(
  { status, name: text() },
  [],
  'External systems that the operator names, the capsule store, the trust anchors (DOWN when there are none); while expired capsules are not deleted because the clock has stepped, a last link that says so, with the status UP. Numbered from 1',
)

const described = {
  properties: {
    status,
    health: object({
      status: oneOf(['UP']),
      webappName: text(),
      version: text(),
      buildTime: text('UTC, yyyy-MM-ddTHH:mm:ssZ, or N/A'),
      startTime: text(),
      currentTime: text(),
    }),
  },
}

export const versionSchema = object({ version: text() })

const links = { patternProperties: { '^link[1-9][0-9]*$': linkSchema } }

/** Health, with one member for each link: `link1`, `link2`, … */
export const healthSchema = { ...object(described.properties), ...links }

const component = object({ status })

/** Health with the members of SiVa 3 besides. */
export const siva3HealthSchema = {
  ...object({
    ...described.properties,
    components: object(
      {
        health: object({
          status,
          details: object({ webappName: text(), version: text(), buildTime: text(), startTime: text(), currentTime: text() }),
        }),
        livenessState: component,
        ping: component,
        readinessState: component,
      },
      [],
      'As SiVa 3 has them. readinessState: whether documents can be validated',
    ),
    groups: array(text()),
  }),
  ...links,
}

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
            'A settings file, a download whose signature was verified, or an unsigned copy for which the operator is responsible',
          ),
          expires: text('End of validity of the configuration; empty when it states none'),
        }),
        'X-Road instances, whose trust is separate from the lists',
      ),
      lists: array(
        object({
          territory: text(),
          kind: oneOf(['list-of-lists', 'trusted-list']),
          sequenceNumber: count,
          issued: text(),
          nextUpdate: text('Empty for a list that is closed for good'),
          stale: flag('Whether the next update has passed'),
          signerUntil: text('End of the certificate of its signer'),
          services: count,
        }),
        'Trusted lists in use',
      ),
      refused: array(object({ territory: text(), file: text(), code: text(), message: text() }), 'Lists that are missing or were refused'),
      warnings: array(text(), 'Conditions that an operator should check'),
      checkedAt: text('When the lists were checked'),
      confirmedAt: text(
        'When the lists were last known to be the newest: at the last complete refresh, or before the first one, at their first check',
      ),
      age: { ...count, description: 'Seconds since confirmedAt' },
      lastTry: text('Time of the last attempt to refresh the lists'),
      failures: array(text(), 'Why the last attempt failed, as a whole or for single lists'),
      nextTry: text('Time of the next attempt'),
      refreshes: object(
        { complete: count, incomplete: count, failed: count },
        [],
        'Number of refreshes since the start. complete: every list is known to be the newest; incomplete: some could not be fetched or were refused; failed: none could be fetched, or the refresh as a whole failed',
      ),
    }),
    workers: object({ threads: count, maxThreads: count, running: count, waiting: count, usable: flag() }),
    fixedClock: flag('Whether the validation time is fixed by a setting'),
    capsules: object(
      {
        store: object({
          usable: flag(),
          latencyMilliseconds: { type: ['number', 'null'], description: 'Time of one durable write; null when it failed' },
          kind: oneOf(['embedded', 'postgresql']),
          capsules: {
            type: ['integer', 'null'],
            description:
              'Number of capsules that are not deleted, counted once a minute; null before the first count, and when counting failed',
          },
          deletion: {
            ...oneOf(['running', 'suspended']),
            description: 'Whether expired capsules are deleted; suspended after a step of the clock until an operator accepts the clock',
          },
        }),
        counts: object({ stored: count, adjusted: count, fetched: count, refused: count, expired: count }, [], 'Since the start'),
      },
      [],
      'The capsule service',
    ),
  },
  ['trust', 'workers', 'fixedClock', 'capsules'],
  'Members of a service that is not enabled are omitted',
)
