/**
 * Metrics for Prometheus. `metrics` owns the registry and counts requests; `state-metrics` reads the state of the services when metrics are collected;
 * `metrics-plugin` serves them, on the server of the interfaces or on a listener of their own. `docs/metrics.md` explains each metric.
 */

export { type Metrics, openMetrics } from './metrics.js'
export { openMetricsListener } from './metrics-listener.js'
export { metricsPlugin } from './metrics-plugin.js'
