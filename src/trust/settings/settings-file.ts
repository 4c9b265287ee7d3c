import { type Instant, type ServicePeriod, type ServiceStatus, type ServiceType, serviceStatuses } from '#model'
import { array, flag, having, type JsonSchema, object, oneOf, when } from '#readers/json-schema'
import { boundedCheck, ignored, instantAt, instantForm, line, paths, readJsonSettings } from './json-settings.js'
import { type SettingsRole, serviceTypes, settingsRoles, typeOfRole } from './service-types.js'
import { TrustSettingsError } from './trust-settings-error.js'

/** A settings file that conforms to `settingsSchema`. */
interface WrittenSettings {
  readonly services: readonly WrittenService[]
}

interface WrittenService extends WrittenPeriod {
  readonly files: string | readonly string[]
  readonly role: SettingsRole
  readonly type?: ServiceType
  readonly name?: string
  readonly periods?: readonly WrittenPeriod[]
  readonly timeMarkResponder?: boolean
}

interface WrittenPeriod {
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

/** A period of a service. `from` null: since notBefore of the certificate. */
type ConfiguredPeriod = Pick<ServicePeriod, 'status' | 'to'> & { readonly from: Instant | null }

/** One entry of `services`: the certificates of its files, each a service of its own. */
export interface ConfiguredService {
  /** `services[3]`, for messages. */
  readonly field: string
  /** As written. */
  readonly files: readonly string[]
  readonly type: ServiceType
  readonly name: string | null
  /** Newest first. */
  readonly periods: readonly ConfiguredPeriod[]
  readonly timeMarkResponder: boolean
}

const example = '{ "services": [ { "files": "…", "role": "ca" } ] }'

const checkFor = boundedCheck<WrittenSettings>(settingsSchema)

/** Reads a settings file. `maxEntries`: maximum length of each array. Throws `TrustSettingsError`. */
export function readSettingsFile(bytes: Uint8Array, path: string, maxEntries: number): readonly ConfiguredService[] {
  const { services } = readJsonSettings(bytes, path, checkFor(maxEntries), example)
  return services.map((service, index) => {
    const field = `services[${index}]`
    const { files, role, type = typeOfRole(role), name = null, timeMarkResponder = false } = service
    return { field, files: [files].flat(), type, name, periods: readPeriods(service, path, field), timeMarkResponder }
  })
}

/** Checks that the schema cannot express: each time exists, and periods do not overlap. */
function readPeriods(service: WrittenService, path: string, field: string): readonly ConfiguredPeriod[] {
  if (service.periods === undefined) return [readPeriod(service, path, field)]
  const single = (['status', 'from', 'to'] as const).find((name) => service[name] !== undefined)
  if (single !== undefined)
    throw new TrustSettingsError(
      'TRUST_PERIODS',
      path,
      `${field}.${single}`,
      'it cannot be combined with "periods"; write it into a period instead',
    )
  const periods = service.periods.map((period, index) => {
    const at = `${field}.periods[${index}]`
    return { at, ...readPeriod(period, path, at) }
  })
  periods.sort((a, b) => (b.from ?? Number.NEGATIVE_INFINITY) - (a.from ?? Number.NEGATIVE_INFINITY))
  for (const [index, period] of periods.entries()) {
    const newer = periods[index - 1]
    const sentence = 'it overlaps another period; give the older one a "to" that is not after the "from" of the newer one'
    if (newer !== undefined && (period.to === null || newer.from === null || period.to > newer.from))
      throw new TrustSettingsError('TRUST_PERIODS', path, period.at, sentence)
  }
  return periods.map(({ status, from, to }) => ({ status, from, to }))
}

function readPeriod(written: WrittenPeriod, path: string, field: string): ConfiguredPeriod {
  const from = instantAt(written.from, path, `${field}.from`)
  const to = instantAt(written.to, path, `${field}.to`)
  if (from !== null && to !== null && from >= to)
    throw new TrustSettingsError('TRUST_PERIODS', path, `${field}.to`, 'it is not after "from"; write a later time')
  return { status: written.status ?? 'granted', from, to }
}
