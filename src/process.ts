/** The process: runs the command line, and owns signals, streams and the exit status. */
import { isIPv6 } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { limits, originalStack, type Settings } from '#config'
import { exitStatus, runCommandLine } from '#interfaces/cli'
import { reasonOf } from '#model'
import { asPackageMissing } from '#std'
import type { buildInterfaces } from './app.js'
import { listenForReloadSignals, listenForStopSignals, type StopSignals } from './stop-signals.js'

type Interfaces = Awaited<ReturnType<typeof buildInterfaces>>

async function serve(settings: Settings): Promise<number> {
  // Listened for before the service is built: certificates may be renewed while it starts.
  const onReload = settings.capsules === null ? null : listenForReloadSignals()
  // Imported here, so that the other commands do not load the server.
  const { buildInterfaces, listenAt, openLogger, openServices } = await import('./app.js')
  const logger = await openLogger(settings.logLevel)
  const services = await openServices(settings, logger)
  const interfaces = await buildInterfaces({ settings, services, logger })
  const { app, capsules, metricsListener } = interfaces
  const signals = listenForStopSignals()
  const stop = signals.next()
  try {
    await listenAt(app, { host: settings.host, port: settings.port })
    services.startThreads()
    await capsules?.listen()
    if (metricsListener !== null)
      await listenAt(metricsListener, {
        host: settings.metricsHost ?? settings.host,
        port: settings.metricsPort ?? 0,
        listenTextResolver: (address) => `metrics: ${address}`,
      })
  } catch (error) {
    const reason = reasonOf(error)
    const names =
      capsules === null && metricsListener === null
        ? 'ALLKIRI_HOST or ALLKIRI_PORT'
        : 'host or port in the settings ALLKIRI_HOST, ALLKIRI_PORT, ALLKIRI_METRICS_PORT, ALLKIRI_CAPSULES_…'
    process.stderr.write(`allkiri: cannot listen (${reason}); choose another ${names}.\n`)
    await closeAll(interfaces)
    return exitStatus.notStarted
  }
  if (capsules !== null) onReload?.(() => capsules.reload())
  for (const reason of services.validation?.readiness().reasons ?? []) logger.warn(`not ready: ${reason}`)
  logger.info({ signal: await stop, drain: settings.drainMilliseconds }, 'closing')
  await drain(interfaces, settings.drainMilliseconds, signals)
  await closeGracefully(interfaces, signals, () => logger.error('the services did not close in time; the process ends without them'))
  return 0
}

/**
 * Opens validation with these settings and the servers over it, without listening, and prints what would be served. Trusted lists are read from the disk and not
 * fetched; the store of capsules is not opened, because opening it may change it. Wrong settings end the command with their sentences.
 */
async function check(settings: Settings): Promise<number> {
  const { assertCapsules, buildInterfaces, openLogger, openServices } = await import('./app.js')
  const logger = await openLogger('silent')
  await assertCapsules(settings)
  const checked: Settings = { ...settings, capsules: null, services: ['validation'], metricsPort: null }
  const services = await openServices(checked, logger)
  const { app } = await buildInterfaces({ settings: checked, services, logger })
  await app.ready()
  const readiness = services.validation?.readiness()
  const isServed = settings.services.includes('validation')
  const parts = [
    `validation ${addressInWords(settings.host, settings.port)}${isServed ? '' : ' (turned off)'}`,
    ...(settings.capsules === null ? [] : ['key capsules']),
    ...(settings.metricsPort === null ? [] : [`metrics ${addressInWords(settings.metricsHost ?? settings.host, settings.metricsPort)}`]),
  ]
  process.stdout.write(`The settings are right. They serve: ${parts.join(', ')}.\n`)
  for (const reason of isServed ? (readiness?.reasons ?? []) : []) process.stdout.write(`Trust: ${reason}\n`)
  if (isServed && readiness?.ready === true)
    process.stdout.write(
      `Trust: trusted services: ${readiness.trust.services}, sources that name them: ${readiness.trust.sources.length}.\n`,
    )
  await app.close()
  return exitStatus.allPassed
}

/** Where a server will listen. Port 0 is no address: the system chooses a free port when the server starts. */
function addressInWords(host: string, port: number): string {
  const inAddress = isIPv6(host) ? `[${host}]` : host
  return port === 0 ? `at http://${inAddress}, at a port that the system chooses` : `at http://${inAddress}:${port}`
}

/** Makes readiness answer 503 and waits until load balancers, which probe every few seconds, have stopped sending requests. A second signal ends the wait. */
async function drain(interfaces: Interfaces, milliseconds: number, signals: StopSignals): Promise<void> {
  interfaces.drain()
  if (milliseconds === 0) return
  const over = new AbortController()
  void signals.next().then(() => over.abort())
  await delay(milliseconds, undefined, { signal: over.signal }).catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
}

/**
 * Closes the servers and then the services. Requests in progress are answered within `closeMilliseconds`; a second signal closes their connections at once.
 * When the services have not closed `servicesCloseMilliseconds` later, the process ends with status 75.
 */
async function closeGracefully(interfaces: Interfaces, signals: StopSignals, onLate: () => void): Promise<void> {
  const { closeMilliseconds, servicesCloseMilliseconds } = limits.http
  const late = setTimeout(() => {
    onLate()
    process.exit(exitStatus.notStopped)
  }, closeMilliseconds + servicesCloseMilliseconds)
  void signals.next().then(() => {
    interfaces.app.cutConnections()
    interfaces.capsules?.closeAllConnections()
  })
  await closeAll(interfaces)
  clearTimeout(late)
}

/** Closes every listener; each closes its service after its last answer. */
async function closeAll({ app, capsules, metricsListener }: Interfaces): Promise<void> {
  const served = app.close()
  await Promise.all([served, capsules?.close(served)])
  // Last, so that the metrics of the shutdown can still be collected.
  await metricsListener?.close()
}

traceUncaughtFaults()

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // EPIPE: the reader of the output has stopped early (`| head`), which needs no message. The status is not one of a verdict, because output is missing.
  if (error.code !== 'EPIPE') process.stderr.write(`allkiri: the output cannot be written (${error.code ?? error.message}).\n`)
  process.exit(exitStatus.unreadable)
})

// A write error of standard error (`2>/dev/full`, a closed terminal) changes neither the results nor the status. Without a listener it would be an uncaught
// error.
process.stderr.on('error', () => undefined)

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  environment: process.env,
  input: process.stdin,
  out: process.stdout,
  err: process.stderr,
  now: () => Date.now(),
  limits,
  serve: whereInstalled(serve),
  check: whereInstalled(check),
})

/** An installation may leave out the packages of the server: that is a sentence and no fault. */
function whereInstalled(run: (settings: Settings) => Promise<number>): (settings: Settings) => Promise<number> {
  return async (settings) => {
    try {
      return await run(settings)
    } catch (error) {
      const missing = asPackageMissing(error)
      if (missing === null) throw error
      process.stderr.write(`allkiri: ${missing.message}\n`)
      return exitStatus.notStarted
    }
  }
}

/**
 * The platform prints an uncaught error and ends the process. This makes it print the positions in the sources, for the error and its causes. The source maps
 * are read only then: `--enable-source-maps` of the platform reads them at each start, which takes 0.1 s.
 */
function traceUncaughtFaults(): void {
  process.on('uncaughtExceptionMonitor', (fault: unknown) => {
    const seen = new Set<Error>()
    for (let error = fault; error instanceof Error && !seen.has(error); error = error.cause) {
      seen.add(error)
      error.stack = originalStack(error)
    }
  })
}
