/**
 * Traces for OpenTelemetry: a span for each request, and inside it the time that a document waited for a worker, the worker's, and each of its stages. `spans`
 * says what a span holds; `open-tracing` sends them. Loaded only where an address to send them to is set.
 */
export { openTracing } from './open-tracing.js'
