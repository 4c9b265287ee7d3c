import type { Instant, ServiceStatus, ServiceType } from '#model'
import { readInstant } from './instant.js'
import { boundedCheck, readJsonSettings } from './json-settings.js'
import { typeOfRole } from './service-words.js'
import { settingsSchema, type WrittenPeriod, type WrittenService, type WrittenSettings } from './settings-schema.js'
import { TrustSettingsError, type TrustSettingsErrorCode } from './trust-settings-error.js'

/** One period as written; `from` null means: since the certificate's notBefore. */
interface ConfiguredPeriod {
  readonly status: ServiceStatus
  readonly from: Instant | null
  readonly to: Instant | null
}

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

/** Reads a settings file. `maxEntries` bounds each array. Throws TrustSettingsError. */
export function readSettingsFile(bytes: Uint8Array, path: string, maxEntries: number): readonly ConfiguredService[] {
  const { services } = readJsonSettings(bytes, path, checkFor(maxEntries), example)
  return services.map((service, index) => new ServiceReader(path).read(service, `services[${index}]`))
}

/** What the schema says nothing of: moments that exist, and periods that can stand together. */
class ServiceReader {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  read(service: WrittenService, field: string): ConfiguredService {
    const { files, role, type = typeOfRole(role), name = null, timeMarkResponder = false } = service
    const written = typeof files === 'string' ? [files] : files
    return { field, files: written, type, name, periods: this.#periods(service, field), timeMarkResponder }
  }

  #periods(service: WrittenService, field: string): readonly ConfiguredPeriod[] {
    if (service.periods === undefined) return [this.#period(service, field)]
    const single = (['status', 'from', 'to'] as const).find((name) => service[name] !== undefined)
    if (single !== undefined)
      throw this.#error('TRUST_PERIODS', `${field}.${single}`, 'it stands beside "periods"; write it into a period instead')
    const periods = service.periods.map((period, index) => {
      const at = `${field}.periods[${index}]`
      return { at, ...this.#period(period, at) }
    })
    periods.sort((a, b) => (b.from ?? Number.NEGATIVE_INFINITY) - (a.from ?? Number.NEGATIVE_INFINITY))
    for (const [index, period] of periods.entries()) {
      const newer = periods[index - 1]
      if (newer !== undefined && (period.to === null || newer.from === null || period.to > newer.from)) {
        const sentence = 'it overlaps another period; give the older one a "to" that is not after the "from" of the newer one'
        throw this.#error('TRUST_PERIODS', period.at, sentence)
      }
    }
    return periods.map(({ status, from, to }) => ({ status, from, to }))
  }

  #period(written: WrittenPeriod, field: string): ConfiguredPeriod {
    const from = this.#instant(written.from, `${field}.from`)
    const to = this.#instant(written.to, `${field}.to`)
    if (from !== null && to !== null && from >= to)
      throw this.#error('TRUST_PERIODS', `${field}.to`, 'it is not after "from"; write a later moment')
    return { status: written.status ?? 'granted', from, to }
  }

  #instant(text: string | null | undefined, field: string): Instant | null {
    if (text === undefined || text === null) return null
    const instant = readInstant(text)
    if (instant === null)
      throw this.#error(
        'TRUST_FIELD_VALUE',
        field,
        'there is no such moment; write one that exists, like "2016-07-01T00:00:00Z", or a day, like "2016-07-01"',
      )
    return instant
  }

  #error(code: TrustSettingsErrorCode, field: string, sentence: string): TrustSettingsError {
    return new TrustSettingsError(code, this.#path, field, sentence)
  }
}
