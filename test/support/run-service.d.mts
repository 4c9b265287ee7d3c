import type { ChildProcess } from 'node:child_process'

export function freePort(): Promise<number>

export function startService(options: {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly execArgv?: readonly string[]
  readonly timeoutMs?: number
}): Promise<{ readonly base: string; readonly process: ChildProcess; readonly readyMs: number; readonly stop: () => Promise<void> }>
