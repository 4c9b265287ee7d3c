import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { PolicyName } from '#model'
import { loadInstances } from '../../src/trust/supply/load-instances.js'
import { openDecodedCache, type ValidationContext } from '../../src/validation/validation-context.js'
import { moments } from '../support/pki.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'
import { soundContainers, type XroadSample, xroadSamples } from '../support/xroad/samples.js'
import { type TestInstance, xroadTrustFiles } from '../support/xroad/trust.js'

const folder = mkdtempSync(join(tmpdir(), 'allkiri-xroad-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const contexts = new Map<readonly TestInstance[], ValidationContext>()

function contextOf(instances: readonly TestInstance[]): ValidationContext {
  const known = [...contexts].find(([configured]) => JSON.stringify(configured.map(nameOf)) === JSON.stringify(instances.map(nameOf)))?.[1]
  if (known !== undefined) return known
  const place = join(folder, String(contexts.size))
  mkdirSync(place)
  for (const [name, text] of xroadTrustFiles(instances)) writeFileSync(join(place, name), text)
  const context = createValidationContext(loadTrust(null), openDecodedCache(limits), loadInstances(join(place, 'xroad.json'), limits))
  contexts.set(instances, context)
  return context
}

const nameOf = ({ instance, expires, verifyOcspNextUpdate, authorities }: TestInstance) => [
  instance,
  expires,
  verifyOcspNextUpdate,
  authorities.map(({ to }) => to),
]

function validatedSample(sample: XroadSample, policy: PolicyName = 'POLv1') {
  const request = {
    document: sample.document(),
    filename: 'sonum.asice',
    documentType: 'XROAD',
    policy,
    validationTime: moments.validation,
  } as const
  return validated(request, contextOf(sample.instances))
}

function report(sample: XroadSample, policy: PolicyName = 'POLv1') {
  return validatedSample(sample, policy).report
}

describe('the verdict on an X-Road container', () => {
  it.each(xroadSamples.map((sample) => [sample.id, sample.what, sample] as const))(
    'the verdict on an X-Road container is as expected: %s: %s',
    (_, __, sample) => {
      const { signatures, signatureForm, validationWarnings } = report(sample)
      const [signature] = signatures
      expect({
        verdict: [signature?.indication, signature?.subIndication].filter((word) => word !== '').join(' '),
        errors: signature?.errors.map(({ key }) => key),
        warnings: signature?.warnings.map(({ key }) => key),
        validationWarnings: validationWarnings.map(({ key }) => key),
        form: signatureForm,
        scopes: signature?.signatureScopes.map(({ name }) => name),
      }).toEqual({
        verdict: sample.verdict,
        errors: sample.errors,
        warnings: sample.warnings,
        validationWarnings: sample.validationWarnings,
        form: sample.form,
        scopes: sample.scopes,
      })
    },
  )

  it.each(xroadSamples.map((sample) => [sample.id, sample] as const))(
    'an X-Road container counts every file that is warned of as left out, for headlines and the exit status: %s',
    (_, sample) => {
      const { document, report } = validatedSample(sample)
      const { filesLeftOut } = document
      const { validationWarnings } = report
      const warned = validationWarnings.filter(({ key }) => key === 'xroad-file-not-signed').length
      expect({ byAll: filesLeftOut.byAll.count, bySome: filesLeftOut.bySome.count }).toEqual({ byAll: warned, bySome: 0 })
    },
  )

  it('an X-Road container names a signature by itself, not by its content', () => {
    for (const sample of soundContainers) {
      const format = sample.form === 'ASiC_E' ? 'XAdES_BASELINE_LT' : 'XAdES_BASELINE_B_BES'
      expect(report(sample).signatures, sample.id).toMatchObject([{ id: 'signature', signatureFormat: format, signatureLevel: 'AdES' }])
    }
  })

  it('an X-Road container shows claimed and proven time, and who signed', () => {
    const [simple] = soundContainers
    expect(simple && report(simple).signatures).toMatchObject([
      { signedBy: 'Asutus 70000001', claimedSigningTime: '2026-03-10T10:00:00Z', info: { bestSignatureTime: '2026-03-10T10:00:05Z' } },
    ])
  })

  it('an X-Road container under POLv2 asks the lists of the EU for the level, and nothing else of them', () => {
    for (const sample of soundContainers) {
      expect(report(sample, 'POLv2').signatures, sample.id).toMatchObject([
        { indication: 'TOTAL-FAILED', subIndication: 'CHAIN_CONSTRAINTS_FAILURE', errors: [{ key: 'signature-level-qualified' }] },
      ])
    }
  })
})
