import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresPrograms } from './postgres-programs.js'
import { initialiseCluster, ownedByServer, type PostgresServer, runStatements, serverOf } from './postgres-server.js'
import { freePort } from './run-service.mjs'

/** A primary and a synchronous standby, which began as a copy of its folder. */
export interface PostgresCluster {
  /** Both hosts, the primary first, without parameters. */
  readonly url: string
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  /** Runs statements on one of them. */
  readonly run: (on: PostgresServer, ...statements: readonly string[]) => Promise<readonly Readonly<Record<string, unknown>>[]>
  /** The standby becomes a primary. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param tls PEM of the certificate and the key that both servers have; without it they have no TLS */
export async function startCluster(tls: { readonly certificate: string; readonly key: string } | null = null): Promise<PostgresCluster> {
  const programs = findPostgresPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'capsules-cluster-'))
  chmodSync(folder, 0o755)
  const data = initialiseCluster(programs, folder, 'primary')
  const [port, standbyPort] = [await freePort(), await freePort()]
  const secured = tls === null ? [] : tlsSettings(programs, folder, tls)
  // Settings that begin later stand above those that begin earlier. The certificate of the tests does not name the second address.
  const common = ['listen_addresses=127.0.0.1,127.0.0.2', ...secured]
  const first = serverOf(programs, data, { folder, port, settings: common })
  await first.start()
  await runStatements(addressOf(first, 'postgres'), ['CREATE DATABASE capsules'])
  await first.end('SIGINT')

  // A cold copy: of a folder whose server has ended.
  const copy = join(folder, 'standby')
  cpSync(data, copy, { recursive: true, preserveTimestamps: true })
  chmodSync(copy, 0o700)
  writeFileSync(join(copy, 'standby.signal'), '')
  ownedByServer(programs, copy)
  const primary = serverOf(programs, data, { folder, port, settings: ['synchronous_standby_names=standby', ...common] })
  const standby = serverOf(programs, copy, {
    folder,
    port: standbyPort,
    settings: [`primary_conninfo=host=127.0.0.1 port=${port} user=allkiri application_name=standby`, ...common],
  })
  const run: PostgresCluster['run'] = (on, ...statements) => runStatements(addressOf(on, 'postgres'), statements)
  await primary.start()
  await standby.start()
  return {
    url: `postgres://allkiri@127.0.0.1:${port},127.0.0.1:${standbyPort}/capsules`,
    primary,
    standby,
    run,
    promote: async () => {
      await run(standby, 'SELECT pg_promote()')
    },
    stop: async () => {
      await Promise.all([primary.end('SIGQUIT'), standby.end('SIGQUIT')])
      programs.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function addressOf({ port }: PostgresServer, database: string): string {
  return `postgres://allkiri@127.0.0.1:${port}/${database}`
}

function tlsSettings(
  programs: Parameters<typeof ownedByServer>[0],
  folder: string,
  { certificate, key }: { readonly certificate: string; readonly key: string },
): readonly string[] {
  const files = { ssl_cert_file: join(folder, 'server.pem'), ssl_key_file: join(folder, 'server.key') }
  writeFileSync(files.ssl_cert_file, certificate)
  writeFileSync(files.ssl_key_file, key, { mode: 0o600 })
  ownedByServer(programs, files.ssl_key_file)
  return ['ssl=on', ...Object.entries(files).map(([name, file]) => `${name}=${file}`)]
}
