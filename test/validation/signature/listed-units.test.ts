import { describe, expect, it } from 'vitest'
import type { CertificateFacts, SignerDesignation } from '#model'
import { completeTimeStamps } from '#validation/signature'
import type { Identity } from '../../support/certificate.js'
import { pki, variantOf } from '../../support/pki.js'
import type { TimeStampOptions } from '../../support/time-stamp.js'
import { newContext, readSigned } from './reading.js'

const context = newContext()
const factsOf = ({ certificate }: Identity): CertificateFacts => context.cache.certificate(certificate.der).facts
const unit = pki.timeStampingUnit

/** The first time-stamp of a signature whose token has no certificate, completed with these listed ones, and the designations that were looked up. */
function complete(timeStamp: Partial<TimeStampOptions>, listed: readonly Identity[]) {
  const asked: SignerDesignation[] = []
  const read = readSigned({ timeStamp: { certificates: [], ...timeStamp }, certificateValues: [] })
  const { facts, units } = completeTimeStamps(
    read,
    (designation) => {
      asked.push(designation)
      return listed.map(factsOf)
    },
    context,
  )
  return { timeStamp: facts.timeStamps[0], units: units.map(({ id }) => id), asked }
}

describe('a time-stamp without the certificate of its unit', () => {
  it('a time-stamp without the certificate of its unit is verified with the listed one whose digest it states', () => {
    const { timeStamp, units } = complete({}, [unit])
    expect(timeStamp).toMatchObject({
      signingCertificate: factsOf(unit).id,
      listedUnit: 'found',
      token: { signature: 'intact', signingCertificateAttribute: 'match' },
    })
    expect(units).toEqual([factsOf(unit).id])
  })

  it('a time-stamp without the certificate of its unit takes, of several listed ones of one key, the one whose digest it states', () => {
    const renewed = variantOf(unit, { notAfter: '2040-01-01T00:00:00Z' })
    const { timeStamp } = complete({ keyIdentifier: true }, [renewed, unit])
    expect(timeStamp).toMatchObject({ signingCertificate: factsOf(unit).id, listedUnit: 'found' })
  })

  it('a time-stamp without the certificate of its unit is verified with none of two listed units that have one key identifier and different keys', () => {
    const { subjectKeyIdentifier } = factsOf(unit)
    const liar = variantOf(pki.foreignTimeStampingUnit, { subjectKeyIdentifier: Buffer.from(subjectKeyIdentifier ?? '', 'hex') })
    const { timeStamp, units, asked } = complete({ keyIdentifier: true }, [unit, liar])
    expect(timeStamp).toMatchObject({ signingCertificate: null, listedUnit: 'several', token: { signature: 'no-certificate' } })
    expect(units).toEqual([])
    expect(asked).toEqual([{ kind: 'key-identifier', subjectKeyIdentifier }])
  })

  it('a time-stamp without the certificate of its unit stays without one when it states no digest, or that of another certificate', () => {
    expect(complete({ signingCertificate: 'none' }, [unit]).timeStamp).toMatchObject({ signingCertificate: null, listedUnit: 'not-stated' })
    const { timeStamp } = complete({ referencedCertificate: pki.unlistedTimeStampingUnit.certificate }, [unit])
    expect(timeStamp).toMatchObject({ signingCertificate: null, listedUnit: 'other' })
  })

  it('a time-stamp without the certificate of its unit stays without one when no listed unit is named so', () => {
    expect(complete({}, []).timeStamp).toMatchObject({ signingCertificate: null, listedUnit: 'none' })
  })
})

it('a time-stamp with its certificate looks up no listed unit', () => {
  const read = readSigned()
  const completed = completeTimeStamps(
    read,
    () => {
      throw new Error('nothing is to be found')
    },
    context,
  )
  expect(completed).toEqual({ facts: read, units: [] })
  expect(completed.facts).toBe(read)
})
