import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTcpForwarder, type TcpForwarder } from '../capsules/rules/tcp-forwarder.mjs'
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.js'
import { initialiseCluster, ownedByServer, type PostgresServer, runStatements, serverOf } from './postgres-server.js'
import { freePort } from './run-service.mjs'

/** A primary and a synchronous standby, which began as a copy of its folder. */
export interface PostgresCluster {
  /** One address that leads to the primary, through a forwarder; after `promote` to the new one. Without parameters. */
  readonly url: string
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  /** Runs statements on one of them. */
  readonly run: (on: PostgresServer, ...statements: readonly string[]) => Promise<readonly Readonly<Record<string, unknown>>[]>
  /** The standby becomes the primary, and `url` leads to it. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface ServerTls {
  readonly certificate: string
  readonly key: string
}

/** @param tls PEM of the certificate and the key that both servers have; without it they have no TLS */
export async function startCluster(tls: ServerTls | null = null): Promise<PostgresCluster> {
  const programs = findPostgresPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'capsules-cluster-'))
  const servers: PostgresServer[] = []
  const forwarder = await startTcpForwarder([])
  const stop = async () => {
    await forwarder.stop()
    await Promise.all(servers.map((server) => server.end('SIGQUIT')))
    programs.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return await startServers(programs, folder, servers, { tls, forwarder, stop })
  } catch (error) {
    // A standby that does not start must not leave the primary running.
    await stop()
    throw error
  }
}

/** @param servers every server is noted here before it starts */
async function startServers(
  programs: PostgresPrograms,
  folder: string,
  servers: PostgresServer[],
  { tls, forwarder, stop }: { readonly tls: ServerTls | null; readonly forwarder: TcpForwarder; readonly stop: () => Promise<void> },
): Promise<PostgresCluster> {
  chmodSync(folder, 0o755)
  const data = initialiseCluster(programs, folder, 'primary')
  const [port, standbyPort] = [await freePort(), await freePort()]
  const secured = tls === null ? [] : tlsSettings(programs, folder, tls)
  // Settings that begin later stand above those that begin earlier. The certificate of the tests does not name the second address.
  const common = ['listen_addresses=127.0.0.1,127.0.0.2', ...secured]
  const start = async (server: PostgresServer) => {
    servers.push(server)
    await server.start()
    return server
  }
  const first = await start(serverOf(programs, data, { folder, port, settings: common }))
  await runStatements(addressOf(first, 'postgres'), ['CREATE DATABASE capsules'])
  await first.end('SIGINT')

  const copy = coldCopy(programs, data, join(folder, 'standby'))
  const primary = await start(serverOf(programs, data, { folder, port, settings: ['synchronous_standby_names=standby', ...common] }))
  const standby = await start(
    serverOf(programs, copy, {
      folder,
      port: standbyPort,
      settings: [`primary_conninfo=host=127.0.0.1 port=${port} user=allkiri application_name=standby`, ...common],
    }),
  )
  const run: PostgresCluster['run'] = (on, ...statements) => runStatements(addressOf(on, 'postgres'), statements)
  forwarder.leadTo([port])
  return {
    url: `postgres://allkiri@127.0.0.1:${forwarder.port}/capsules`,
    primary,
    standby,
    run,
    promote: async () => {
      await run(standby, 'SELECT pg_promote()')
      forwarder.leadTo([standbyPort])
    },
    stop,
  }
}

/** A copy of a folder whose server has ended, for a standby. */
function coldCopy(programs: PostgresPrograms, data: string, copy: string): string {
  cpSync(data, copy, { recursive: true, preserveTimestamps: true })
  chmodSync(copy, 0o700)
  writeFileSync(join(copy, 'standby.signal'), '')
  ownedByServer(programs, copy)
  return copy
}

export function addressOf({ port }: PostgresServer, database: string): string {
  return `postgres://allkiri@127.0.0.1:${port}/${database}`
}

function tlsSettings(programs: PostgresPrograms, folder: string, { certificate, key }: ServerTls): readonly string[] {
  const files = { ssl_cert_file: join(folder, 'server.pem'), ssl_key_file: join(folder, 'server.key') }
  writeFileSync(files.ssl_cert_file, certificate)
  writeFileSync(files.ssl_key_file, key, { mode: 0o600 })
  ownedByServer(programs, files.ssl_key_file)
  return ['ssl=on', ...Object.entries(files).map(([name, file]) => `${name}=${file}`)]
}
