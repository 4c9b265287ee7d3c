import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import JSZip from 'jszip'
import { pino } from 'pino'
import { type Browser, chromium, type Page } from 'playwright-core'
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
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox', '--disable-gpu'] })
    stop = async () => {
      await browser.close()
      await app.close()
    }
  })
  afterAll(() => stop())

  async function open(language: string, options: { width?: number; dark?: boolean } = {}): Promise<Page> {
    const page = await browser.newPage({
      viewport: { width: options.width ?? 1000, height: 900 },
      colorScheme: options.dark === true ? 'dark' : 'light',
      bypassCSP: true,
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    await page.goto(`${base}/?language=${language}`)
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

  it.each([
    ['et', 1000, false],
    ['en', 1000, true],
    ['en', 360, false],
  ] as const)(
    'the page in Chromium shows several documents in %s at a width of %d, without a violation of accessibility',
    async (language, width, dark) => {
      const page = await open(language, { width, dark })
      await page.setInputFiles('#choose', [
        fixture('lt.asice'),
        fixture('data-file-changed.asice'),
        fixture('one-signature-unreadable.asice'),
        fixture('mimetype-bdoc-1-0.asice'),
      ])
      await page.waitForFunction("document.querySelectorAll('article').length === 4 && !document.querySelector('[aria-busy]')")
      expect(await page.locator('article').nth(0).textContent()).toMatch(language === 'et' ? /Kehtib[\s\S]*MÄNNIK/ : /Passed[\s\S]*MÄNNIK/)
      expect(await page.locator('article').nth(1).textContent()).toContain('has been changed since it was signed')
      expect(await page.locator('article').nth(3).getAttribute('class')).toBe('error')
      await keep(page, `${language}-${width}-closed`)
      for (const summary of await page.locator('summary').all()) await summary.click()
      expect(await violations(page)).toEqual([])
      await keep(page, `${language}-${width}-open`)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await page.close()
    },
  )

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

  it('the page in Chromium is worked by the keyboard', async () => {
    const page = await open('en')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.id')).toBe('choose')
    await page.setInputFiles('#choose', fixture('lt.asice'))
    await page.waitForSelector('.signature')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.locator('details[open]').count()).toBe(1)
    expect(await page.locator('#status').textContent()).toContain('1 of 1 signature passed')
    await page.close()
  })

  it('the page in Chromium saves files out of a document with the bytes that were judged, one by one and as a ZIP archive', async () => {
    const page = await open('en')
    await page.setInputFiles('#choose', [fixture('lt.asice'), fixture('ddoc-1.3.ddoc')])
    await page.waitForFunction("document.querySelectorAll('.signature').length >= 2 && !document.querySelector('[aria-busy]')")
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
    await page.waitForSelector('article.error')
    expect(await page.locator('article').textContent()).toContain('Dokument on suurem')
    await page.close()
  })

  it('the page in Chromium cuts a name of ten thousand characters, and says what a file is that is no document', async () => {
    const page = await open('en')
    await page.setInputFiles('#choose', [
      { name: 'pilt.bdoc', mimeType: '', buffer: Buffer.from('\xff\xd8\xff\xe0\x00\x10JFIF', 'latin1') },
      { name: `${'x'.repeat(10_000)}.asice`, mimeType: '', buffer: readFileSync(fixture('lt.asice')) },
    ])
    await page.waitForFunction("document.querySelectorAll('article').length === 2 && !document.querySelector('[aria-busy]')")
    expect(await page.locator('article').nth(0).textContent()).toContain('It looks like a JPEG image.')
    expect((await page.locator('article h2').nth(1).textContent())?.length).toBeLessThan(310)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.close()
  })

  it('the page in Chromium sends no request to another host, and runs under its own policy', async () => {
    const page = await browser.newPage()
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
