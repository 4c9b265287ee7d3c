import { agreement, dataFile, signedContainer } from '../asice.js'
import { fails, type Sample, sample } from './sample.js'

const ambiguous = 'only signed bytes are used: an Id that several elements carry designates nothing (XMLDSIG 4.4.3.2)'

/** The signed properties of a finished signature. */
const signedProperties = (xml: string): string => /<xades:SignedProperties[\s\S]*<\/xades:SignedProperties>/.exec(xml)?.[0] ?? ''
const withRole = (properties: string, role: string): string => properties.replace(/<xades:ClaimedRole>[^<]*/, `<xades:ClaimedRole>${role}`)
const signed = { roles: ['praktikant'] } as const

/** Signature wrapping: what is verified and what is read are not the same element. */
export const wrappingSamples: readonly Sample[] = [
  sample(
    'wrapping-properties-replaced',
    {
      what: 'The signed properties were moved into another ds:Object and false ones with the same Id put in their place',
      why: ambiguous,
      document: () =>
        signedContainer({
          ...signed,
          tamper: (xml) => {
            const genuine = signedProperties(xml)
            return xml
              .replace(genuine, withRole(genuine, 'direktor'))
              .replace('</ds:Signature>', `<ds:Object>${genuine}</ds:Object></ds:Signature>`)
          },
        }),
      fixture: true,
    },
    fails('LT', 'FORMAT_FAILURE', ['identifier-unique', 'signed-properties-referenced', 'signing-certificate-reference-signed']),
  ),
  sample(
    'wrapping-properties-before-signature',
    {
      what: 'The signed properties stand in front of the signature, false ones inside it',
      why: ambiguous,
      document: () =>
        signedContainer({
          ...signed,
          tamper: (xml) => {
            const genuine = signedProperties(xml)
            return xml.replace(genuine, withRole(genuine, 'direktor')).replace('<ds:Signature ', `${genuine}<ds:Signature `)
          },
        }),
    },
    fails('LT', 'FORMAT_FAILURE', ['identifier-unique', 'signed-properties-referenced', 'signing-certificate-reference-signed']),
  ),
  sample(
    'wrapping-properties-with-new-id',
    {
      what: 'False properties under a new Id stand where they belong, the signed ones elsewhere',
      why: 'EN 319 132-1 4.3.3: the reference must name the properties of this signature',
      document: () =>
        signedContainer({
          ...signed,
          tamper: (xml) => {
            const genuine = signedProperties(xml)
            const forged = withRole(genuine, 'direktor').replace('Id="S0-SignedProperties"', 'Id="S0-Other"')
            return xml.replace(genuine, forged).replace('</ds:Signature>', `<ds:Object>${genuine}</ds:Object></ds:Signature>`)
          },
        }),
    },
    fails('LT', 'FORMAT_FAILURE', ['signed-properties-referenced', 'signing-certificate-reference-signed']),
  ),
  sample(
    'wrapping-properties-twice',
    {
      what: 'False properties follow the signed ones in the same QualifyingProperties',
      why: 'EN 319 132-1 4.3: one SignedProperties',
      document: () =>
        signedContainer({
          ...signed,
          tamper: (xml) => {
            const genuine = signedProperties(xml)
            return xml.replace(genuine, `${genuine}${withRole(genuine, 'direktor').replace('Id="S0-SignedProperties"', 'Id="S0-Other"')}`)
          },
        }),
    },
    fails('LT', 'FORMAT_FAILURE', ['signature-structure']),
  ),
  sample(
    'wrapping-second-qualifying-properties',
    {
      what: 'A second QualifyingProperties for the same signature',
      why: 'BDOC 2.1: exactly one',
      document: () =>
        signedContainer({
          ...signed,
          tamper: (xml) =>
            xml.replace(
              '</ds:Signature>',
              `<ds:Object><xades:QualifyingProperties Target="#S0">${withRole(signedProperties(xml), 'direktor').replace('Id="S0-SignedProperties"', 'Id="S0-Other"')}</xades:QualifyingProperties></ds:Object></ds:Signature>`,
            ),
        }),
    },
    fails('LT', 'FORMAT_FAILURE', ['signature-structure']),
  ),
  sample(
    'wrapping-second-signed-info',
    {
      what: 'A SignedInfo over another file stands in front of the signed one',
      why: 'XMLDSIG 4.2: one SignedInfo',
      document: () => {
        const other = dataFile('leping2.txt', 'Müüja kingib ostjale kõik jalgrattad.\n')
        return signedContainer(
          {
            tamper: (xml) => {
              const genuine = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(xml)?.[0] ?? ''
              return xml.replace(genuine, `${genuine.replace('URI="leping.txt"', 'URI="leping2.txt"')}${genuine}`)
            },
          },
          { files: [agreement, other], signedFiles: [agreement] },
        )
      },
    },
    fails('', 'FORMAT_FAILURE', ['signature-readable']),
  ),
  sample(
    'wrapping-target-elsewhere',
    {
      what: 'Target of QualifyingProperties names another signature',
      why: 'EN 319 132-1 4.3.2: the target is this signature',
      document: () => signedContainer({ edit: (xml) => xml.replace('Target="#S0"', 'Target="#S1"') }),
    },
    fails('LT', 'FORMAT_FAILURE', ['signature-structure', 'signing-certificate-reference-signed']),
  ),
  sample(
    'duplicate-id-of-data-reference',
    {
      what: 'Two references carry the same Id',
      why: ambiguous,
      document: () => signedContainer({ references: (references) => references.map((reference) => ({ ...reference, id: 'S0-RefId0' })) }),
    },
    fails('LT', 'FORMAT_FAILURE', ['identifier-unique']),
  ),
]
