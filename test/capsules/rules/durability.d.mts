export function runRounds(options: {
  readonly store: 'embedded' | 'postgresql'
  readonly rounds: number
  readonly milliseconds?: number
  readonly pause?: number
  readonly only?: 'kill' | 'moved' | 'deleted'
  readonly log?: (line: string) => void
}): Promise<{
  readonly acknowledged: number
  readonly sent: number
  readonly lost: number
  readonly twice: number
  readonly wrong: readonly string[]
}>
