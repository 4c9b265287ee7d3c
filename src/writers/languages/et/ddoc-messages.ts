import type { DdocKey } from '#model'
import type { CheckTexts } from '../language.js'

export const ddocMessages: CheckTexts<DdocKey> = {
  'ddoc-data-file-name': ['Kas igal failil on nimi?', 'Dokumendi failil {dataFile} ei ole nime.'],
  'ddoc-data-file-path': ['Kas iga faili nimi on lihtne nimi?', 'Faili {dataFile} nimi sisaldab rada ({name}).'],
  'ddoc-data-file-id': ['Kas igal failil on õige kujuga tunnus?', 'Faili tunnus ei ole kujul D ja number või DO.'],
  'ddoc-data-file-id-unique': [
    'Kas igal failil on oma tunnus?',
    'Dokumendi mitmel failil on tunnus {dataFile}, seega ei ole kindel, milline neist allkirjastati.',
  ],
  'ddoc-data-file-mime-type': ['Kas igal failil on tüüp?', 'Dokumendi failil {dataFile} ei ole MIME-tüüpi.'],
  'ddoc-data-file-size': ['Kas iga fail ütleb oma suuruse?', 'Dokumendi fail {dataFile} ei ütle oma suurust arvuna[ ({size})].'],
  'ddoc-data-file-base64': ['Kas iga faili sisu saab dekodeerida?', 'Faili {dataFile} sisu ei saa dekodeerida: see ei ole base64.'],
  'ddoc-data-file-digest-type': [
    'Kas faili asemel olev räsi on tuntud liiki?',
    'Faili {dataFile} asemel olev räsi ei ole sha1[, vaid {digestType}].',
  ],
  'ddoc-data-file-digest-value': [
    'Kas faili asemel olev räsi on õige pikkusega?',
    'Faili {dataFile} dokumendis ei ole ning selle räsi puudub või on vale pikkusega.',
  ],
  'ddoc-hashcode-empty': [
    'Kas seal, kus on allkirjastatud ainult räsi, ei ole sisu?',
    'Dokumendis on faili {dataFile} sisu, kuigi allkirjastatud on ainult selle räsi.',
  ],
  'ddoc-signature-id': ['Kas allkirjal on tunnus?', 'Allkirjal ei ole tunnust.'],
  'ddoc-signature-id-unique': ['Kas igal allkirjal on oma tunnus?', 'Dokumendi mitmel allkirjal on tunnus {id}.'],
  'ddoc-canonicalization-method': [
    'Kas allkirjastatud teabe kanoniseerimise viis on teada?',
    'Allkiri kasutab kanoniseerimise viisi, mida seda liiki allkirjad kasutada ei tohi[ ({algorithm})].',
  ],
  'ddoc-signature-method': [
    'Kas allkirja algoritm kuulub sellesse vormingusse?',
    'Allkiri kasutab algoritmi, mida seda liiki allkirjad kasutada ei tohi[ ({algorithm})].',
  ],
  'ddoc-references-sufficient': [
    'Kas allkiri hõlmab faili ja oma omadusi?',
    'Allkiri ei hõlma nii faili kui ka oma omadusi (viiteid on {count}).',
  ],
  'ddoc-reference-uri': ['Kas iga viide ütleb, mida see hõlmab?', 'Üks allkirja viide ei ütle, mida see hõlmab.'],
  'ddoc-digest-method': [
    'Kas kõik räsid on SHA-1?',
    'Allkirjas on räsi, mis ei ole SHA-1, selle vormingu ainus räsi ({where}[, {algorithm}]).',
  ],
  'ddoc-digest-length': [
    'Kas kõik räsid on õige pikkusega?',
    'Allkirjas on räsi, mis ei ole 20 baiti base64-s ({where}[, baite {bytes}]).',
  ],
  'ddoc-transforms-absent': [
    'Kas failid on allkirjastatud nii, nagu need on?',
    'Allkirja viide ({reference}) nõuab teisendust, mida vormingu selles versioonis ei ole.',
  ],
  'ddoc-signature-value-length': [
    'Kas allkirja väärtus on olemas?',
    'Allkirja väärtus puudub, ei ole base64 või on liiga lühike[ (baite {bytes})].',
  ],
  'ddoc-signer-certificate-present': [
    'Kas allkirjastaja sertifikaat on olemas?',
    'Allkirjastaja sertifikaati ei ole allkirjas või seda ei saa lugeda.',
  ],
  'ddoc-signed-properties-id': [
    'Kas allkirjastatud omadustel on tunnus?',
    'Allkirja omadustel ei ole tunnust, seega ei saa neile viidata.',
  ],
  'ddoc-signed-properties-target': [
    'Kas omadused kuuluvad selle allkirja juurde?',
    'Allkirja omadused nimetavad teist allkirja või mitte ühtki[ ({target})].',
  ],
  'ddoc-signing-time': ['Kas allkiri ütleb, millal see anti?', 'Allkirjas ei ole allkirjastamise aega[ või see ei ole aeg ({text})].'],
  'ddoc-certificate-reference-id': [
    'Kas teabel allkirjastaja sertifikaadi kohta on tunnus?',
    'Teabel allkirjastaja sertifikaadi kohta ei ole tunnust, kuigi vormingu see versioon nõuab seda.',
  ],
  'ddoc-certificate-serial': [
    'Kas allkirjas on allkirjastaja sertifikaadi seerianumber?',
    'Allkirjas ei ole allkirjastaja sertifikaadi seerianumbrit.',
  ],
  'ddoc-certificate-reference-single': [
    'Kas allkiri nimetab ühe allkirjastaja sertifikaadi?',
    'Allkiri nimetab allkirjastaja sertifikaadina mitu sertifikaati ({count}); oodatud on üks.',
  ],
  'ddoc-claimed-roles': ['Kas rolle on kõige rohkem kaks?', 'Allkirjas on {count} allkirjastaja rolli; vormingus on ruumi kahele.'],
  'ddoc-certificate-values': [
    'Kas allkirjas olevaid sertifikaate saab lugeda?',
    'Üht sertifikaati, mille allkiri kinnituse jaoks sisaldab, ei saa lugeda[ ({id})].',
  ],
  'ddoc-structure': ['Kas allkirja ülesehitus vastab vormingule?', 'Allkirja ülesehitus ei vasta vormingule ({code}).'],
  'ddoc-data-file-signed': ['Kas allkiri hõlmab iga faili?', 'Allkiri ei hõlma faili {name}.'],
  'ddoc-data-file-intact': [
    'Kas allkirjastatud failid on muutmata?',
    'Faili {dataFile} on pärast allkirjastamist muudetud (räsi on teine).',
  ],
  'ddoc-data-file-main-digest': [
    'Kas failide nimeruum oli räsides arvesse võetud?',
    'Faili {dataFile} räsi klapib ainult ilma nimeruumita, nagu mõni vana programm seda arvutas.',
  ],
  'ddoc-mime-type-signed': [
    'Kas failide tüübid on allkirjastatud, nagu versioon 1.0 nõuab?',
    'Faili {name} tüüp ei ole allkirjastatud, seega ei antud allkirja versiooni 1.0 jaoks.',
  ],
  'ddoc-mime-type-intact': [
    'Kas failide tüübid on muutmata?',
    'Faili {dataFile} tüüpi on pärast allkirjastamist muudetud (räsi on teine).',
  ],
  'ddoc-reference-target-found': [
    'Kas kõik, mis allkirjastati, on dokumendis?',
    'Allkirja {signature} viite {reference} faili dokumendis ei ole.',
  ],
  'ddoc-signed-properties-signed': ['Kas allkirja omadused on allkirjastatud?', 'Allkiri ei hõlma oma omadusi ({id}).'],
  'ddoc-signed-properties-intact': [
    'Kas allkirjastatud omadused on muutmata?',
    'Allkirja omadusi ({id}) on pärast allkirjastamist muudetud.',
  ],
  'ddoc-signature-value-intact': [
    'Kas allkirja väärtus klapib?',
    'Allkirja väärtus ei klapi: allkirja on muudetud või see on antud muu võtmega.',
  ],
  'ddoc-signature-digest-info-present': [
    'Kas allkirja väärtus nimetab oma räsialgoritmi?',
    'Allkirja väärtuses on räsi ilma selle algoritmita.',
  ],
  'ddoc-signature-digest-info-exact': [
    'Kas allkirja väärtuses on räsi ja mitte midagi muud?',
    'Allkirja väärtuses on lisaks räsile nullbait.',
  ],
  'ddoc-signer-certificate-valid': [
    'Kas allkirjastaja sertifikaat kehtis, kui allkiri kinnitati?',
    'Allkirjastaja sertifikaat ei kehtinud, kui allkiri kinnitati.',
  ],
  'ddoc-signer-trusted': [
    'Kas allkirjastaja sertifikaadi andis välja usaldatud väljaandja?',
    'Allkirjastaja sertifikaadi väljaandja ei ole usaldatud.',
  ],
  'ddoc-signer-non-repudiation': [
    'Kas allkirjastaja võti tohib anda siduvaid allkirju (nonRepudiation)?',
    'Allkirjastaja sertifikaat ei ole mõeldud allkirjade andmiseks (puudub nonRepudiation).',
  ],
  'ddoc-signer-certificate-named': [
    'Kas allkirjastaja sertifikaat on see, mida allkiri nimetab?',
    'Allkiri nimetab muud sertifikaati kui see, millega allkirja kontrolliti ({subject}).',
  ],
  'ddoc-signer-issuer-named': [
    'Kas väljaandja ja seerianumber allkirjas vastavad sertifikaadile ja selle väljaandjale?',
    'Allkirjas nimetatud sertifikaadi väljaandja ei vasta sertifikaadile.',
  ],
  'ddoc-confirmation-present': ['Kas allkiri on kinnitatud?', 'Allkirjal ei ole kehtivuskinnitust (OCSP).'],
  'ddoc-responder-reference': [
    'Kas kehtivuskinnituse andja sertifikaat on see, mida allkiri nimetab?',
    'Kehtivuskinnituse andja sertifikaat ({certificate}) ei ole see, mida allkiri nimetab ({reference}).',
  ],
  'ddoc-responder-reference-digest': [
    'Kas kehtivuskinnituse andja sertifikaat on muutmata?',
    'Kehtivuskinnituse andja sertifikaadi räsi ei ole see, mis allkirjas.',
  ],
  'ddoc-confirmation-single': ['Kas kinnitusi on üks?', 'Allkirjal on mitu kehtivuskinnitust; lubatud on üks.'],
  'ddoc-confirmation-not-empty': ['Kas kinnitusel on sisu?', 'Kehtivuskinnitus on tühi.'],
  'ddoc-confirmation-readable': ['Kas kinnitust saab lugeda?', 'Allkirja kinnitavat OCSP vastust ei saa lugeda[ ({problem})].'],
  'ddoc-confirmation-successful': [
    'Kas kehtivuskinnituse andja vastas?',
    'OCSP vastus, mis peaks allkirja kinnitama, on veateade ({problem}).',
  ],
  'ddoc-confirmation-reference': ['Kas allkiri nimetab oma kinnituse?', 'Allkiri ei viita oma kehtivuskinnitusele ({id}).'],
  'ddoc-confirmation-digest': [
    'Kas kinnitus on see, mida allkiri nimetab?',
    'Kehtivuskinnitus ei ole see, mida allkiri nimetab (räsi on teine).',
  ],
  'ddoc-confirmation-time': [
    'Kas aeg on kinnituses ja allkirjas sama?',
    'Kehtivuskinnituse aeg ({producedAt}) ei ole see, mida allkiri nimetab ({referencedProducedAt}).',
  ],
  'ddoc-responder-known': ['Kas kehtivuskinnituse andja on teada?', 'Kehtivuskinnituse andja „{responder}” ei ole usaldatute seas.'],
  'ddoc-confirmation-signature': ['Kas kinnituse on allkirjastanud selle andja?', 'Kehtivuskinnituse allkiri ei klapi.'],
  'ddoc-responder-authorised': [
    'Kas kehtivuskinnituse andja tohib allkirju kinnitada?',
    'Kehtivuskinnituse andjal ei ole õigust allkirju kinnitada.',
  ],
  'ddoc-responder-valid': [
    'Kas kehtivuskinnituse andja sertifikaat kehtis, kui ta kinnituse allkirjastas?',
    'Kehtivuskinnituse andja sertifikaat ({subject}) ei kehtinud ajal {producedAt} (kehtib {notBefore} kuni {notAfter}).',
  ],
  'ddoc-confirmation-nonce': [
    'Kas kinnitus tehti selle allkirja jaoks?',
    'Kehtivuskinnitus ei ole tehtud selle allkirja jaoks (nonss on teine).',
  ],
  'ddoc-confirmation-certificate': [
    'Kas kinnitus käib allkirjastaja sertifikaadi kohta?',
    'Kehtivuskinnitus ei käi allkirjastaja sertifikaadi kohta.',
  ],
  'ddoc-certificate-not-revoked': ['Kas allkirjastaja sertifikaat ei ole tühistatud?', 'Allkirjastaja sertifikaat on tühistatud.'],
  'ddoc-certificate-known': [
    'Kas kehtivuskinnituse andja tunneb allkirjastaja sertifikaati?',
    'Kehtivuskinnituse andja ei tunne allkirjastaja sertifikaati.',
  ],
  'ddoc-version-current': ['Kas vormingu versioon on viimane?', 'Vorming {format} versioon {version} on vana ja seda enam ei kasutata.'],
  'ddoc-issuer-namespace': [
    'Kas väljaandja ja seerianumbri elementidel on õige nimeruum?',
    'Elemendi {element} nimeruum puudub või on vale: {namespace}',
  ],
  'ddoc-live-certificates': ['Kas allkiri anti ilma testsertifikaatideta?', 'Allkiri on antud testsertifikaadiga ({certificate}).'],
  'ddoc-file-names-signed': [
    'Kas failide nimed on allkirjastatud?',
    'Allkiri hõlmab nende failide räsi, kuid mitte nime, millega neid näidatakse: {files}.',
  ],
  'ddoc-data-file-stated-size': [
    'Kas failid on suurusega, mis on märgitud?',
    'Faili {name} ({dataFile}) suuruseks on märgitud {statedSize} baiti, tegelikult on {size}.',
  ],
}
