import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { DocumentReport } from '#model'
import { type ReportOrder, writeReport } from '#writers'
import * as cli from '#writers/cli'
import * as detailed from '#writers/detailed'
import * as etsi from '#writers/etsi'
import * as explanation from '#writers/explanation'
import * as print from '#writers/print'
import * as siva1 from '#writers/siva1'
import * as siva3 from '#writers/siva3'
import * as statistics from '#writers/statistics'
import { passing, reportOf, undecided, unreadable, unsigned } from '../support/sample-reports.js'
import { soundArchive, soundTimeMark } from '../validation/policy/sound-signatures.js'

const reports: Readonly<Record<string, DocumentReport>> = {
  'a signature that passes': passing,
  'a signature that cannot be decided': undecided,
  'a signature that cannot be read': unreadable,
  'no signatures': unsigned,
  'a time-mark': reportOf([soundTimeMark()]),
  'an archive time-stamp': reportOf([soundArchive()]),
  'several signatures': { ...passing, signatures: [...passing.signatures, ...unreadable.signatures, ...undecided.signatures] },
}

const orders: readonly ReportOrder[] = [
  { form: 'siva1-json', strict: false, detailed: true },
  { form: 'siva1-soap' },
  { form: 'siva3', strict: false, reportType: 'Detailed', named: true, digests: null, digest: true },
  { form: 'detailed' },
  { form: 'etsi' },
  { form: 'html', language: 'et' },
  { form: 'page', timeZone: 'UTC' },
  { form: 'page-checks', language: 'en', signature: 0 },
  { form: 'text', file: 'leping.asice', explain: true, colours: false },
  { form: 'command-json', strict: false, explain: true, basis: true },
]

const context = { validator: 'allkiri', files: () => [] }
const textOf = (written: unknown) =>
  written instanceof Uint8Array ? Buffer.from(written).toString() : typeof written === 'string' ? written : JSON.stringify(written)
const cases = orders.flatMap((order) => Object.entries(reports).map(([what, report]) => [order.form, what, order, report] as const))

describe('every writer', () => {
  it.each(cases)(
    'the writer %s writes a report with %s, always the same, and leaves the report as it was',
    async (_form, _what, order, report) => {
      const before = JSON.stringify(report)
      const written = textOf(await writeReport(report, order, context))
      expect(textOf(await writeReport(report, order, context))).toBe(written)
      expect(JSON.stringify(report)).toBe(before)
      expect(written).not.toMatch(/undefined|NaN|\[object Object\]/)
    },
  )

  it.each(cases)('the writer %s says of %s how many signatures there are and what came of each', async (form, _what, order, report) => {
    const written = textOf(await writeReport(report, order, context))
    for (const { indication } of report.signatures) {
      const shown = { etsi: indication.toLowerCase(), html: 'codes', page: 'codes', 'page-checks': 'block' }[form as string] ?? indication
      expect(written).toContain(shown)
    }
  })

  it('every writer names the members of the report and of a signature that it leaves out, and they are members', () => {
    const ofReport = new Set(Object.keys(passing))
    const ofSignature = new Set(passing.signatures.flatMap((signature) => Object.keys(signature)))
    for (const writer of [cli, detailed, etsi, explanation, print, siva1, siva3, statistics]) {
      for (const name of writer.leftOutOfReport) expect(ofReport).toContain(name)
      for (const name of writer.leftOutOfSignature) expect(ofSignature).toContain(name)
    }
  })

  it('every writer of explanations keeps each block with its status and the blocks inside it when it becomes JSON', () => {
    const blocksOf = (value: unknown): object[] => {
      if (typeof value !== 'object' || value === null) return []
      const own = 'clause' in value && 'subject' in value ? [value] : []
      return [...own, ...Object.values(value).flatMap(blocksOf)]
    }
    const blocks = blocksOf(JSON.parse(JSON.stringify(explanation.writeExplanation(passing))))
    expect(blocks.map((block) => 'name' in block && block.name)).toEqual(
      expect.arrayContaining(['basic-signature', 'x509-certificate-validation', 'long-term', 'archival']),
    )
    for (const block of blocks) expect(Object.keys(block)).toEqual(['name', 'clause', 'subject', 'status', 'checks', 'children'])
  })

  it('every writer has a folder of tests or shares that of another', () => {
    const folders = readdirSync(new URL('../../src/writers', import.meta.url), { withFileTypes: true }).filter(
      // The texts that writers share.
      (entry) => entry.isDirectory() && entry.name !== 'languages',
    )
    expect(folders.map(({ name }) => name).sort()).toEqual([
      'audit',
      'basis',
      'cli',
      'detailed',
      'etsi',
      'evidence',
      'explanation',
      'forecast',
      'page',
      'print',
      'siva1',
      'siva3',
      'statistics',
      'styles',
    ])
  })
})

describe('the summary of a report', () => {
  it('the summary of a report counts signatures and verdicts, and has the names of SiVa for the log', () => {
    expect(statistics.summarise({ ...passing, signatures: [...passing.signatures, ...unreadable.signatures] })).toEqual({
      signatures: 2,
      passing: 1,
      verdicts: { 'TOTAL-PASSED': 1, 'TOTAL-FAILED': 1 },
      form: 'ASiC_E',
      filesLeftOut: passing.filesLeftOut,
      statistics: {
        type: 'ASiC-E',
        sigType: 'XAdES',
        sigCt: 2,
        vSigCt: 1,
        sigRslt: [
          { i: 'TOTAL-PASSED', cc: 'EE', sf: 'XAdES_BASELINE_LT' },
          { i: 'TOTAL-FAILED', si: 'FORMAT_FAILURE', cc: 'XX', sf: '' },
        ],
      },
    })
    expect(statistics.summarise(unsigned).statistics).toMatchObject({ sigType: 'N/A', sigRslt: [] })
  })
})
