import type { CertificateKey } from '#model'
import type { CheckTexts } from '../language.js'

export const certificateMessages: CheckTexts<CertificateKey> = {
  'certificate-chain-found': [
    'Kas sertifikaadist viib ahel usaldatud väljaandjani?',
    '{usage} sertifikaadist ({subject}) ei vii ahel usaldatud väljaandjani; ahel lõpeb: {issuer}.',
  ],
  'certificate-signature-intact': [
    'Kas sertifikaadi on allkirjastanud väljaandja, keda see nimetab?',
    '{usage} sertifikaat ({subject}) {link} ({issuer}).',
  ],
  'certificate-paths-complete': [
    'Kas kõik sertifikaadiahelad said kontrollitud?',
    'Allkirjas on nii palju sertifikaate, et kõiki {usage} ahelaid ({subject}) ei saanud kontrollida.',
  ],
  'trust-service-type': [
    'Kas usaldusteenust usaldatakse sellel otstarbel?',
    '{usage} sertifikaadil ({subject}) ei ole usaldusteenust, mida oleks ajal {at} sellel otstarbel usaldatud[ ({service})][; selle laiendit {unreadable} ei saa lugeda].',
  ],
  'trust-service-status': [
    'Kas usaldusteenusel oli aktsepteeritud olek?',
    '{usage} sertifikaadi ({subject}) usaldusteenusel ei olnud ajal {at} aktsepteeritud olekut ({service}, olek {status}).',
  ],
  'certificate-issuer-name': [
    'Kas iga sertifikaat nimetab oma väljaandja?',
    '{usage} ahelas ({subject}) nimetab üks sertifikaat muud väljaandjat ({issuer}) kui see, kes selle allkirjastas ({issuerSubject}).',
  ],
  'authority-basic-constraints': [
    'Kas ahela väljaandjad tohivad sertifikaate välja anda?',
    '{usage} ahelas ({subject}) on väljaandja, kes ei tohi sertifikaate välja anda ({authority})[; selle laiendit {unreadable} ei saa lugeda].',
  ],
  'authority-path-length': [
    'Kas ahel ei ole pikem, kui väljaandjad lubavad?',
    '{usage} ahel ({subject}) on pikem, kui väljaandja {authority} lubab (väljaandjaid selle all {length}, lubatud {limit}).',
  ],
  'authority-key-usage': [
    'Kas väljaandjate võtmed tohivad sertifikaate allkirjastada?',
    '{usage} ahelas ({subject}) on väljaandja, kelle võti ei tohi sertifikaate allkirjastada ({authority})[; selle laiendit {unreadable} ei saa lugeda].',
  ],
  'certificate-name-constraints': [
    'Kas ahela väljaandjad on nimepiiranguteta?',
    'Väljaandja {authority} {usage} ahelas ({subject}) tohib anda sertifikaate ainult teatud nimedele; seda piirangut siin ei toetata.',
  ],
  'certificate-critical-extensions': [
    'Kas sertifikaatide iga kriitilist laiendit toetatakse?',
    '{usage} ahela sertifikaadil {certificate} on kriitiline laiend, mida ei toetata ({extensions}).',
  ],
  'signing-certificate-key-usage': [
    'Kas allkirjastaja võti tohib anda siduvaid allkirju (nonRepudiation)?',
    'Allkirjastaja sertifikaat ({subject}) ei ole mõeldud allkirjade andmiseks (võtmekasutuses puudub nonRepudiation)[; selle laiendit {unreadable} ei saa lugeda].',
  ],
  'time-stamping-unit-key-purpose': [
    'Kas ajatempliüksuse sertifikaat on mõeldud ajatemplite jaoks?',
    'Ajatempliüksuse sertifikaat ({subject}) ei ole mõeldud ajatemplite jaoks[; selle laiendit {unreadable} ei saa lugeda].',
  ],
  'certificate-not-revoked': [
    'Kas sertifikaat ei ole tühistatud?',
    '{usage} sertifikaat ({certificate}) tühistati[ {revokedAt}] ja ei ole tõendatud, et seda kasutati enne seda.',
  ],
  'certificate-not-on-hold': [
    'Kas sertifikaat ei olnud peatatud?',
    '{usage} ahela sertifikaat {certificate} oli peatatud[ alates {suspendedAt}].',
  ],
  'authority-not-revoked': ['Kas ahela väljaandjad ei ole tühistatud?', '{usage} ahela väljaandja {certificate} tühistati[ {revokedAt}].'],
  'certificate-algorithm-acceptable': [
    'Kas sertifikaadid on allkirjastatud aktsepteeritud algoritmidega?',
    'Sertifikaat {certificate} on allkirjastatud algoritmi või võtmega, mis ei ole aktsepteeritud ({algorithm}[ räsiga {digest}][, võti {keySize} bitti][, {reason}][, aktsepteeritud kuni {until}]).',
  ],
  'authority-valid': [
    'Kas ahela väljaandjate sertifikaadid kehtisid?',
    '{usage} ahela väljaandja {certificate} sertifikaat ei kehtinud ajal {at} (kehtib {notBefore} kuni {notAfter}).',
  ],
  'certificate-valid': [
    'Kas sertifikaat kehtis?',
    '{usage} sertifikaat ({certificate}) ei kehtinud ajal {at} (kehtib {notBefore} kuni {notAfter}).',
  ],
  'revocation-data-available': [
    'Kas sertifikaadi kohta on kehtivusinfot?',
    '{usage} sertifikaadi ({certificate}) kohta ei ole kasutatavat OCSP vastust ega tühistusnimekirja[; {outlook}].',
  ],
  'authority-revocation-data-available': [
    'Kas väljaandjate kohta on kehtivusinfot?',
    '{usage} ahela väljaandja {certificate} kohta ei ole kasutatavat OCSP vastust ega tühistusnimekirja.',
  ],
  'revocation-source-ocsp': [
    'Kas allkirjastaja sertifikaati kinnitab OCSP vastus?',
    'Allkirjastaja sertifikaati ({certificate}) kinnitab ainult tühistusnimekiri; nõutud on OCSP vastus.',
  ],
  'revocation-status-known': [
    'Kas kehtivuskinnituse andja tunneb sertifikaati?',
    'OCSP responder {responder} ei tunne sertifikaati {about} (vastus {producedAt}).',
  ],
  'revocation-extensions-understood': [
    'Kas kehtivusinfo iga kriitilist laiendit toetatakse?',
    'Kehtivusinfol ({kind}, {about}) on kriitiline laiend, mida ei toetata ({extensions}).',
  ],
  'revocation-issuer-identified': [
    'Kas kehtivusinfo väljaandja sertifikaat on olemas?',
    'Kehtivusinfo ({kind}, {about}) väljaandja sertifikaat ei ole ei allkirjas ega usaldatute seas.',
  ],
  'revocation-signature-intact': [
    'Kas kehtivusinfo on allkirjastanud selle väljaandja?',
    'Kehtivusinfo ({kind}, {about}) ei klapi oma väljaandja sertifikaadiga[ ({responder})].',
  ],
  'revocation-issuer-chain-found': [
    'Kas kehtivusinfo väljaandjast viib ahel usaldatud väljaandjani?',
    'Kehtivusinfo ({kind}, {about}) väljaandjast ({responder}) ei vii ahel usaldatud väljaandjani.',
  ],
  'revocation-issuer-authorised': [
    'Kas kehtivusinfo väljaandjal on selle sertifikaadi kohta õigus vastata?',
    'Kehtivusinfo ({kind}, {about}) väljaandjal ({responder}) ei ole selleks õigust: teda ennast ei usaldata ja sertifikaadi väljaandja ei ole teda määranud[; selle laiendit {unreadable} ei saa lugeda].',
  ],
  'revocation-issuer-status': [
    'Kas kehtivusinfo väljaandja usaldusteenusel oli aktsepteeritud olek?',
    'Usaldusteenusel, mis andis kehtivusinfo ({kind}, {about}, {responder}), ei olnud ajal {at} aktsepteeritud olekut[ (olek {status})].',
  ],
  'revocation-issuer-certificate-acceptable': [
    'Kas kehtivusinfo väljaandja sertifikaat on aktsepteeritav?',
    'Kehtivusinfo ({kind}, {about}) väljaandja ({responder}) sertifikaat ei ole aktsepteeritav.',
  ],
  'revocation-issuer-valid': [
    'Kas kehtivusinfo väljaandja sertifikaat kehtis, kui info anti?',
    'Kehtivusinfo ({kind}, {about}) väljaandja ({responder}) sertifikaat ei kehtinud ajal {producedAt} (kehtib {notBefore} kuni {notAfter}).',
  ],
  'revocation-issuer-not-revoked': [
    'Kas kehtivusinfo väljaandja sertifikaat ei ole tühistatud?',
    'Miski ei näita, et kehtivusinfo ({kind}, {about}) väljaandja ({responder}) sertifikaat ei ole ise tühistatud[; selle laiendit {unreadable} ei saa lugeda].',
  ],
  'revocation-algorithm-acceptable': [
    'Kas kehtivusinfo on allkirjastatud aktsepteeritud algoritmidega?',
    'Kehtivusinfo ({kind}, {about}) on allkirjastatud algoritmi või võtmega, mis ei ole aktsepteeritud ({algorithm}[ räsiga {digest}][, {reason}]).',
  ],
  'revocation-issued-after-certificate': [
    'Kas kehtivusinfo on uuem kui sertifikaat?',
    'Kehtivusinfo ({kind}, {about}) kirjeldab olekut ({thisUpdate}) ajast enne sertifikaadi väljaandmist ({notBefore}).',
  ],
  'revocation-times-in-order': [
    'Kas kehtivusinfo on antud pärast olekut, mida see kirjeldab?',
    'Kehtivusinfo ({kind}, {about}) kirjeldab olekut ({thisUpdate}), mis on hilisem kui selle andmise aeg ({producedAt}).',
  ],
  'revocation-made-in-time': [
    'Kas kehtivusinfo on antud enne kontrollimise aega?',
    'Kehtivusinfo ({kind}[, {about}]) anti {producedAt}, pärast kontrollimise aega ({at}).',
  ],
  'revocation-covers-certificate': [
    'Kas kehtivusinfo käib ka sertifikaadi kohta, mis võis olla juba aegunud?',
    'Kehtivusinfo ({kind}, {about}) kirjeldab olekut ({thisUpdate}) pärast sertifikaadi aegumist ({notAfter}). Allikas ei ütle, et see säilitab aegunud sertifikaatide tühistamised, seega võib sertifikaat olla tühistatud.',
  ],
  'revocation-next-update-present': [
    'Kas kehtivusinfo ütleb, millal tuleb järgmine?',
    'Kehtivusinfo ({kind}, {about}) ei ütle, millal tuleb järgmine.',
  ],
  'revocation-data-current': [
    'Kas allkirjastaja kehtivusinfo kehtis allkirjastamise ajal veel?',
    'Allkirjastaja sertifikaadi kehtivusinfo kehtis ainult kuni {nextUpdate}, kuid seda on vaja aja {at} kohta.',
  ],
  'supporting-revocation-data-current': [
    'Kas väljaandjate, kehtivuskinnituse andjate ja ajatempliüksuste kehtivusinfo kehtis veel?',
    'Kehtivusinfo ({kind}, {about}) kehtis ainult kuni {nextUpdate}, kuid seda on vaja aja {at} kohta.',
  ],
  'revocation-data-recent': [
    'Kas kehtivusinfo kirjeldab hiljutist olekut?',
    'Kehtivusinfo ({kind}, {about}) kirjeldab olekut ({thisUpdate}), mis on rohkem kui 24 tundi varasem kui {at}.',
  ],
  'revocation-data-fresh': ['Kas kehtivusinfo on piisavalt värske?', 'Kehtivusinfo ({thisUpdate}) on aja {at} jaoks liiga vana.'],
}
