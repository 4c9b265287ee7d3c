import { array, flag, having, type JsonSchema, object, oneOf, when } from '#json-schema'
import { type ServiceStatus, type ServiceType, serviceStatuses } from '#model'
import { instantForm } from './instant.js'
import { ignored, line, paths } from './json-settings.js'
import { type SettingsRole, serviceTypes, settingsRoles } from './service-types.js'

/** A settings file that conforms to `settingsSchema`. */
export interface WrittenSettings {
  readonly services: readonly WrittenService[]
}

export interface WrittenService extends WrittenPeriod {
  readonly files: string | readonly string[]
  readonly role: SettingsRole
  readonly type?: ServiceType
  readonly name?: string
  readonly periods?: readonly WrittenPeriod[]
  readonly timeMarkResponder?: boolean
}

export interface WrittenPeriod {
  readonly status?: ServiceStatus
  readonly from?: string | null
  readonly to?: string | null
}

const moment: JsonSchema = {
  type: ['string', 'null'],
  description: 'a time with its zone, like "2016-07-01T00:00:00Z", or a day, like "2016-07-01"',
  pattern: instantForm.source,
}

const period = { status: oneOf(serviceStatuses), from: moment, to: moment }

/**
 * Schema of a settings file; README.md of `trust` describes the members. An empty list of services is allowed: the process then starts, but is not ready, and
 * says why. Whether periods overlap is checked by `readSettingsFile`.
 *
 * @param maxEntries maximum length of each array
 */
export function settingsSchema(maxEntries: number): JsonSchema {
  const { comment } = ignored
  const service = object(
    {
      files: paths(maxEntries, 'the path of a PEM file or folder, or an array of such paths'),
      role: oneOf(settingsRoles),
      type: oneOf(settingsRoles.flatMap((role) => serviceTypes[role])),
      name: line,
      ...period,
      periods: {
        ...array(
          object({ ...period, comment: comment ?? {} }, ['status', 'from', 'to', 'comment']),
          'an array of { "status", "from", "to" }',
        ),
        minItems: 1,
        maxItems: maxEntries,
      },
      timeMarkResponder: flag(),
      comment: comment ?? {},
    },
    ['type', 'name', 'status', 'from', 'to', 'periods', 'timeMarkResponder', 'comment'],
  )
  const services = {
    ...array({ ...service, allOf: settingsRoles.map(rulesOf) }, 'an array with one object for each service'),
    maxItems: maxEntries,
  }
  return object({ services, ...ignored }, Object.keys(ignored))
}

/** Restrictions for a role: the service types, and whether it may issue time-marks. */
function rulesOf(role: SettingsRole): JsonSchema {
  const onlyFalse = { enum: [false], description: 'it for the role "ocsp" only: no other service confirms time-marks' }
  const properties = { type: { enum: serviceTypes[role] }, ...(role === 'ocsp' ? {} : { timeMarkResponder: onlyFalse }) }
  return when(having('role', { const: role }), { properties })
}
