import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#config'
import { MalformedDocument } from '#model'
import { openInProcessService, openValidationService, type ValidationService } from '#threads'
import type { ServiceOptions } from '../../src/threads/open-service.js'
import { asicContainer, dataFile } from '../support/asice.js'
import { isBuilt, needs } from '../support/needs.js'
import { fixedTrust, loadTrust } from '../support/validation-context.js'

const fixtures = new URL('../../fixtures/', import.meta.url)
const workerFile = fileURLToPath(new URL('../../dist/threads/validation-worker.js', import.meta.url))

const options = (environment: Record<string, string> = {}, trust = true): ServiceOptions => ({
  settings: readSettings({ ALLKIRI_CLOCK: '2026-06-01T12:00:00Z', ALLKIRI_WORKERS: '2', ...environment }),
  trust: fixedTrust(loadTrust(trust ? fileURLToPath(new URL('trust/standard.json', fixtures)) : null)),
  now: () => Date.UTC(2020, 0, 1),
  onFault: (fault) => {
    throw fault
  },
  workerFile,
})
const request = (service: ValidationService, document: Uint8Array = readFileSync(new URL('documents/lt.asice', fixtures))) => ({
  document,
  filename: 'leping.asice',
  documentType: 'BDOC' as const,
  policy: 'POLv1' as const,
  validationTime: service.clock(),
})

const simple = { form: 'siva1-json', strict: false, detailed: false } as const
const detailed = { form: 'siva1-json', strict: false, detailed: true } as const
const explained = { form: 'command-json', strict: false, explain: true, basis: true } as const

describe('service with worker threads (build first)', needs({ 'a build': isBuilt }), () => {
  let service: ValidationService
  beforeAll(async () => {
    service = openValidationService(options())
  })
  afterAll(() => service.close())

  it('the service with worker threads gives what the same validation gives in this thread', async () => {
    const local = openInProcessService(options())
    const outcome = await service.validate(request(service), explained)
    expect(outcome).toEqual(await local.validate(request(local), explained))
    expect(outcome.summary.passing).toBe(1)
  })

  it('the service with worker threads gives the same for large documents, whose memory is freed at once, and uses what it kept of them afterwards', async () => {
    const files = [dataFile('scan.pdf', randomBytes(600_000), 'application/pdf')]
    const large = (['LT', 'LTA'] as const).map((level) => asicContainer({ files, signatures: [{ level }] }))
    const local = openInProcessService(options())
    for (let round = 0; round < 3; round++)
      for (const bytes of large) {
        expect(bytes.length).toBeGreaterThan(500_000)
        const ofWorker = await service.validate(request(service, new Uint8Array(bytes)), detailed)
        expect(ofWorker).toEqual(await local.validate(request(local, bytes), detailed))
        expect(ofWorker.summary.passing).toBe(1)
      }
  })

  it('the service with worker threads takes the bytes over, also those of a slice, which stays untouched', async () => {
    const own = new Uint8Array(readFileSync(new URL('documents/lt.asice', fixtures)))
    await service.validate(request(service, own), simple)
    expect(own).toHaveLength(0)
    const whole = Buffer.concat([Buffer.from('before'), readFileSync(new URL('documents/lt.asice', fixtures))])
    const slice = whole.subarray(6)
    expect((await service.validate(request(service, slice), simple)).summary.passing).toBe(1)
    expect(whole.toString('latin1', 0, 8)).toBe('beforePK')
  })

  it('the service with worker threads returns data files, without trust and with the refusals of the document', async () => {
    const document = () => readFileSync(new URL('documents/ddoc-1.3.ddoc', fixtures))
    const [file] = await service.dataFiles(document())
    expect(file).toMatchObject({ fileName: 'leping.txt', mimeType: 'text/plain' })
    expect(await openInProcessService(options({}, false)).dataFiles(document())).toEqual(await service.dataFiles(document()))
    await expect(service.dataFiles(Buffer.from('text'))).rejects.toBeInstanceOf(MalformedDocument)
  })

  it('the service with worker threads gives refusals back as what they are', async () => {
    await expect(service.validate(request(service, Buffer.alloc(0)), simple)).rejects.toBeInstanceOf(MalformedDocument)
    await expect(service.validate(request(service, Buffer.from('text')), simple)).rejects.toMatchObject({
      code: expect.stringMatching(/^[A-Z_]+$/),
    })
    const unreadable = service.validate({ ...request(service, Buffer.from('%PDF-1.7')), documentType: 'PDF' }, simple)
    await expect(unreadable).rejects.toBeInstanceOf(MalformedDocument)
    await expect(unreadable).rejects.toMatchObject({ code: 'PDF_NO_CROSS_REFERENCE' })
  })

  it('the service with worker threads gives no verdict before it has its trusted lists, and returns data files meanwhile', async () => {
    let step: 'reading' | 'fetching' | null = 'reading'
    const settled = options()
    const starting = openValidationService({ ...settled, trust: { ...settled.trust, waitsFor: () => step } })
    await expect(starting.validate(request(starting), simple)).rejects.toThrow(/are being read and checked\. Try again/)
    expect(await starting.dataFiles(readFileSync(new URL('documents/ddoc-1.3.ddoc', fixtures)))).toHaveLength(2)
    step = null
    expect((await starting.validate(request(starting), simple)).summary.passing).toBe(1)
    await starting.close()
  })

  it('the service with worker threads validates many at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => service.validate(request(service), simple)))
    expect(outcomes.every(({ summary }) => summary.passing === 1)).toBe(true)
    expect(service.readiness().workers).toMatchObject({ running: 0, waiting: 0 })
  })

  it('the service with worker threads has a fixed clock for verdicts only: health shows the times of the system', () => {
    expect(service.clock()).toBe(Date.UTC(2026, 5, 1, 12))
    expect(service.health()).toMatchObject({
      status: 'UP',
      application: 'allkiri',
      startTime: '2020-01-01T00:00:00Z',
      currentTime: '2020-01-01T00:00:00Z',
      links: [{ status: 'UP' }],
    })
    expect(service.readiness()).toMatchObject({ ready: true, fixedClock: true, workers: { maxThreads: 2 } })
  })

  it('the service with worker threads refuses a document that asks for more time than it may have', async () => {
    const given = options()
    const { limits } = given.settings
    // The thread alone takes longer to start than this budget.
    const bounds = { ...limits, request: { ...limits.request, maxMilliseconds: 1 } }
    const hurried = openValidationService({ ...given, settings: { ...given.settings, limits: bounds } })
    await expect(hurried.validate(request(hurried), simple)).rejects.toMatchObject({
      problems: [{ field: 'document', code: 'VALIDATION_TIME_USED_UP' }],
    })
    await hurried.close()
  })
})

describe('service without trust', () => {
  it('the service without trust starts, is not ready and says why', async () => {
    const service = openInProcessService(options({}, false))
    expect(service.health()).toMatchObject({ status: 'DOWN', links: [{ status: 'DOWN' }] })
    expect(service.readiness()).toMatchObject({ ready: false, reasons: [expect.stringContaining('ALLKIRI_TRUST')] })
    await service.close()
  })
})
