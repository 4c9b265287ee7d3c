import type { CapsuleCounts } from '#service'

const meanings: Readonly<Record<keyof CapsuleCounts, string>> = {
  stored: 'Capsules stored durably',
  adjusted: 'Stored capsules whose expiry was brought down to the maximum',
  fetched: 'Capsules handed out',
  refused: 'Requests and clients refused',
  expired: 'Capsules deleted after their expiry and grace period',
}

/** Text format 0.0.4 of Prometheus. Five counters need no library. */
export function renderCapsuleMetrics(counts: CapsuleCounts): string {
  return Object.entries(meanings)
    .map(([name, meaning]) => {
      const metric = `allkiri_capsules_${name}_total`
      return `# HELP ${metric} ${meaning}\n# TYPE ${metric} counter\n${metric} ${String(Reflect.get(counts, name))}\n`
    })
    .join('')
}
