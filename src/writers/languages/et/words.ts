import type { LanguageTexts } from '../language.js'

/** The words that stand for facts, in the case that the sentences about checks need. */
export const words: LanguageTexts['words'] = {
  usage: {
    signature: 'allkirjastaja',
    'time-stamp': 'ajatempliüksuse',
    ocsp: 'kehtivuskinnituse andja',
    crl: 'tühistusnimekirja väljaandja',
  },
  kind: {
    content: 'sisu ajatempel',
    signature: 'allkirja ajatempel',
    'validation-data': 'kehtivusandmete ajatempel',
    archive: 'arhiiviajatempel',
    document: 'dokumendi ajatempel',
    container: 'konteineri ajatempel',
    ocsp: 'OCSP vastus',
    crl: 'tühistusnimekiri',
  },
  reason: {
    'not-accepted': 'see ei ole aktsepteeritud algoritmide loetelus',
    'key-too-small': 'võti on liiga lühike',
    'key-size-unknown': 'võtme suurus ei ole teada',
    'not-computable': 'seda ei saa siin kontrollida',
  },
  link: {
    mismatch: 'ei ole selle väljaandja allkirjastatud, keda see nimetab',
    'algorithm-unknown':
      'on allkirjastatud algoritmiga, mida ei saa siin kontrollida, seega ei ole teada, kas selle allkirjastas väljaandja, keda see nimetab',
  },
  listed: {
    none: 'seda ei ole dokumendis ega usaldatute seas',
    several: 'seda ei ole dokumendis ja usaldatute seas on selle nimega mitu eri võtmega ajatempliüksust',
    'not-stated': 'seda ei ole dokumendis ja ajatempel ei nimeta usaldatud üksuse sertifikaadi räsi',
    other: 'seda ei ole dokumendis ja selle nimega usaldatud ajatempliüksusel on muu sertifikaat',
  },
  nonce: {
    mismatch: 'see on millegi muu räsi',
    'not-digest-info': 'see ei ole räsi koos algoritmiga',
    'algorithm-unknown': 'selle algoritm ei ole teada',
    absent: 'seda ei ole',
  },
  aKind: {
    certificate: 'sertifikaat',
    ocsp: 'OCSP vastus',
    crl: 'tühistusnimekiri',
    message: 'CMS-sõnum',
    'time-stamp': 'ajatempel',
  },
  form: {
    der: 'väärtus on täisarvude paar DER-is, vorming tahab r ja s järjest',
    raw: 'väärtus on r ja s järjest, vorming tahab täisarvude paari DER-is',
    'not-der': 'väärtus ei ole täisarvude paar DER-is',
    length: 'väärtus ei ole võtmele ja algoritmile vastava pikkusega',
    'other-key': 'algoritm vajab muud liiki võtit kui sertifikaadis',
  },
  unreadable: {
    '2.5.29.15': 'keyUsage',
    '2.5.29.19': 'basicConstraints',
    '2.5.29.37': 'extKeyUsage',
    '1.3.6.1.5.5.7.48.1.5': 'ocsp-nocheck',
  },
  leftOut: {
    comments: 'kommentaarid, seega võib neid olla muudetud',
    declarations: 'nimeruumid, mida ükski element ega atribuut ei kasuta, seega võib neid kasutavate väärtuste tähendus olla muutunud',
    elements: 'osad, mille teisendus eemaldab, seega võib neid olla muudetud',
    writing: 'kirjutusviis; allkiri ei ütle, et tegu on XML-iga, ja muud programmid võivad näidata midagi muud',
  },
  manifest: {
    missing: 'ükski konteineri manifest seda ei nimeta',
    several: 'seda nimetab mitu konteineri manifesti',
    unreadable: 'konteineri manifesti ei saa lugeda',
    repeats: 'manifest nimetab mõnd faili mitu korda',
  },
  defect: {
    value: 'selle väärtus ei kontrollu',
    elsewhere: 'see on millegi muu kui selle allkirja kohta või seda on muudetud',
    'no-certificate': 'selle andja sertifikaati ei ole allkirjas',
    algorithm: 'see kasutab algoritmi, mida siin ei tunta, või võtit, millega seda kasutada ei saa',
    unreadable: 'seda ei saa lugeda',
  },
  deviation: {
    'sub-filter': 'SubFilter ei ole ETSI.CAdES.detached',
    'no-sub-filter': 'SubFilter puudub',
    'signing-time': 'sellel on atribuut signing-time, mida PAdES ei luba',
    'two-signing-certificate-attributes': 'sellel on mõlemad signing-certificate atribuudid, PAdES lubab üht',
    'signer-not-in-message': 'allkirjastaja sertifikaat ei ole CMS-sõnumis, vaid mujal failis',
  },
  missing: {
    container: 'ei ole konteineri andmefailide seas',
    'signature-file': 'puudub',
    'not-given': 'ei ole dokumendis ega selle kõrval',
    'not-followed': 'jääb leidmata: selliseid viiteid ei järgita',
    pdf: 'ei ole kindlaks tehtav',
  },
  difference: {
    form: 'selle nimi on kirjutatud teises Unicode’i kujus',
    invisible: 'selle nimes on märk, mida ei näidata',
  },
  situation: {
    'not-found': 'ei ole allkirjas',
    unreadable: 'ei ole loetav',
    elsewhere: 'on allkirjas, kuid mitte KeyInfo elemendis, kus see peab olema',
  },
  place: {
    'key-info': 'KeyInfo',
    'certificate-values': 'CertificateValues',
    'attribute-certificate-values': 'AttrAuthoritiesCertValues',
    'time-stamp-validation-data': 'TimeStampValidationData',
    'time-stamp-token': 'ajatempel',
    'ocsp-response': 'OCSP vastus',
    'revocation-values': 'RevocationValues',
    'attribute-revocation-values': 'AttributeRevocationValues',
    'cms-signed-data': 'CMS-sõnum',
    'dss-dictionary': 'DSS-sõnastik',
  },
  found: {
    none: 'kehtivusinfot ei ole',
    unreadable: 'kehtivusinfot ei saa kasutada',
    'cms-signed-data': 'kehtivusinfo on CMS-sõnumis, mitte DSS-sõnastikus, kus tase LT seda nõuab',
    elsewhere: 'kehtivusinfo on kohas, kus tase LT seda ei luba',
  },
  outlook: {
    'can-be-added': 'selle saab lisada ja allkirja uuesti kontrollida',
    'short-term':
      'sertifikaadi järgi on selle kehtivus tagatud lühikeseks ajaks (EN 319 412-1), seega selle kohta kehtivusinfot ei väljastata ja seda ei saa lisada',
    'not-issued':
      'sertifikaadi järgi selle väljaandja selle kohta kehtivusinfot ei väljasta (noRevAvail, RFC 9608), seega ei saa seda lisada',
  },
  repeats: {
    id: 'tunnus',
    content: 'sisu',
  },
}
