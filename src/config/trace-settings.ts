import type { Environment } from './setting-definition.js'

const addresses = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const
const protocols = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const

/**
 * Whether traces are sent: an address is set, and no variable switches traces off (OpenTelemetry, "General SDK Configuration"). An address or protocol that is
 * not supported would silently lose the traces, so a sentence is added to `problems`.
 */
export function sendsTraces(environment: Environment, problems: string[]): boolean {
  const textOf = (name: string) => environment[name]?.trim() ?? ''
  if (textOf('OTEL_SDK_DISABLED').toLowerCase() === 'true' || textOf('OTEL_TRACES_EXPORTER') === 'none') return false
  const named = addresses.filter((name) => textOf(name) !== '')
  for (const name of named) {
    const address = textOf(name)
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
      problems.push(`${name} must be an http or https address, such as http://collector.example:4318.`)
  }
  for (const name of named.length === 0 ? [] : protocols) {
    const protocol = textOf(name)
    if (protocol !== '' && protocol !== 'http/protobuf')
      problems.push(`${name} must be http/protobuf, or left out; it is ${JSON.stringify(protocol.slice(0, 80))}.`)
  }
  return named.length > 0
}
