import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import JSZip from 'jszip'
import { pino } from 'pino'
import { type Browser, type BrowserContextOptions, chromium, type Page, type Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits, readSettings } from '#config'
import { createServer } from '#interfaces/http'
import { openInProcessService } from '#threads'
import { listDataFiles } from '#validation'
import { needs } from '../support/needs.js'
import { fixedTrust, loadTrust } from '../support/validation-context.js'

const fixtures = new URL('../../fixtures/', import.meta.url).pathname
const fixture = (name: string) => join(fixtures, 'documents', name)
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The browser of the distribution, or the one that `CHROMIUM` names. */
const executablePath = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path !== '' && existsSync(path),
)

/** Longest wait for one thing, in milliseconds: it ends only what hangs. */
const patience = 300_000

describe('the page in Chromium', needs({ Chromium: executablePath !== undefined }), () => {
  let browser: Browser
  let stop: () => Promise<unknown>
  let base = ''
  const foreign: string[] = []

  beforeAll(async () => {
    const settings = readSettings({
      ALLKIRI_TRUST: join(fixtures, 'trust/standard.json'),
      ALLKIRI_CLOCK: '2026-06-01T12:00:00Z',
      ALLKIRI_MAX_BODY_BYTES: '1000000',
    })
    const trust = fixedTrust(loadTrust(settings.trust))
    const service = openInProcessService({ settings, trust, now: () => Date.now(), onFault: () => undefined })
    const app = await createServer({ settings, service, capsules: null, logger: pino({ level: 'silent' }) })
    await app.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox', '--disable-gpu'], timeout: patience })
    stop = async () => {
      await browser.close()
      await app.close()
    }
  })
  afterAll(() => stop())

  /** A page that waits as long for anything as a slow machine needs. */
  async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.newPage(options)
    page.setDefaultTimeout(patience)
    return page
  }

  /** A page that has heard from the service: its foot says so. */
  async function open(language: string, options: { width?: number; dark?: boolean } = {}): Promise<Page> {
    const page = await newPage({
      viewport: { width: options.width ?? 1000, height: 900 },
      colorScheme: options.dark === true ? 'dark' : 'light',
      bypassCSP: true,
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    await page.goto(`${base}/?language=${language}`)
    await page.locator('#about span').first().waitFor()
    return page
  }

  async function violations(page: Page): Promise<readonly string[]> {
    await page.addScriptTag({ path: axe })
    const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] }
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }

  const keep = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS']
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  }

  /** Chooses documents and waits until each has its verdict. */
  async function choose(page: Page, ...files: readonly string[]): Promise<void> {
    await page.setInputFiles('#choose', files)
    await page.waitForSelector('article')
    await settled(page)
  }

  async function settled(page: Page): Promise<void> {
    await page.locator('[aria-busy]').first().waitFor({ state: 'detached' })
    while ((await page.locator('[aria-busy]').count()) > 0) await page.locator('[aria-busy]').first().waitFor({ state: 'detached' })
  }

  async function openEverything(page: Page): Promise<void> {
    await page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true")
    for (const checks of await page.locator('.checks > div').all()) await checks.locator('.block').first().waitFor()
  }

  const documents = ['lt.asice', 'data-file-changed.asice', 'one-signature-unreadable.asice', 'cut-in-half.asice', 'pdf-two-signatures.pdf']

  it.each([
    ['et', 1000, false],
    ['en', 1000, true],
    ['en', 360, false],
  ] as const)(
    'the page in Chromium shows several documents in %s at a width of %d, trouble first, without a violation of accessibility',
    async (language, width, dark) => {
      const page = await open(language, { width, dark })
      await keep(page, `${language}-${width}-empty`)
      await choose(page, ...documents.map(fixture))
      const lines = await page.locator('article > details > summary').allTextContents()
      expect(lines).toHaveLength(5)
      expect(lines[4]).toContain(language === 'et' ? 'Kõik 2 allkirja kehtivad' : 'All 2 signatures are valid')
      expect(lines.slice(0, 3).join()).toMatch(
        language === 'et' ? /ei kehti[\s\S]*ei saanud kontrollida/ : /not valid[\s\S]*could not be validated/,
      )
      const counts = await page.locator('#counts').textContent()
      expect(counts).toContain(language === 'et' ? 'Dokumente: 5' : 'Documents: 5')
      expect(counts).toContain(language === 'et' ? 'kõik kehtib: 2' : 'all valid: 2')
      // A document that cannot be read has no verdict: it does not count as one that is not valid.
      expect(counts).toContain(language === 'et' ? 'ei saanud kontrollida: 1' : 'could not be validated: 1')
      await keep(page, `${language}-${width}-closed`)
      await openEverything(page)
      expect(await violations(page)).toEqual([])
      await keep(page, `${language}-${width}-open`)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await page.close()
    },
  )

  it('the page in Chromium names the signer, what is wrong and what to do, in Estonian throughout', async () => {
    const page = await open('et')
    await choose(page, fixture('data-file-changed.asice'))
    await openEverything(page)
    expect(await page.locator('.who').textContent()).toBe('Mari-Liis Männik')
    const text = await page.evaluate<string>(
      "(() => { const main = document.querySelector('main').cloneNode(true); for (const each of main.querySelectorAll('small, select')) each.remove(); return main.textContent })()",
    )
    for (const shown of ['Allkiri ei kehti.', 'isikukood 47101010033', 'Pärast allkirjastamist on muudetud: fail leping.txt', 'Mida teha:'])
      expect(text).toContain(shown)
    // Without names of keys, codes and clauses, which are those of the standards.
    expect(text).not.toMatch(/\b(?:is the|was the|does the|signature|certificate of|valid from)\b/i)
    await page.close()
  })

  it('the page in Chromium keeps results, and what is open, when the language changes, and sends nothing again', async () => {
    const page = await open('et')
    await choose(page, fixture('lt.asice'), fixture('data-file-changed.asice'))
    await page.locator('article > details > summary').first().click()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.locator('[data-language=en]').click()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await page.locator('article').first().textContent()).toContain('The signature is not valid.')
    expect(await page.locator('article > details[open]').count()).toBe(1)
    expect(await page.locator('label[for=choose]').textContent()).toBe('Choose documents')
    expect(sent).toEqual([])
    expect(new URL(page.url()).search).toBe('?language=en')
    await page.close()
  })

  it('the page in Chromium saves a report as PDF, copies the JSON, and removes documents with a true count', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], bypassCSP: true })
    context.setDefaultTimeout(patience)
    const page = await context.newPage()
    await page.goto(`${base}/?language=en`)
    await choose(page, fixture('lt.asice'), fixture('data-file-changed.asice'))
    await page.locator('article > details > summary').first().click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save report (PDF)' }).first().click(),
    ])
    expect(download.suggestedFilename()).toBe('data-file-changed.report.pdf')
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await page.getByRole('button', { name: 'Copy JSON' }).first().click()
    await page.getByText('The JSON is on the clipboard.').waitFor()
    const json = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')) as { filename: string; detailedReport: object }
    expect(json.filename).toBe('data-file-changed.asice')
    expect(json.detailedReport).toBeDefined()
    await page.getByRole('button', { name: 'Remove', exact: true }).first().click()
    expect(await page.locator('article').count()).toBe(1)
    expect(await page.locator('#bar').isHidden()).toBe(true)
    expect(await page.locator('#status').textContent()).toBe('data-file-changed.asice was removed.')
    await context.close()
  })

  it('the page in Chromium validates again when another policy is chosen', async () => {
    const page = await open('en')
    await choose(page, fixture('lt.asice'))
    await page.locator('#policy').selectOption('POLv2')
    await page.getByText('The signature is not valid.').first().waitFor()
    expect(await page.locator('footer').textContent()).toContain('qualified signatures only')
    await page.close()
  })

  it('the page in Chromium prints the verdict, the signers and who validated, without its buttons', async () => {
    const page = await open('et')
    await choose(page, fixture('pdf-two-signatures.pdf'))
    await page.emulateMedia({ media: 'print' })
    await keep(page, 'et-print')
    for (const hidden of ['#drop', '.actions', '.top', '#status']) expect(await page.locator(hidden).first().isHidden()).toBe(true)
    for (const shown of ['.summary', '.who', '.about', 'footer']) expect(await page.locator(shown).first().isVisible()).toBe(true)
    await page.close()
  })

  it('the page in Chromium accepts dropped files, and runs no markup in their names', async () => {
    const page = await open('en')
    const bytes = [...readFileSync(fixture('lt.asice'))]
    await page.evaluate(
      `const data = new DataTransfer(); data.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], '<img src=x onerror="window.ran=1">\u202efdp.asice')); document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }))`,
    )
    await page.waitForSelector('.signature')
    expect(await page.locator('article h2').textContent()).toContain('<img src=x')
    expect(await page.evaluate('window.ran ?? null')).toBe(null)
    expect(await page.locator('article').textContent()).not.toContain('\u202e')
    await page.close()
  })

  it('the page in Chromium validates a document that is chosen before the service has named its policies', async () => {
    const page = await newPage({ bypassCSP: true })
    const held: Route[] = []
    await page.route('**/page/service', (route) => void held.push(route))
    await page.goto(`${base}/?language=en`)
    await choose(page, fixture('lt.asice'))
    expect(await page.locator('article').first().textContent()).toContain('The signature is valid.')
    expect(held).toHaveLength(1)
    await held[0]?.continue()
    await page.locator('#policies').waitFor({ state: 'visible' })
    expect(await page.locator('#policy').inputValue()).not.toBe('')
    await page.close()
  })

  it('the page in Chromium says that it cannot reach the service while nothing answers, and keeps asking until it knows its policies', async () => {
    const page = await newPage({ bypassCSP: true })
    await page.clock.install()
    let asked = 0
    await page.route('**/page/service', (route) => {
      asked++
      return asked === 1 ? route.fulfill({ status: 503, json: { requestErrors: [{ key: 'request', message: 'busy' }] } }) : route.continue()
    })
    await page.goto(`${base}/?language=en`)
    await page.locator('#banner').waitFor({ state: 'visible' })
    expect(await page.locator('#banner').textContent()).toBe('The service has much to do. Try again in a moment.')
    await page.locator('[data-language=et]').click()
    expect(await page.locator('#banner').textContent()).toBe('Teenusel on palju tööd. Proovi hetke pärast uuesti.')
    await page.locator('[data-language=en]').click()
    await page.clock.runFor(10_000)
    await page.locator('#policies').waitFor({ state: 'visible' })
    expect(await page.locator('footer').textContent()).toContain('Policy: POLv1')
    expect(await page.locator('#banner').isHidden()).toBe(true)
    await page.close()
  })

  it('the page in Chromium tells aloud how each document ended, and shows it in its card alone', async () => {
    const page = await open('en')
    await choose(page, fixture('lt.asice'))
    await page.getByRole('status').filter({ hasText: 'lt.asice: The signature is valid.' }).waitFor()
    expect((await page.locator('#status').boundingBox())?.width).toBe(1)
    expect(await page.locator('.summary').first().isVisible()).toBe(true)
    await page.close()
  })

  /** Holds the first request to an address until it is let go. */
  async function hold(page: Page, address: string): Promise<{ held: Promise<Route>; letGo: () => Promise<void> }> {
    let tell: (route: Route) => void = () => undefined
    const held = new Promise<Route>((resolve) => {
      tell = resolve
    })
    let first = true
    await page.route(address, (route) => {
      if (!first) return route.continue()
      first = false
      return tell(route)
    })
    return { held, letGo: async () => (await held).continue() }
  }

  it('the page in Chromium shows no verdict of the policy before, when another one is chosen while a document is validated', async () => {
    const page = await open('en')
    await page.locator('#policies').waitFor({ state: 'visible' })
    const first = await hold(page, '**/page/validate?*')
    await page.setInputFiles('#choose', fixture('lt.asice'))
    await first.held
    await page.evaluate(
      "window.shown = []; new MutationObserver(() => shown.push(document.querySelector('article').className)).observe(document.querySelector('article'), { attributes: true })",
    )
    await page.locator('#policy').selectOption('POLv2')
    await first.letGo()
    await page.getByText('The signature is not valid.').first().waitFor()
    expect(await page.evaluate('shown')).not.toContain('passed')
    await page.close()
  })

  it('the page in Chromium says nothing about a document that was removed while it was validated, and goes on with the next', async () => {
    const page = await open('en')
    const first = await hold(page, '**/page/validate?*')
    await page.setInputFiles('#choose', [fixture('lt.asice'), fixture('data-file-changed.asice')])
    await first.held
    await page.locator('#clear').click()
    await page.setInputFiles('#choose', fixture('pdf-two-signatures.pdf'))
    await first.letGo()
    await page.getByText('All 2 signatures are valid.').first().waitFor()
    await settled(page)
    expect(await page.locator('article').count()).toBe(1)
    expect(await page.locator('#status').textContent()).toContain('pdf-two-signatures.pdf')
    await page.close()
  })

  it('the page in Chromium speaks the new language when it is changed while a document is validated, and while a report is made', async () => {
    const page = await open('et')
    const first = await hold(page, '**/page/validate?*')
    await page.setInputFiles('#choose', fixture('lt.asice'))
    await first.held
    await page.locator('[data-language=en]').click()
    expect(await page.locator('article').textContent()).toContain('is being validated')
    await first.letGo()
    await page.getByText('The signature is valid.').first().waitFor()
    const report = await hold(page, '**/page/report?*')
    await page.getByRole('button', { name: 'Save report (PDF)' }).click()
    await report.held
    await page.locator('[data-language=et]').click()
    const [download] = await Promise.all([page.waitForEvent('download'), report.letGo()])
    expect(download.suggestedFilename()).toBe('lt.report.pdf')
    await page.getByText('Salvestatud nimega lt.report.pdf').waitFor()
    await page.close()
  })

  it('the page in Chromium shows only the documents with problems when asked to, and all again when one is left', async () => {
    const page = await open('en')
    await choose(page, fixture('lt.asice'), fixture('data-file-changed.asice'), fixture('pdf-two-signatures.pdf'))
    await page.getByLabel('Only problems').check()
    const shown = () => page.locator('article').evaluateAll((cards) => cards.filter((card) => card.getClientRects().length > 0).length)
    expect(await shown()).toBe(1)
    expect(await page.locator('#counts').textContent()).toContain('Documents: 3')
    expect(await violations(page)).toEqual([])
    await page.locator('article > details > summary').first().click()
    await page.getByRole('button', { name: 'Remove', exact: true }).first().click()
    expect(await shown()).toBe(0)
    await page.getByLabel('Only problems').uncheck()
    await page.locator('article > details > summary').first().click()
    await page.getByRole('button', { name: 'Remove', exact: true }).first().click()
    expect(await shown()).toBe(1)
    await page.close()
  })

  it('the page in Chromium prints one document with its button, all with the browser, and closes afterwards what it opened, though a verdict came meanwhile', async () => {
    const page = await open('en')
    // What a browser does: it says before and after that it prints.
    await page.evaluate(
      "window.print = () => { dispatchEvent(new Event('beforeprint')); window.alone = document.body.matches('.printing-one') && document.querySelectorAll('article.printing').length; dispatchEvent(new Event('afterprint')) }",
    )
    await choose(page, fixture('lt.asice'), fixture('data-file-changed.asice'))
    await page.locator('article > details > summary').first().click()
    await page.getByRole('button', { name: 'Print' }).first().click()
    expect(await page.evaluate('alone')).toBe(1)
    expect(await page.locator('body.printing-one').count()).toBe(0)
    const next = await hold(page, '**/page/validate?*')
    await page.setInputFiles('#choose', fixture('pdf-two-signatures.pdf'))
    await next.held
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(await page.locator('article > details[open]').count()).toBe(3)
    expect(await page.locator('body.printing-one').count()).toBe(0)
    await next.letGo()
    await page.locator('article').last().getByText('All 2 signatures are valid.').first().waitFor()
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(await page.locator('article > details[open]').count()).toBe(1)
    await page.close()
  })

  it('the page in Chromium is worked by the keyboard', async () => {
    const page = await open('en')
    for (let tabs = 0; tabs < 8 && (await page.evaluate('document.activeElement.id')) !== 'choose'; tabs++) await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.id')).toBe('choose')
    await choose(page, fixture('lt.asice'), fixture('data-file-changed.asice'))
    const isSummary = "document.activeElement.matches('article > details > summary')"
    for (let tabs = 0; tabs < 8 && !(await page.evaluate(isSummary)); tabs++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.locator('article > details[open]').count()).toBe(1)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Save report (PDF)')
    await page.close()
  })

  it('the page in Chromium saves files out of a document with the bytes that were judged, one by one and as a ZIP archive', async () => {
    const page = await open('en')
    await choose(page, fixture('lt.asice'), fixture('ddoc-1.3.ddoc'))
    for (const summary of await page.locator('article > details > summary').all()) await summary.click()
    const saved = async (card: number, button: string) => {
      const files = page.locator('article').nth(card).locator('.files')
      if ((await files.getAttribute('open')) === null) await files.locator('summary').click()
      const [download] = await Promise.all([page.waitForEvent('download'), files.locator(button).click()])
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
    }
    const [inside] = listDataFiles(readFileSync(fixture('lt.asice')), null, limits)
    expect(await saved(0, '[data-take="0"]')).toEqual({ name: inside?.name, bytes: Buffer.concat([...(inside?.content?.pieces() ?? [])]) })
    const several = listDataFiles(readFileSync(fixture('ddoc-1.3.ddoc')), null, limits)
    expect(several.length).toBeGreaterThan(1)
    const archive = await saved(1, '[data-take="all"]')
    expect(archive.name).toBe('files.zip')
    const unpacked = await JSZip.loadAsync(archive.bytes, { checkCRC32: true })
    expect(Object.keys(unpacked.files)).toEqual(several.map(({ name }) => name))
    for (const { name, content } of several)
      expect(await unpacked.file(name)?.async('nodebuffer')).toEqual(Buffer.concat([...(content?.pieces() ?? [])]))
    expect(await violations(page)).toEqual([])
    await page.close()
  })

  it('the page in Chromium says of a document that is too large that it is, and sends it nowhere', async () => {
    const page = await open('et')
    await page.setInputFiles('#choose', { name: 'suur.asice', mimeType: '', buffer: Buffer.alloc(1_000_001) })
    await settled(page)
    expect(await page.locator('article').textContent()).toContain('Dokument on suurem')
    await page.close()
  })

  it('the page in Chromium cuts a name of ten thousand characters, and says what a file is that is no document', async () => {
    const page = await open('en')
    await page.setInputFiles('#choose', [
      { name: 'pilt.bdoc', mimeType: '', buffer: Buffer.from('\xff\xd8\xff\xe0\x00\x10JFIF', 'latin1') },
      { name: `${'x'.repeat(10_000)}.asice`, mimeType: '', buffer: readFileSync(fixture('lt.asice')) },
    ])
    await page.waitForSelector('article + article')
    await settled(page)
    expect(await page.locator('article').nth(0).textContent()).toContain('It looks like a JPEG image.')
    expect((await page.locator('article h2').nth(1).textContent())?.length).toBeLessThan(310)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.close()
  })

  it('the page in Chromium sends no request to another host, and runs under its own policy', async () => {
    const page = await newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(base)
    await page.setInputFiles('#choose', fixture('lt.asice'))
    await page.waitForSelector('.signature')
    expect(complaints).toEqual([])
    expect(foreign).toEqual([])
    await page.close()
  })
})
