import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Seconds, from a small container to the longest validation. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counts every request once, when its answer is sent. */
export function registerRequestMetrics(registry: Registry, maxCodes: number): { readonly count: (app: FastifyInstance) => void } {
  const requests = counterOf(registry, 'allkiri_http_requests_total', 'Requests that were answered', 'method', 'route', 'status')
  const seconds = durationOf(
    registry,
    'allkiri_http_request_duration_seconds',
    'Time from the first byte of a request to the last of its answer',
    'route',
  )
  const received = counterOf(registry, 'allkiri_http_received_bytes_total', 'Bytes of request bodies that were read', 'route')
  const refusals = counterOf(registry, 'allkiri_refusals_total', 'Requests that were refused, by the code of the refusal', 'code')
  // Series that are used in alerts start with 0, because Prometheus computes no increase for a series whose first value is 1.
  for (const code of ['SERVICE_FAULT', 'SERVICE_OVERLOADED']) refusals.inc({ code }, 0)
  const countValidation = registerValidationMetrics(registry)
  const codeOf = boundedCodes(maxCodes)
  return {
    count: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none'
        const method = methods.includes(request.method) ? request.method : 'other'
        requests.inc({ method, route, status: reply.statusCode })
        seconds.observe({ route }, reply.elapsedTime / 1000)
        if (request.bodyBytes !== null) received.inc({ route }, request.bodyBytes)
        for (const code of new Set(request.problemCodes ?? [])) refusals.inc({ code: codeOf(code) })
        countValidation(request)
        done()
      })
    },
  }
}

function registerValidationMetrics(registry: Registry): (request: FastifyRequest) => void {
  const validations = counterOf(registry, 'allkiri_validations_total', 'Validations that ended', 'type', 'form', 'policy', 'outcome')
  const seconds = durationOf(registry, 'allkiri_validation_duration_seconds', 'Time of a validation, waiting for a worker included', 'type')
  const signatures = counterOf(
    registry,
    'allkiri_signatures_total',
    'Signatures that were validated',
    'type',
    'format',
    'indication',
    'sub_indication',
  )
  return ({ method, routeOptions, validation, problemCodes }) => {
    if (validation === null) {
      // Refused while the request was read, so type and policy are unknown.
      if (method === 'POST' && problemCodes !== null && routeOptions.config.validates === true)
        validations.inc({ type: 'unknown', form: '', policy: 'unknown', outcome: outcomeOf(problemCodes) })
      return
    }
    const { documentType, policy, summary, milliseconds } = validation
    const type = documentType ?? 'unknown'
    validations.inc({ type, form: summary?.form ?? '', policy, outcome: outcomeOf(problemCodes) })
    seconds.observe({ type }, milliseconds / 1000)
    for (const { sf: format, i: indication, si: subIndication = '' } of summary?.statistics.sigRslt ?? [])
      signatures.inc({ type, format, indication, sub_indication: subIndication })
  }
}

function outcomeOf(problemCodes: readonly string[] | null): string {
  const [code] = problemCodes ?? []
  switch (code) {
    case undefined:
      return 'report'
    case 'SERVICE_OVERLOADED':
    case 'SERVICE_STARTING':
      return 'overload'
    case 'REQUEST_ABANDONED':
      return 'abandoned'
    case 'SERVICE_FAULT':
      return 'fault'
    default:
      return 'refused'
  }
}

/**
 * Maps codes after the first `maxCodes`, or of another form, to OTHER. Codes are constants; this guards against a code that is built from text of a document.
 */
function boundedCodes(maxCodes: number): (code: string) => string {
  const known = new Set<string>()
  return (code) => {
    if (known.has(code)) return code
    if (known.size >= maxCodes || !/^[A-Z][A-Z0-9_]{1,63}$/.test(code)) return 'OTHER'
    known.add(code)
    return code
  }
}

function counterOf<L extends string>(registry: Registry, name: string, help: string, ...labelNames: readonly L[]): Counter<L> {
  return new Counter({ name, help, labelNames, registers: [registry] })
}

function durationOf<L extends string>(registry: Registry, name: string, help: string, label: L): Histogram<L> {
  return new Histogram({ name, help, labelNames: [label], buckets: secondsBuckets, registers: [registry] })
}
