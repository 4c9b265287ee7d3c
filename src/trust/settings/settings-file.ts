import type { Instant, ServicePeriod, ServiceType } from '#model'
import { instantAt } from './instant.js'
import { boundedCheck, readJsonSettings } from './json-settings.js'
import { typeOfRole } from './service-types.js'
import { settingsSchema, type WrittenPeriod, type WrittenService, type WrittenSettings } from './settings-schema.js'
import { TrustSettingsError } from './trust-settings-error.js'

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
