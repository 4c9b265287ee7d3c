/**
 * Traces for OpenTelemetry: a span for each request, with spans for the time in the queue, the work of the thread and each of its stages. `spans` makes them,
 * `open-tracing` sends them. Loaded only when an address for traces is set.
 */
export { openTracing } from './open-tracing.js'
