export interface TcpForwarder {
  readonly port: number
  readonly leadTo: (ports: readonly number[]) => void
  readonly stop: () => Promise<unknown>
}
export function startTcpForwarder(backends: readonly number[]): Promise<TcpForwarder>
