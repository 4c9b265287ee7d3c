export function runFailover(options?: {
  readonly before?: number
  readonly outage?: number
  readonly after?: number
  readonly senders?: number
}): Promise<{
  readonly senders: number
  readonly acknowledged: number
  readonly acknowledgedBefore: number
  readonly lost: number
  readonly twice: number
  readonly rows: number
  readonly answers: Readonly<Record<string, number>>
  readonly readinessInBetween: readonly number[]
  readonly readinessAfter: readonly number[]
  readonly restarted: number
  readonly milliseconds: {
    readonly fromKillToAcknowledged: number | null
    readonly fromPromotionToAcknowledged: number | null
    readonly slowestAnswer: number
  }
}>
