import type { LegalLevelKey } from '#model'
import type { CheckTexts } from '../language.js'

export const legalLevelMessages: CheckTexts<LegalLevelKey> = {
  'level-authorities-complete': [
    'Kas kõik sertifikaadi kohal olevad väljaandjad said kontrollitud?',
    'Sertifikaadi kohal on rohkem väljaandjaid, kui saab kontrollida, seega jääb õiguslik tase määramata.',
  ],
  'level-service-listed': [
    'Kas usaldusnimekirjas on teenus, mis sertifikaadi välja andis?',
    'Üheski usaldusnimekirjas ei ole ajal {time} teenust, mis sertifikaadi välja andis või on selle väljaandja kohal.',
  ],
  'level-service-for-qualified-certificates': [
    'Kas mõni neist teenustest annab välja kvalifitseeritud sertifikaate?',
    'Ükski nimekirjas olev teenus sertifikaadi kohal ei anna välja kvalifitseeritud sertifikaate[ (liigid: {types})].',
  ],
  'level-service-covers-certificate-type': [
    'Kas teenus annab välja seda liiki sertifikaate?',
    'Nimekirjas olevad teenused ei anna välja {type} liiki sertifikaate.',
  ],
  'level-services-consistent': [
    'Kas nimekirjade kirjed on vastuoludeta?',
    'Usaldusnimekirja kirje on vastuolus iseenda või kuupäevadega[ ({contradictions})].',
  ],
  'level-services-agree': [
    'Kas kõik teenused annavad sertifikaadi kohta sama tulemuse?',
    'Nimekirjas olevad teenused on sertifikaadi kohta vastuolus ({services}).',
  ],
  'level-service-active': ['Kas teenus oli tegev?', 'Nimekirjas olevad teenused ei olnud sel ajal tegevad ({services}: {statuses}).'],
  'level-certificate-qualified': ['Kas sertifikaat on kvalifitseeritud?', 'Teenus {service} ei tee sertifikaati kvalifitseerituks.'],
  'level-certificate-type': ['Kas sertifikaadi liik on teada?', 'Sertifikaadi liik ei ole teada (sertifikaadis on {stated}).'],
  'level-certificate-device': [
    'Kas võti on kvalifitseeritud allkirjastamisvahendis?',
    'Miski ei ütle, et võti on kvalifitseeritud allkirjastamisvahendis.',
  ],
  'level-same-at-issuance-and-signing': [
    'Kas sertifikaat oli väljaandmisel ja allkirjastamisel sama kvalifikatsiooniga?',
    'Sertifikaat oli väljaandmisel {issuance} ja allkirjastamisel {signing}.',
  ],
  'signature-level-qualified': [
    'Kas see on kvalifitseeritud e-allkiri või e-tempel?',
    'See ei ole kvalifitseeritud e-allkiri ega e-tempel[ (tase on {level})].',
  ],
  'signature-level-sufficient': [
    'Kas poliitika aktsepteerib allkirja õiguslikku taset?',
    'Poliitika aktsepteerib kvalifitseeritud allkirju ja kvalifitseeritud sertifikaadiga templeid; see allkiri ei ole kumbki[ (tase on {level})].',
  ],
  'signature-level-with-device': [
    'Kas allkirja võti on kvalifitseeritud allkirjastamisvahendis?',
    'Allkirjal on kvalifitseeritud sertifikaat, kuid miski ei ütle, et võti on kvalifitseeritud vahendis (tase on {level}).',
  ],
  'trusted-list-stale': [
    'Kas usaldusnimekiri, millele allkiri tugineb, on ajakohane?',
    'Allkiri tugineb usaldusnimekirjale {territory} (number {sequenceNumber}), mis oleks pidanud asenduma hiljemalt {nextUpdate}; hilisemaid muudatusi siin ei teata.',
  ],
  'list-of-lists-stale': [
    'Kas nimekirjade nimekiri, millele allkiri tugineb, on ajakohane?',
    'Allkiri tugineb nimekirjade nimekirjale {territory} (number {sequenceNumber}), mis oleks pidanud asenduma hiljemalt {nextUpdate}; hilisemaid muudatusi siin ei teata.',
  ],
  'trust-missing': [
    'Kas teenusel on usaldusnimekirju või usaldatud sertifikaate?',
    'Teenusel ei ole usaldusnimekirju ega usaldatud sertifikaate, seega ei saa ükski allkiri kehtida: dokumendi kohta see midagi ei ütle. Palu teenuse haldajal nimekirjad laadida ja kontrolli uuesti.',
  ],
}
