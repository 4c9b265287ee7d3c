import { pki } from '../pki.js'
import { additionalInformation } from './extensions.js'
import type { InstanceOptions, ListOptions, PointerOptions, ServiceOptions } from './list-options.js'
import { listSigners } from './list-signers.js'
import { signedList } from './sign-list.js'

/** The moment at which the lists of the test world are judged. */
export const listMoment = Date.parse('2026-08-01T12:00:00Z')
export const lotlLocation = 'https://lists.example/lotl.xml'
export const noticeUrl = 'https://journal.example/notice/1'
export const locationOf = (territory: string): string => `https://${territory.toLowerCase()}.example/list.xml`

const granted: InstanceOptions = { type: 'CA/QC', status: 'granted', from: '2016-07-01T00:00:00Z' }

const forSignatures: InstanceOptions = { ...granted, extensions: [{ content: additionalInformation('ForeSignatures') }] }

/** The services of the Estonian test list: what the test documents rest on. */
export const estonianServices: readonly ServiceOptions[] = [
  { name: 'Issuing authority', certificates: [pki.issuingAuthority.certificate], instances: [forSignatures] },
  { name: 'Second authority', certificates: [pki.secondAuthority.certificate], instances: [forSignatures] },
  { name: 'Responder', certificates: [pki.listedResponder.certificate], instances: [{ ...granted, type: 'Certstatus/OCSP/QC' }] },
  { name: 'Unit', certificates: [pki.timeStampingUnit.certificate], instances: [{ ...granted, type: 'TSA/QTST' }] },
]

/** A list with that many services of one certificate each; the certificate is the same, which a list may do. */
export const manyServices = (count: number): readonly ServiceOptions[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `Service ${i + 1}`,
    certificates: [pki.foreignAuthority.certificate],
    instances: [granted],
  }))

export function nationalList(territory: string, changes: Partial<ListOptions> = {}): Buffer {
  const services = territory === 'EE' ? estonianServices : [{ certificates: [pki.foreignAuthority.certificate], instances: [granted] }]
  return signedList({ territory, providers: [{ name: `Provider of ${territory}`, services }], ...changes })
}

export const pointerTo = (territory: string, changes: Partial<PointerOptions> = {}): PointerOptions => ({
  territory,
  location: locationOf(territory),
  signers: territorySigners(territory),
  ...changes,
})

function territorySigners(territory: string): PointerOptions['signers'] {
  switch (territory) {
    case 'EE':
      return [listSigners.ee.certificate, listSigners.eeSecond.certificate]
    case 'LV':
      return [listSigners.lv.certificate]
    default:
      return [listSigners.fi.certificate]
  }
}

/** The pointer of a list of lists to itself: who may sign its next instances. */
export const pointerToItself = (...signers: PointerOptions['signers']): PointerOptions => ({
  territory: 'EU',
  location: lotlLocation,
  kind: 'EUlistofthelists',
  signers,
})

/** Announces EE, LV and FI, starts from the notice without pivots, and is signed by the pinned signer. */
export function listOfLists(changes: Partial<ListOptions> = {}): Buffer {
  return signedList({
    territory: 'EU',
    kind: 'EUlistofthelists',
    sequenceNumber: 10,
    informationUris: [noticeUrl],
    pointers: [pointerToItself(listSigners.lotl.certificate), pointerTo('EE'), pointerTo('LV'), pointerTo('FI')],
    ...changes,
  })
}
