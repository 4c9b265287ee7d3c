import { describe, expect, it } from 'vitest'
import type { CertificateFacts, MemberProfile } from '#model'
import { memberOfCertificate } from '../../../../src/validation/policy/xroad/member-of-certificate.js'
import { certificate } from '../sound-signatures.js'

const oids = {
  CN: '2.5.4.3',
  serialNumber: '2.5.4.5',
  C: '2.5.4.6',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  businessCategory: '2.5.4.15',
  organizationIdentifier: '2.5.4.97',
} as const

type Subject = readonly (readonly [attribute: keyof typeof oids, value: string])[]

function certificateOf(subject: Subject): CertificateFacts {
  const facts = certificate('Member')
  return { ...facts, subject: { ...facts.subject, attributes: subject.map(([name, value]) => ({ oid: oids[name], value })) } }
}

function written(profile: MemberProfile, subject: Subject): string | null {
  const member = memberOfCertificate(profile, certificateOf(subject), 'EE')
  return member === null ? null : `${member.instance}/${member.memberClass}/${member.memberCode}`
}

const finnish = (serialNumber: string, others: Subject = []): Subject => [
  ['C', 'FI'],
  ['O', 'Virasto'],
  ['CN', '1234567-8'],
  ['serialNumber', serialNumber],
  ...others,
]
const server: Subject = [
  ['O', 'FO-TEST'],
  ['OU', 'COM'],
  ['CN', '12345'],
]

/** Certificates of each profile with the member that they name; null: none. A profile without certificates does not compile. */
const certificates: Readonly<Record<MemberProfile, readonly (readonly [subject: Subject, member: string | null])[]>> = {
  SkKlass3: [
    [[['serialNumber', '10000002']], 'EE/COM/10000002'],
    [[['serialNumber', '60000002']], 'EE/COM/60000002'],
    [[['serialNumber', '70000001']], 'EE/GOV/70000001'],
    [[['serialNumber', '80000001']], 'EE/NGO/80000001'],
    [[['serialNumber', '90000001']], 'EE/NGO/90000001'],
    [[['serialNumber', '00000001']], null],
    [[['serialNumber', '7000000']], null],
    [[['serialNumber', '700000011']], null],
    [[['serialNumber', '7000000a']], null],
    [[['serialNumber', '']], null],
    [[['CN', '70000001']], null],
    [
      [
        ['serialNumber', '70000001'],
        ['serialNumber', '70000002'],
      ],
      null,
    ],
    [[['organizationIdentifier', 'NTREE-10000002']], 'EE/COM/10000002'],
    [[['organizationIdentifier', 'GO:EE-70000001']], 'EE/GOV/70000001'],
    [[['organizationIdentifier', 'NP:EE-80000001']], 'EE/NGO/80000001'],
    [[['organizationIdentifier', 'VATEE-101']], 'EE/NEE/VATEE-101'],
    [[['organizationIdentifier', 'NTREE-']], null],
    [
      [
        ['serialNumber', '70000001'],
        ['organizationIdentifier', 'NTREE-10000002'],
      ],
      'EE/COM/10000002',
    ],
  ],
  SkEsteId: [
    [[['serialNumber', 'PNOEE-38001085718']], 'EE/PERSON/PNOEE-38001085718'],
    [[['CN', 'PNOEE-38001085718']], null],
  ],
  Basic: [
    [
      [
        ['businessCategory', 'COM'],
        ['serialNumber', '1'],
      ],
      'EE/COM/1',
    ],
    [[['serialNumber', '1']], null],
    [[['businessCategory', 'COM']], null],
  ],
  BasicACME: [
    [
      [
        ['businessCategory', 'GOV'],
        ['serialNumber', '2'],
      ],
      'EE/GOV/2',
    ],
    [[['serialNumber', '2']], null],
  ],
  Ejbca: [
    [
      [
        ['C', 'XX'],
        ['O', 'COM'],
        ['CN', '3'],
      ],
      'XX/COM/3',
    ],
    [
      [
        ['O', 'COM'],
        ['CN', '3'],
      ],
      null,
    ],
    [
      [
        ['C', 'XX'],
        ['CN', '3'],
      ],
      null,
    ],
    [
      [
        ['C', 'XX'],
        ['O', 'COM'],
      ],
      null,
    ],
  ],
  FiVRK: [
    [finnish('FI-TEST/server/GOV'), 'FI-TEST/GOV/1234567-8'],
    [finnish('FI-TEST/server'), null],
    [finnish('FI-TEST/server/GOV/more'), null],
    [finnish('/server/GOV'), null],
    [finnish('FI-TEST//GOV'), null],
    [finnish('FI-TEST/server/'), null],
    [finnish('FI-TEST/server/GOV').filter(([name]) => name !== 'C'), null],
    [finnish('FI-TEST/server/GOV').map(([name, value]) => [name, name === 'C' ? 'SE' : value] as const), null],
    [finnish('FI-TEST/server/GOV').filter(([name]) => name !== 'O'), null],
    [finnish('FI-TEST/server/GOV').filter(([name]) => name !== 'CN'), null],
    [
      [
        ['C', 'FI'],
        ['O', 'FI-TEST'],
        ['OU', 'GOV'],
        ['CN', '4'],
      ],
      'FI-TEST/GOV/4',
    ],
    [
      [
        ['C', 'SE'],
        ['O', 'FI-TEST'],
        ['OU', 'GOV'],
        ['CN', '4'],
      ],
      null,
    ],
    [
      [
        ['C', 'FI-TEST'],
        ['O', 'GOV'],
        ['CN', '4'],
      ],
      'FI-TEST/GOV/4',
    ],
  ],
  Fo: [
    [[['C', 'FO'], ['serialNumber', 'server'], ...server], 'FO-TEST/COM/12345'],
    [[['C', 'IS'], ['serialNumber', 'server'], ...server], null],
    [[['C', 'FO'], ...server], null],
    [[['serialNumber', 'server'], ...server], null],
  ],
  Is: [
    [[['C', 'IS'], ['serialNumber', 'server'], ...server], 'FO-TEST/COM/12345'],
    [[['C', 'FO'], ['serialNumber', 'server'], ...server], null],
    [[['C', 'IS'], ...server], null],
    [
      [
        ['C', 'IS-TEST'],
        ['O', 'COM'],
        ['CN', '12345'],
      ],
      'IS-TEST/COM/12345',
    ],
    [
      [
        ['C', 'IS'],
        ['O', 'COM'],
        ['CN', '12345'],
        ['serialNumber', 'server'],
      ],
      null,
    ],
  ],
}

describe('the member that a certificate names', () => {
  const cases = Object.entries(certificates).flatMap(([profile, expected]) =>
    expected.map(([subject, member]) => ({
      profile: profile as MemberProfile,
      text: subject.map(([name, value]) => `${name}=${value}`).join(', '),
      subject,
      member,
    })),
  )

  it.each(cases)('the member that a certificate of the profile $profile names is $member: $text', ({ profile, subject, member }) => {
    expect(written(profile, subject)).toBe(member)
  })
})
