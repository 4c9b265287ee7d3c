import { pdfChangesInEstonian } from './et-pdf-changes.js'
import type { Kind, LanguageTexts } from './language.js'

const nouns: Readonly<Record<Kind, readonly [one: string, some: string, from: string]>> = {
  signature: ['allkiri', 'allkirja', 'allkirjast'],
  seal: ['e-tempel', 'e-templit', 'e-templist'],
  'time-stamp': ['ajatempel', 'ajatemplit', 'ajatemplist'],
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const verdicts = { 'TOTAL-PASSED': 'Kehtib', 'TOTAL-FAILED': 'Ei kehti', INDETERMINATE: 'Ei saa otsustada' } as const
const policies = {
  POLv1: 'POLv1: iga õigusliku taseme allkirjad',
  POLv2: 'POLv2: ainult kvalifitseeritud allkirjad',
  POLv3: 'POLv3: iga õigusliku taseme allkirjad (SiVa 3)',
  POLv4: 'POLv4: ainult kvalifitseeritud allkirjad (SiVa 3)',
} as const
const spaced = new Intl.NumberFormat('et')

/** The question of each check, and the sentence when it is not satisfied. The words that stand for facts are in the case that the sentences need. */
const checks: LanguageTexts['checks'] = {
  'signature-readable': [
    'Kas allkirja saab lugeda?',
    'Allkirja ei saa lugeda[ (kohal {offset})]. Tehniline põhjus (inglise keeles): {message}',
  ],
  'signature-format-acceptable': [
    'Kas allkirja tase sisaldab aja tõendit ja kehtivusinfot?',
    'Allkirjas ei ole tõendit, millal see anti, seega ei saa seda vastu võtta (tase on {level}).',
  ],
  'signature-structure': [
    'Kas allkirja ülesehitus vastab standardile?',
    'Allkirja ülesehitus ei vasta standardile ({code}[, {name}][, {property}][, {reference}]).',
  ],
  'identifier-unique': [
    'Kas iga tunnus allkirjafailis on ainulaadne?',
    'Allkirjafaili kahel osal on sama tunnus „{id}”, seega ei ole kindel, mida allkirjastati.',
  ],
  'unused-identifier-unique': [
    'Kas tunnused, millele ei viidata, on ainulaadsed?',
    'Tunnus „{id}” on allkirjafaili mitmel osal ({count}). Sellele ei viidata, seega on kindel, mida allkirjastati.',
  ],
  'signed-properties-referenced': [
    'Kas allkiri hõlmab oma omadusi täpselt üks kord?',
    'Allkiri ei kaitse oma omadusi (aeg, allkirjastaja sertifikaat): viiteid neile on {references}[ ({findings})].',
  ],
  'data-object-signed': ['Kas allkiri hõlmab vähemalt üht faili?', 'Allkiri ei hõlma ühtki konteineri faili.'],
  'canonicalization-supported': [
    'Kas allkirjastatud teabe kanoniseerimise viis on teada?',
    'Allkiri kasutab kanoniseerimise viisi, mida seda liiki allkirjad kasutada ei tohi ({algorithm}).',
  ],
  'certificate-readable': [
    'Kas allkirjas olevaid sertifikaate saab lugeda?',
    'Üht allkirjas olevat sertifikaati ei saa lugeda; see jäeti kõrvale[ ({where}, {problem})].',
  ],
  'revocation-data-readable': [
    'Kas allkirjas olevat kehtivusinfot saab lugeda?',
    'Allkirjas olevat kehtivusinfot ei saa kasutada; see jäeti kõrvale ({kind}, {problem}).',
  ],
  'encoding-without-blanks': [
    'Kas allkirjas olevate sertifikaatide, kehtivusinfo ja ajatemplite järel ei ole midagi üleliigset?',
    'Üleliigseid tühikuid või nulle kodeeringu järel ei arvestatud: {aKind} ({place}, baite: {octets}).',
  ],
  'data-object-format-present': [
    'Kas allkiri kirjeldab iga faili vormingut?',
    'Allkiri ei kirjelda iga allkirjastatud faili vormingut ({code}[, {uri}][, {objectReference}]).',
  ],
  'unsigned-property-understood': [
    'Kas iga allkirjastamata omadus on teada?',
    'Allkirjas on omadus, mida ei arvestata ({code}[, {name}]).',
  ],
  'counter-signature-evaluated': [
    'Kas ka kõiki, kes allkirja allkirjastasid, on hinnatud?',
    'Allkirjal on kinnitusallkiri[, andja {signer}][, üle kinnitusallkirja, mille andis {over}]: see on terve, kuid selle kehtivust ei hinnatud, ja failide kohta ei ütle see midagi.',
  ],
  'counter-signature-intact': [
    'Kas iga kinnitusallkiri on selle allkirja kohta ja terve?',
    'Kinnitusallkiri[, andja {signer}][, üle selle, mille andis {over}] ei tõenda midagi: {defect}.',
  ],
  'evidence-record-evaluated': [
    'Kas kõike, mis tõendab allkirja vanust, on hinnatud?',
    'Allkirjal on tõenduskirje (kirjeid: {count}), mida ei hinnatud, seega ei tõenda see selles aruandes midagi.',
  ],
  'signing-certificate-identified': [
    'Kas allkirjastaja sertifikaat on olemas?',
    'Allkirjastaja sertifikaat {situation}[ ({place})][ ({problem})].',
  ],
  'signing-certificate-reference-present': [
    'Kas allkiri nimetab allkirjastaja sertifikaadi?',
    'Allkiri ei ütle, millise sertifikaadiga see anti.',
  ],
  'signing-certificate-reference-signed': [
    'Kas teave allkirjastaja sertifikaadi kohta on allkirjastatud?',
    'Allkiri ei kaitse teavet selle kohta, millise sertifikaadiga see anti.',
  ],
  'signing-certificate-digest-present': [
    'Kas allkirjas on allkirjastaja sertifikaadi räsi?',
    'Allkiri nimetab allkirjastaja sertifikaadi ilma selle räsita.',
  ],
  'signing-certificate-digest-match': [
    'Kas olemasolev sertifikaat on see, mida allkiri nimetab?',
    'Allkiri nimetab muud sertifikaati kui see, millega allkirja kontrolliti[ ({subject})].',
  ],
  'signing-certificate-reference-unique': [
    'Kas allkiri nimetab ühe sertifikaadi?',
    'Allkiri nimetab allkirjastaja sertifikaadina mitu sertifikaati ({count}); oodatud on üks.',
  ],
  'signing-certificate-issuer-serial-match': [
    'Kas väljaandja ja seerianumber allkirjas vastavad sertifikaadile?',
    'Sertifikaadi väljaandja või seerianumber on allkirjas kirjutatud teisiti kui sertifikaadis ({serialNumber}, {issuer}).',
  ],
  'signature-policy-known': [
    'Kas allkirjapoliitika on teada?',
    'Allkiri anti allkirjapoliitika järgi, mida see teenus ei tunne ({identifier}).',
  ],
  'signature-policy-unambiguous': [
    'Kas allkiri nimetab ühe allkirjapoliitika?',
    'Allkiri nimetab allkirjapoliitika ({identifier}) ja ütleb samal ajal, et see on vaikimisi.',
  ],
  'signature-policy-time-mark': [
    'Kas allkirjal on ajamärk, mida selle poliitika nõuab?',
    'Allkiri anti poliitika järgi, mis nõuab ajamärki ({identifier}), kuid selle asemel on ajatempel (tase {level}).',
  ],
  'signature-policy-qualifier': [
    'Kas allkirjapoliitika tunnus on märgitud OID-ks?',
    'Allkirjapoliitika tunnus {identifier} peab olema märgitud OIDAsURN[, mitte {qualifier}].',
  ],
  'signature-policy-location': [
    'Kas ajamärgiga allkiri ütleb, kust selle poliitika leiab?',
    'Allkirjal on ajamärk, kuid see ei ütle, kust allkirjapoliitika leiab (SPURI puudub või on tühi).',
  ],
  'signature-policy-digest-present': [
    'Kas allkirjas on poliitika räsi?',
    'Allkiri nimetab allkirjapoliitika ({identifier}) ilma selle räsita.',
  ],
  'signature-policy-document-intact': [
    'Kas allkirjas oleval poliitika tekstil on allkirjastatud räsi?',
    'Allkirjas oleval allkirjapoliitika {identifier} tekstil ei ole räsi, mis allkirjastati.',
  ],
  'signature-policy-explicit': [
    'Kas allkirjapoliitika on nimetatud?',
    'Allkiri anti vaikimisi poliitika järgi: võivad kehtida lisatingimused, mida siin ei kontrollita.',
  ],
  'signed-data-found': [
    'Kas kõik, mis allkirjastati, on dokumendis?',
    'Allkirjastatud {object} {missing}[; {lookAlike} näeb välja samasugune, kuid {difference}].',
  ],
  'signed-data-transforms-supported': [
    'Kas viidete kõiki teisendusi saab teha?',
    'Viide ({object}) kasutab teisendust, mida ei saa teha ({transforms})[: faili ei loeta XML-ina ({problem})], seega ei ole teada, mida allkirjastati.',
  ],
  'signed-data-name-exact': [
    'Kas faili nimi on tähthaaval see, mille allkiri nimetab?',
    'Allkiri nimetab {uri}, kuid seal, kus allkirjas on plussmärk, on nimes tühik ({object}).',
  ],
  'signed-data-wholly-covered': [
    'Kas allkirjaga hõlmatud kanoonilises kujus on allkirjastatud XML-failidest kõik?',
    'Allkiri hõlmab kanoonilist kuju ({object}), millest on välja jäetud {leftOut}.',
  ],
  'signed-data-digest-known': [
    'Kas allkirjastatud andmete räsialgoritm on teada?',
    'Allkiri kaitseb andmeid ({object}) räsialgoritmiga, mida siin ei tunta ({digestAlgorithm}).',
  ],
  'signed-data-intact': [
    'Kas allkirjastatud failid on muutmata?',
    'Pärast allkirjastamist on muudetud: {object} (selle räsi {digestAlgorithm} on teine).',
  ],
  'signed-properties-intact': [
    'Kas allkirjastatud omadused on muutmata?',
    'Allkirja omadusi on pärast allkirjastamist muudetud (nende räsi {digestAlgorithm} on teine).',
  ],
  'signature-algorithm-known': [
    'Kas allkirja saab kontrollida: kas algoritm on teada ja võti sellele sobiv?',
    'Allkirja algoritmi siin ei tunta või võtit ei saa sellega kasutada ({algorithm}[ räsiga {digest}]).',
  ],
  'signature-value-intact': [
    'Kas allkirja väärtus klapib?',
    'Allkirja väärtus ei klapi allkirjastaja sertifikaadiga: allkirja on muudetud või see on antud muu võtmega[; {form} ({algorithm}, baite {octets})][; oodatud baite {expectedOctets}].',
  ],
  'signature-digest-info-complete': [
    'Kas räsi RSA allkirjas on täielikult kodeeritud?',
    'RSA allkiri klapib, kuid räsi kodeeringus puuduvad standardiga nõutud parameetrid ({algorithm}).',
  ],
  'time-mark-nonce-match': [
    'Kas OCSP vastus kuulub selle allkirja juurde?',
    'OCSP vastus[ ({producedAt})] ei ole tehtud selle allkirja jaoks: nonss ei ole allkirja väärtuse räsi ({nonce}).',
  ],
  'signing-time-present': [
    'Kas allkiri ütleb, millal see anti?',
    'Allkirjas ei ole allkirjastamise aega[ kujul, mida saab lugeda ({text})].',
  ],
  'signature-algorithm-acceptable': [
    'Kas allkirja algoritm ja võti on aktsepteeritud?',
    'Allkirja algoritm ei ole aktsepteeritud ({algorithm}[ räsiga {digest}][, võti {keySize} bitti][, {reason}][, aktsepteeritud kuni {until}]).',
  ],
  'reference-algorithm-acceptable': [
    'Kas allkirjastatud andmete räsialgoritmid on aktsepteeritud?',
    'Allkirjastatud andmeid kaitseb räsialgoritm, mis ei ole aktsepteeritud ({algorithm}[, aktsepteeritud kuni {until}]).',
  ],
  'certificate-reference-algorithm-acceptable': [
    'Kas allkirjastaja sertifikaadile viitava räsi algoritm on aktsepteeritud?',
    'Allkirjastaja sertifikaadile viitab räsi, mille algoritm ei ole aktsepteeritud ({algorithm}[, aktsepteeritud kuni {until}]).',
  ],
  'digest-strong': [
    'Kas räsialgoritmid on tugevad?',
    'Kasutatud on nõrka räsialgoritmi {algorithm}[, mida ei soovitata enam alates {since}] ({uses}).',
  ],
  'key-strong': [
    'Kas allkirjastaja võti on piisavalt tugev?',
    'Allkirjastaja võti on nõrgem, kui täna soovitatakse ({algorithm}, {keySize} bitti[, alates {since}]).',
  ],
  'data-files-signed': ['Kas allkiri hõlmab konteineri iga faili?', 'Allkiri ei hõlma konteineri iga faili (hõlmamata {count}: {files}).'],
  'signature-unique': [
    'Kas allkiri erineb dokumendi teistest allkirjadest?',
    'Allkirjal on sama {repeats} kui dokumendi ühel teisel allkirjal ({file}, number {index}).',
  ],
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
  'time-stamp-readable': [
    'Kas ajatempleid saab lugeda?',
    'Üht allkirja ajatemplit ei saa lugeda ja see ei tõenda midagi ({kind}, {problem}).',
  ],
  'time-stamp-certificate-identified': [
    'Kas ajatempliüksuse sertifikaat on olemas?',
    'Ajatempel ({kind}, {genTime}) ei tõenda midagi: sertifikaati, millega see anti, ei ole[: {listed}].',
  ],
  'time-stamp-certificate-reference-present': [
    'Kas ajatempel nimetab oma sertifikaadi?',
    'Ajatempel ({kind}, {genTime}) ei ütle, millise sertifikaadiga see anti ({unit}).',
  ],
  'time-stamp-certificate-reference-match': [
    'Kas olemasolev sertifikaat on see, mida ajatempel nimetab?',
    'Ajatempel ({kind}, {genTime}) ei tõenda midagi: see nimetab muud sertifikaati kui see, millega seda kontrolliti ({unit}).',
  ],
  'time-stamp-made-in-time': [
    'Kas ajatempel on antud enne kontrollimise aega?',
    'Ajatempel ({kind}, {genTime}) ei tõenda midagi: see on hilisem kui kontrollimise aeg ({at}).',
  ],
  'time-stamp-data-found': [
    'Kas kõik, mida ajatempel hõlmab, on olemas?',
    'Ajatempel ({kind}, {genTime}) ei tõenda midagi: see, mida see hõlmab, ei ole täielik või ei ole kindel.',
  ],
  'time-stamp-imprint-intact': [
    'Kas ajatempel kuulub selle allkirja juurde?',
    'Ajatempel ({kind}, {genTime}) ei tõenda midagi: see anti muudele andmetele.',
  ],
  'time-stamp-content-intact': [
    'Kas ajatempli sisu on muutmata?',
    'Ajatempel ({kind}, {genTime}) ei tõenda midagi: selle sisu on muudetud.',
  ],
  'time-stamp-signature-intact': [
    'Kas ajatempli allkiri klapib?',
    'Ajatempel ({kind}, {genTime}) ei tõenda midagi: see ei klapi ajatempliüksuse sertifikaadiga ({unit}).',
  ],
  'time-stamp-algorithm-acceptable': [
    'Kas ajatempel kasutab aktsepteeritud algoritme?',
    'Ajatempel ({kind}, {genTime}) ei tõenda midagi: selle algoritm või võti ei ole aktsepteeritud ({algorithm}[ räsiga {digest}][, {reason}][, aktsepteeritud kuni {until}]).',
  ],
  'time-stamp-name-match': [
    'Kas ajatempel nimetab oma üksust õigesti?',
    'Ajatempel ({kind}, {genTime}) nimetab muud ajatempliüksust ({stated}) kui selle sertifikaat ({unit}).',
  ],
  'time-stamps-valid': [
    'Kas allkirja iga ajatempel kehtib?',
    'Üks allkirja ajatempel ei kehti, kuid poliitika nõuab, et kehtiksid kõik[ ({kinds})].',
  ],
  'time-stamp-order': [
    'Kas ajatemplid on õiges järjestuses?',
    'Ajatemplid on omavahel vastuolus: {first} ({firstTime}) on hilisem kui {second} ({secondTime}).',
  ],
  'time-stamp-delay': [
    'Kas allkiri sai ajatempli varsti pärast andmist?',
    'Allkiri sai ajatempli liiga kaua pärast aega, mida allkirjastaja väidab ({claimed}, tõendatud {bestSignatureTime}).',
  ],
  'time-mark-algorithm-acceptable': [
    'Kas ajamärk on tehtud aktsepteeritud räsialgoritmiga?',
    'Ajamärk on tehtud räsialgoritmiga, mis ei ole aktsepteeritud ({algorithm}).',
  ],
  'time-mark-responder-authorised': [
    'Kas kehtivuskinnituse andja tohib ajamärke anda?',
    'OCSP responder {responder} ei tohi allkirjastamise aega kinnitada (vastus {producedAt}).',
  ],
  'revocation-data-in-signature': [
    'Kas allkirjas on kehtivusinfo?',
    'Allkirjal on ajatempel, kuid {found}[ ({kind}, {problem})] (tase {level}); {outlook}.',
  ],
  'revocation-after-time-stamp': [
    'Kas sertifikaat kinnitati pärast ajatemplit?',
    'OCSP vastus ({producedAt}) on vanem kui ajatempel ({timeStampedAt}), seega ei kinnita see sertifikaati selle aja kohta. Allkirjastav programm peab küsima esmalt ajatempli ja seejärel OCSP vastuse; ajatemplist hilisema vastuse saab veel lisada, muidu tuleb dokument uuesti allkirjastada.',
  ],
  'revocation-within-day': [
    'Kas sertifikaat kinnitati 24 tunni jooksul ajatemplist?',
    'OCSP vastus ({producedAt}) anti rohkem kui 24 tundi pärast ajatemplit ({timeStampedAt}).',
  ],
  'revocation-within-quarter': [
    'Kas sertifikaat kinnitati 15 minuti jooksul ajatemplist?',
    'OCSP vastus ({producedAt}) anti rohkem kui 15 minutit pärast ajatemplit ({timeStampedAt}).',
  ],
  'existence-proven': [
    'Kas on tõendatud, millal allkiri olemas oli?',
    'Miski allkirjas ei tõenda, millal see anti, kuigi selle tase ({level}) nõuab seda.',
  ],
  'past-validation': [
    'Kas olemasolu tõendid näitavad, et allkiri anti õigel ajal?',
    'Hilisemad ajatemplid ei tõenda, et allkiri anti õigel ajal.',
  ],
  'cms-signer-single': ['Kas allkirjal on üks allkirjastaja?', 'Allkiri sisaldab mitme allkirjastaja allkirju ({count}); oodatud on üks.'],
  'asic-manifest-usable': [
    'Kas üks konteineri manifest nimetab allkirja ja iga faili ühe korra?',
    'Ei ole kindel, mida allkiri {signature} hõlmab: {manifest}[ ({file})].',
  ],
  'cms-content-detached': [
    'Kas allkiri hõlmab faili, mitte sisu allkirja sees?',
    'Allkirjal on oma sisu, seega ei ole kindel, et allkirjastati fail.',
  ],
  'cms-message-digest-present': [
    'Kas allkirjas on allkirjastatud andmete räsi?',
    'Allkirja allkirjastatud atribuutides ei ole allkirjastatud andmete räsi.',
  ],
  'cms-content-type': ['Kas allkiri nimetab õige sisu liigi?', 'Allkiri nimetab muud sisu liiki kui see, mida see hõlmab ({stated}).'],
  'mimetype-first': ['Kas konteineri tüüp on selle esimene fail?', 'Fail "mimetype" peab olema konteineri esimene fail'],
  'mimetype-stored': ['Kas konteineri tüüp on pakkimata?', 'Konteineri fail "mimetype" ei tohi olla pakitud'],
  'mimetype-without-extra-fields': [
    'Kas konteineri tüübi päises ei ole lisavälju?',
    'Konteineri faili "mimetype" ZIP-päises ei tohi olla lisavälju ("Extra fields")',
  ],
  'mimetype-expected': [
    'Kas konteiner nimetab ASiC-i tüübi?',
    'Konteineri tüüp peab olema "application/vnd.etsi.asic-e+zip" või "application/vnd.etsi.asic-s+zip"',
  ],
  'container-kind-stated': [
    'Kas konteiner ütleb, et see on ASiC-E või ASiC-S?',
    'Konteineris ei ole kirjet mimetype, mis nimetaks tüübi ASiC-E või ASiC-S.',
  ],
  'mimetype-of-kind': [
    'Kas konteineri tüüp vastab selle sisule?',
    'Konteineri tüüp on ASiC-E, kuid selles on faili hõlmavad ajatemplid, mis on ASiC-S.',
  ],
  'asics-data-file-single': [
    'Kas ASiC-S konteineris on üks andmefail?',
    'Konteiner on ASiC-S, milles on täpselt üks andmefail; selles on neid {count}.',
  ],
  'token-covers-data-file': ['Kas ajatempel hõlmab andmefaili?', 'Ajatempel ei hõlma konteineri andmefaili.'],
  'manifest-missing': ['Kas konteineril on failide loetelu?', 'Konteineril ei ole failide loetelu (META-INF/manifest.xml).'],
  'manifest-not-opendocument': [
    'Kas failide loetelu on tuntud liiki?',
    'Konteineri failide loetelu ei ole tuntud liiki (juurelement on {root}); seda allkirjadega ei võrreldud.',
  ],
  'manifest-entry-without-path': [
    'Kas loetelu iga kirje nimetab faili?',
    'Konteineri failide loetelus on kirjeid, mis faili ei nimeta ({count}).',
  ],
  'manifest-duplicate-entry': ['Kas loetelu nimetab iga faili üks kord?', 'Konteineri failide loetelu nimetab faili {file} mitu korda.'],
  'manifest-mime-type-invalid': [
    'Kas failide tüübid on õigesti kirjutatud?',
    'Konteineri failide loetelus on faili {file} tüüp valesti kirjutatud ({mimeType}).',
  ],
  'cades-signature-not-read': [
    'Kas kõik allkirjad on liiki, mida siin kontrollitakse?',
    'Konteineris on ka muud liiki allkiri (CAdES, {file}); seda ei kontrollitud.',
  ],
  'evidence-record-not-read': [
    'Kas kõik, mis midagi tõendab, on liiki, mida siin hinnatakse?',
    'Konteineris on ka tõenduskirje või selle failide loetelu ({file}); tõenduskirjeid siin ei hinnata, seega ei tõenda see selles aruandes midagi.',
  ],
  'meta-file-not-read': [
    'Kas kaustas META-INF on ainult allkirjad, ajatemplid ja failide loetelud?',
    'Konteineris on {file}, mis ei ole allkiri, ajatempel ega failide loetelu, mida siin loetakse; seda ei loetud.',
  ],
  'manifest-entry-not-in-signature': [
    'Kas allkiri hõlmab iga loetletud faili?',
    'Konteineri failide loetelu nimetab faili {file} (tüüp {mimeType}), mida allkiri {signature} ei hõlma.',
  ],
  'mime-type-differs': [
    'Kas failide tüübid on loetelus ja allkirjas samad?',
    'Faili {file} tüüp on loetelus {manifestMimeType} ja allkirjas {signature} {signatureMimeType}.',
  ],
  'signature-entry-not-in-manifest': [
    'Kas iga allkirjastatud fail on loetelus?',
    'Allkiri {signature} hõlmab faili {file}[ (tüüp {mimeType})], mida konteineri failide loetelus ei ole.',
  ],
  'container-file-not-in-signature': ['Kas allkiri hõlmab iga faili?', 'Konteineris on fail {file}, mis ei ole allkirjastatud.'],
  'signature-has-unsigned-files': ['Kas iga allkiri hõlmab iga faili?', 'Allkiri {signature}[ ({signedBy})] ei hõlma neid faile: {files}.'],
  'findings-omitted': ['Kas kõik leiud on loetletud?', 'Veel {count} leidu konteineri kohta ei ole loetletud.'],
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
  'pdf-cross-reference-sound': [
    'Kas PDF-faili ülesehitust saab lugeda ilma parandamata?',
    'PDF-faili ülesehitus on vigane, seega võivad programmid näidata eri dokumente ({code}).',
  ],
  'pdf-byte-range-valid': [
    'Kas allkiri ütleb õigesti, millist osa failist see hõlmab?',
    'Allkiri ei ütle õigesti, millist osa failist see hõlmab ({code}).',
  ],
  'pdf-contents-exact': [
    'Kas allkirjast jääb välja ainult allkiri ise?',
    'Faili osa, mille allkiri välja jätab, ei ole täpselt allkiri ise ({code}).',
  ],
  'pdf-revision-covered': [
    'Kas allkiri hõlmab faili tervet versiooni?',
    'Allkiri ei hõlma faili tervet versiooni, seega võis ülejäänut muuta ({code}).',
  ],
  'pdf-byte-ranges-distinct': [
    'Kas igal allkirjal on failis oma koht?',
    'Mõni teine allkiri või ajatempel väidab endale failis sama kohta.',
  ],
  'pdf-other-signatures-exact': [
    'Kas faili kõik allkirjad ütlevad õigesti, mida need hõlmavad?',
    'Faili mõni teine allkiri või ajatempel ei ütle õigesti, mida see hõlmab ({fields}).',
  ],
  'pdf-written-unambiguously': [
    'Kas faili allkirjastatud versioon on kirjutatud nii, et kõik programmid loevad seda ühtemoodi?',
    'Faili allkirjastatud versioon on kirjutatud nii, et programmid võivad seda lugeda erinevalt ({code}).',
  ],
  'pdf-signature-dictionary-unchanged': [
    'Kas allkirja andmed failis on pärast allkirjastamist muutmata?',
    'Allkirja andmeid failis on pärast allkirjastamist muudetud ({entries}).',
  ],
  'pdf-signature-kept': ['Kas allkiri on faili viimases versioonis alles?', 'Allkiri on faili viimasest versioonist eemaldatud.'],
  'pdf-signature-type': [
    'Kas on selge, kas see on allkiri või ajatempel?',
    'Faili järgi on see nii allkiri kui ka ajatempel ({type}, {subFilter}).',
  ],
  'pdf-signature-pades': [
    'Kas see on PAdES-i põhitaseme allkiri?',
    'See ei ole PAdES-i põhitaseme allkiri ja teised programmid võivad selle tagasi lükata: {deviation}[ ({subFilter})] ({clause}).',
  ],
  'pdf-changes-explained': [
    'Kas iga muudatus pärast allkirjastamist jätab allkirjastatud sisu samaks?',
    'Faili on pärast allkirjastamist muudetud viisil, mis võib muuta nähtavat sisu: versioon {revision}[, objekt {object}], {description}.',
  ],
  'pdf-changes-permitted': [
    'Kas allkiri lubab hilisemaid muudatusi?',
    'Allkiri ei luba üht hilisemat muudatust: versioon {revision}, {description}[ ({field})].',
  ],
  'pdf-annotations-kept': [
    'Kas märkused näevad välja nii nagu allkirjastamise ajal?',
    'Allkirjastatud failis olnud märkus on pärast allkirjastamist eemaldatud või muudetud: versioon {revision}[, objekt {object}], {description}.',
  ],
  'pdf-locked-fields-unchanged': [
    'Kas allkirjaga lukustatud vormiväljad on muutmata?',
    'Vormiväli „{field}” oli allkirjaga lukustatud ja seda on hiljem muudetud (versioon {revision}).',
  ],
  'pdf-field-names-distinct': [
    'Kas allkiri on ühe välja väärtus, mille nime ühelgi teisel allkirjal ei ole?',
    'Programmid võivad faili allkirju omavahel segi ajada: selle eest seisab mitu välja või on mitu allkirja sama nimega väljadel ({fields}).',
  ],
  'pdf-claimed-time-plausible': [
    'Kas väidetud allkirjastamise aeg on ajatempli aja lähedal?',
    'Allkirjas väidetud aeg ({claimed}) on ajatempli ajast kaugel ({proven}); programmid võivad näidata väidetud aega.',
  ],
  'pdf-claimed-time-unambiguous': [
    'Kas väidetud allkirjastamise aega mõistetakse ühtemoodi?',
    'Väidetud allkirjastamise ajal ({stated}) ei ole ajavööndit või on neid kaks vastukäivat, nii et programmid võivad näidata eri aegu; see loeti kui {claimed}.',
  ],
  'pdf-restrictions-readable': [
    'Kas allkirjaga lukustatud vormiväljade loetelu saab lugeda?',
    'Allkirjaga lukustatud vormiväljade loetelu ei saa lugeda ({method}).',
  ],
  'pdf-form-unchanged': [
    'Kas vorm on pärast allkirjastamist muutmata?',
    'Vormi on pärast allkirjastamist täidetud: versioon {revision}[, {fields}].',
  ],
  'pdf-form-drawn-alike': [
    'Kas programmid joonistavad vormiväljad nii nagu allkirjastamise ajal?',
    'Pärast allkirjastamist tehtud muudatuse tõttu võivad programmid vormivälju joonistada teisiti: versioon {revision}, vormi {description}.',
  ],
  'pdf-annotations-unchanged': [
    'Kas pärast allkirjastamist ei ole märkusi lisatud ega muudetud?',
    'Pärast allkirjastamist on märkusi lisatud või muudetud; need võivad allkirjastatud sisu varjata (versioon {revision}[, lehekülg {pages}]).',
  ],
  'pdf-no-signature-shown-after-certification': [
    'Kas kinnitatud lehekülgedel ei ole hilisemat nähtavat allkirja?',
    'Kinnitatud dokumendi lehekülgedel on nähtav hilisem allkiri; see võib allkirjastatud sisu varjata ({fields}, versioon {revision}[, lehekülg {pages}]).',
  ],
  'pdf-no-later-signature-shown': [
    'Kas allkirjastatud lehekülgedel ei ole hilisemat nähtavat allkirja?',
    'Allkirjastatud lehekülgedel on nähtav hilisem allkiri; see võib allkirjastatud sisu varjata ({fields}, versioon {revision}[, lehekülg {pages}]).',
  ],
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
  'xroad-message-readable': ['Kas sõnum on X-tee sõnum?', 'Faili message.xml sõnumit ei saa lugeda ({problem}[, {element}]).'],
  'xroad-message-header-present': ['Kas sõnumil on päis?', 'Sõnumil ei ole päist või on neid mitu.'],
  'xroad-message-body-single': ['Kas sõnumil on üks keha ühe elemendiga?', 'Sõnumil ei ole keha või ei ole kehas täpselt üks element.'],
  'xroad-message-field-present': ['Kas sõnumi päises on iga kohustuslik väli?', 'Sõnumi päises puudub kohustuslik väli „{field}”.'],
  'xroad-message-field-single': ['Kas iga väli on sõnumi päises üks kord?', 'Väli „{field}” on sõnumi päises mitu korda.'],
  'xroad-message-field-valid': [
    'Kas sõnumi päises on ainult X-tee väljad õige sisuga?',
    'Väli „{field}” ei ole sõnumi päises lubatud või on selle sisu vale (nõutud on liige, teenus, turvaserver või versioon).',
  ],
  'xroad-message-service-consistent': [
    'Kas sõnumi keha kuulub päises nimetatud teenuse juurde?',
    'Sõnumi päis nimetab teenust {service}, keha on teenuse {body} kohta.',
  ],
  'xroad-message-signed': ['Kas allkiri hõlmab sõnumit?', 'Allkiri ei hõlma ei sõnumit (/message.xml) ega räsiahelat, mis selleni viib.'],
  'xroad-signature-single': [
    'Kas konteineris on täpselt üks allkiri?',
    'Konteineri allkirjafailis on {count} allkirja; X-tee konteineris on üks.',
  ],
  'xroad-time-stamp-single': ['Kas ajatempleid on täpselt üks ja õiges kohas?', 'Ei ole kindel, milline ajatempel loeb: {problem}.'],
  'xroad-hash-chain-readable': ['Kas räsiahelat saab lugeda?', 'Räsiahelat failis {file} ei saa lugeda ({problem}[, {element}]).'],
  'xroad-hash-chain-transforms': [
    'Kas räsiahel kasutab sisendeid ilma teisenduseta?',
    'Räsiahel failis {file} teisendab sisendit[ (samm {element})], mida ükski X-tee tarkvara ei tee.',
  ],
  'xroad-hash-chain-reference-inside': [
    'Kas räsiahel viitab ainult konteineri sisse?',
    'Räsiahel failis {file} viitab millelegi väljaspool konteinerit ({element}).',
  ],
  'xroad-hash-chain-step-found': [
    'Kas räsiahela iga samm on olemas?',
    'Räsiahel failis {file} viitab sammule, mida selles ei ole ({element}).',
  ],
  'xroad-hash-chain-acyclic': ['Kas räsiahelas ei ole ringe?', 'Räsiahel failis {file} viib tagasi sammuni {element}.'],
  'xroad-hash-chain-input-once': ['Kas räsiahel sisaldab iga sisendit üks kord?', 'Räsiahel failis {file} sisaldab {element} mitu korda.'],
  'xroad-hash-chain-input-order': [
    'Kas sõnum ja manused on õiges järjestuses?',
    'Räsiahelas failis {file} ei ole {element} X-tee järjestuses, seega võib üht faili teisega segi ajada.',
  ],
  'xroad-hash-chain-input-bound': [
    'Kas räsiahel viib andmeteni, mida see peab hõlmama?',
    'Räsiahel failis {file} ei vii sisendini {element}.',
  ],
  'xroad-hash-chain-steps-used': [
    'Kas räsiahela iga samm viib selle tulemuseni?',
    'Räsiahelas failis {file} on samme, millele ei viidata ({count}), näiteks {element}; need ei tõenda midagi.',
  ],
  'xroad-hash-chain-input-intact': [
    'Kas konteineri igal failil on räsi, mille räsiahel nimetab?',
    '{element} on pärast allkirjastamist muudetud; selle räsi on teine kui failis {file}.',
  ],
  'xroad-hash-chain-result-intact': [
    'Kas räsiahel annab tulemuse, mis on allkirjastatud või ajatembeldatud?',
    'Räsiahel failis {file} ei anna tulemust, mis on allkirjastatud või ajatembeldatud.',
  ],
  'xroad-hash-chain-digest-known': [
    'Kas räsiahela räsialgoritmid on teada?',
    'Räsiahela räsialgoritm {element} failis {file} ei ole teada.',
  ],
  'xroad-hash-chain-algorithm-acceptable': [
    'Kas räsiahela räsialgoritmid on aktsepteeritud?',
    'Räsiahel failis {file} kasutab räsialgoritmi {algorithm}, mis ei ole aktsepteeritud[: {reason}].',
  ],
  'xroad-attachment-present': [
    'Kas konteineris on kõik, mida allkiri hõlmab?',
    'Allkiri hõlmab ka faile {files}, mida konteineris ei ole; nende sisu ei saa kontrollida.',
  ],
  'xroad-instance-known': [
    'Kas saatja X-tee keskkonna jaoks on usaldus seadistatud?',
    'Sõnum on X-tee keskkonnast „{instance}”, mille jaoks ei ole usaldust seadistatud.',
  ],
  'xroad-member-named': [
    'Kas sertifikaat nimetab liikme?',
    'Allkirjastaja sertifikaat ({certificate}) ei nimeta liiget nii, nagu selle sertifikaadiprofiil nõuab[ ({profile})].',
  ],
  'xroad-member-matches': ['Kas sõnumi allkirjastas selle saatja?', 'Sertifikaat kuulub liikmele {certificate}, sõnumi saatis {sender}.'],
  'xroad-configuration-current': [
    'Kas keskkonna konfiguratsioon kehtis, kui sõnum ajatembeldati?',
    'X-tee keskkonna „{instance}” usaldatud konfiguratsioon aegus {expires}, enne kui sõnum {at} ajatembeldati.',
  ],
  'xroad-file-not-signed': ['Kas allkiri hõlmab konteineri iga faili?', 'Konteineris on fail {file}, mida allkiri ei hõlma.'],
}

const words: LanguageTexts['words'] = {
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

export const estonian: LanguageTexts = {
  name: 'Eesti',
  locale: 'et',
  words,
  beginnings: {
    object: [
      ['file ', 'fail '],
      ['part of the signature file ', 'allkirjafaili osa '],
      ['part of the signature ', 'allkirja osa '],
      ['part of the PDF', 'PDF-i osa'],
      ['object of the reference without a name', 'nimeta viite objekt'],
      ['object of the reference ', 'viite objekt '],
    ],
  },
  phrases: { description: pdfChangesInEstonian },
  checks,
  report: {
    title: 'Allkirjade kontrolli aruanne',
    headline: ({ all, passing, failing, kind }) => {
      const [one, some, from] = nouns[kind]
      if (passing === all) return all === 1 ? `${capital(one)} kehtib.` : `Kõik ${all} ${some} kehtivad.`
      if (failing === 0)
        return all === 1
          ? `Ei saa otsustada, kas ${one} kehtib.`
          : `${all} ${from} ei saa otsustada ${passing === 0 ? 'ühegi' : all - passing} kohta.`
      if (all === 1) return `${capital(one)} ei kehti.`
      return failing === all ? `Ükski ${all} ${from} ei kehti.` : `${all} ${from} ei kehti ${failing}.`
    },
    noSignatures: 'Dokumendis ei ole allkirju.',
    leftOut: {
      byAll: (count, names) => (count === 1 ? `Üks fail on allkirjastamata: ${names}` : `${count} faili on allkirjastamata: ${names}`),
      bySome: (count, names) =>
        count === 1 ? `Üht faili ei hõlma iga allkiri: ${names}` : `${count} faili ei hõlma iga allkiri: ${names}`,
    },
    named: {
      signature: (number) => (number === null ? 'Allkiri' : `${number}. allkiri`),
      seal: (number) => (number === null ? 'E-tempel' : `${number}. e-tempel`),
      'time-stamp': (number) => (number === null ? 'Ajatempel' : `${number}. ajatempel`),
    },
    verdict: { signature: verdicts, seal: verdicts, 'time-stamp': verdicts },
    reason: {
      FORMAT_FAILURE: 'Allkiri ei vasta oma standardile.',
      HASH_FAILURE: 'Allkirjastatud sisu on pärast allkirjastamist muudetud.',
      SIG_CRYPTO_FAILURE: 'Allkirja väärtus ei klapi: allkirja on muudetud või see on antud muu võtmega.',
      REVOKED: 'Sertifikaat oli enne allkirjastamist tühistatud.',
      EXPIRED: 'Sertifikaat oli enne allkirjastamist aegunud.',
      NOT_YET_VALID: 'Sertifikaat ei kehtinud allkirjastamise ajal veel.',
      SIG_CONSTRAINTS_FAILURE: 'Allkirja mõni omadus ei vasta nõuetele.',
      CHAIN_CONSTRAINTS_FAILURE: 'Sertifikaadid ei vasta poliitika nõuetele.',
      CERTIFICATE_CHAIN_GENERAL_FAILURE: 'Allkirjastaja sertifikaadi ahelat ei saa kontrollida.',
      CRYPTO_CONSTRAINTS_FAILURE: 'Algoritm või võti on liiga nõrk.',
      CRYPTO_CONSTRAINTS_FAILURE_NO_POE:
        'Algoritm või võti on liiga nõrk ja miski ei tõenda, et allkiri anti siis, kui see oli veel tugev.',
      POLICY_PROCESSING_ERROR: 'Allkirjapoliitikat ei saa rakendada.',
      SIGNATURE_POLICY_NOT_AVAILABLE: 'Allkirjapoliitika ei ole teada.',
      TIMESTAMP_ORDER_FAILURE: 'Ajatemplid ei ole õiges järjestuses.',
      NO_SIGNING_CERTIFICATE_FOUND: 'Ei ole kindel, kelle sertifikaadiga allkiri on antud.',
      NO_CERTIFICATE_CHAIN_FOUND: 'Sertifikaadi väljaandja ei ole usaldatud.',
      NO_CERTIFICATE_CHAIN_FOUND_NO_POE: 'Väljaandja ei olnud tõendatud ajal usaldatud.',
      REVOKED_NO_POE: 'Sertifikaat on tühistatud ja miski ei tõenda, et allkiri anti enne seda.',
      REVOKED_CA_NO_POE: 'Sertifikaadi väljaandja sertifikaat on tühistatud ja miski ei tõenda, et allkiri anti enne seda.',
      OUT_OF_BOUNDS_NOT_REVOKED: 'Sertifikaat on aegunud ja miski ei tõenda, et allkiri anti enne seda.',
      OUT_OF_BOUNDS_NO_POE: 'Sertifikaat on aegunud või ei kehtinud veel ja miski ei tõenda, millal allkiri anti.',
      REVOCATION_OUT_OF_BOUNDS_NO_POE: 'Sertifikaadi kehtivuskinnitus tugineb aegunud sertifikaadile.',
      NO_POE: 'Miski ei tõenda, millal allkiri anti.',
      TRY_LATER: 'Vaja on uuemat teavet sertifikaadi kohta; see võib hiljem olemas olla.',
      SIGNED_DATA_NOT_FOUND: 'Allkirjastatud sisu ei ole dokumendis.',
    },
    changedAfter: 'Faili on pärast allkirjastamist muudetud.',
    advice: {
      'ask-original': 'Küsi saatjalt dokumenti sellisena, nagu see allkirjastati.',
      'ask-new-signature': 'Palu dokument uuesti allkirjastada, ajakohase programmi ja kehtiva sertifikaadiga.',
      'ask-new-time-stamp': 'Küsi saatjalt dokumenti kehtiva ajatempliga.',
      'try-later': 'Kontrolli dokumenti mõne tunni pärast uuesti; kui midagi ei muutu, palu allkirjastajal allkiri täiendada.',
      'ask-operator': 'Palu selle teenuse haldajal usaldusnimekirjad laadida ja kontrolli dokumenti uuesti.',
      'ask-about-certificate': 'Küsi allkirjastajalt, kes sertifikaadi välja andis ja kas see on mõeldud allkirjastamiseks.',
      none: '',
    },
    whatToDo: 'Mida teha',
    trustMissing:
      'Teenusel ei ole praegu usaldusnimekirju, seega ei saa see ühegi allkirja kohta otsustada. Dokumendi kohta see midagi ei ütle.',
    document: 'Dokument',
    size: 'Suurus',
    sizeOf: (bytes) =>
      bytes < 1000
        ? `${bytes} baiti`
        : `${(bytes < 1_000_000 ? bytes / 1000 : bytes / 1_000_000).toFixed(1).replace('.', ',')} ${bytes < 1_000_000 ? 'KB' : 'MB'} (${spaced.format(bytes)} baiti)`,
    documentDigest: 'Dokumendi SHA-256',
    form: 'Dokumendi liik',
    policy: 'Poliitika',
    policyOf: (name) => (Object.hasOwn(policies, name) ? policies[name as keyof typeof policies] : name),
    validationTime: 'Kontrollitud',
    validation: 'Kontroll',
    validator: 'Kontrollis',
    trustSnapshot: 'Usaldusteabe SHA-256',
    trustSources: 'Aluseks olevad usaldusnimekirjad',
    list: (territory, number, issued, nextUpdate) =>
      `Usaldusnimekiri ${territory}, number ${number}, välja antud ${issued}${nextUpdate === '' ? '' : `, ajakohane kuni ${nextUpdate}`}`,
    listOfLists: (territory, number, issued) => `Usaldusnimekirjade nimekiri ${territory}, number ${number}, välja antud ${issued}`,
    settings: (file) => `Teenuse seaded (${file})`,
    listStale: 'aegunud',
    signers: 'Allkirjad',
    signer: 'Allkirjastaja',
    unknownSigner: 'Allkirjastaja teadmata',
    personalCode: 'isikukood',
    registryCode: 'registrikood',
    unknown: 'teadmata',
    time: 'Allkirjastamise aeg',
    proven: 'tõendatud',
    claimed: 'allkirjastaja väitel',
    provenNote: 'Ajatempel või ajamärk tõendab, et allkiri oli sel ajal olemas.',
    claimedNote: 'Aega väidab ainult allkirjastaja; miski ei tõenda seda.',
    level: 'Õiguslik tase',
    noLevel: 'Ükski usaldusnimekiri ei ütle, milline on sertifikaadi õiguslik tase.',
    levels: {
      signature: {
        QES: ['Kvalifitseeritud e-allkiri (QES)', 'Samaväärne omakäelise allkirjaga.'],
        'AdES/QC': ['Täiustatud e-allkiri kvalifitseeritud sertifikaadiga', 'Ei ole seaduse järgi omakäelise allkirjaga samaväärne.'],
        AdES: ['Täiustatud e-allkiri', 'Ei ole seaduse järgi omakäelise allkirjaga samaväärne.'],
      },
      seal: {
        QES: ['Kvalifitseeritud e-tempel', 'Näitab, milliselt asutuselt dokument on ja et see on muutmata.'],
        'AdES/QC': [
          'Täiustatud e-tempel kvalifitseeritud sertifikaadiga',
          'Näitab asutust; ei ole teada, et võti on kvalifitseeritud vahendis.',
        ],
        AdES: ['Täiustatud e-tempel', 'Näitab asutust; sertifikaat ei ole kvalifitseeritud.'],
      },
    },
    format: 'Vorming',
    covers: 'Hõlmab',
    provable: 'Tõendatav',
    nothing: 'mitte midagi',
    wholePdf: 'kogu PDF',
    pdfVersion: (later) =>
      `PDF sellisena, nagu see oli enne ${later === 1 ? 'viimast allkirja, ajatemplit või muudatust' : `viimast ${later} allkirja või ajatemplit`}`,
    digestOf: (name) => `${name} (räsi järgi)`,
    contentOfMessage: 'sõnumi sisu',
    xmlDocument: () => 'XML-dokument',
    xmlElement: (id) => `XML-dokument #${id}`,
    otherSignature: (id) => `allkiri ${id}`,
    claimedRole: 'Roll allkirjastaja väitel',
    place: 'Koht allkirjastaja väitel',
    statedReason: 'Põhjus allkirjastaja väitel',
    files: 'Failid dokumendis',
    download: 'Salvesta',
    downloadAll: 'Salvesta kõik ZIP-failina',
    notCovered: 'ükski allkiri ei hõlma seda',
    digestOnly: 'dokumendis on ainult selle räsi',
    problems: 'Mis on valesti',
    warnings: 'Hoiatused',
    notes: 'Märkused',
    times: 'Ajad',
    localTime: (zone) => `Aeg (${zone})`,
    eventTitle: 'Sündmus',
    chain: 'Sertifikaadid kuni usaldusnimekirjani',
    otherCertificates: 'Ajatemplite ja kinnituste sertifikaadid',
    certificates: 'Sertifikaadid',
    validity: (from, until) => `kehtib ${from} kuni ${until}`,
    validFrom: 'Kehtib alates',
    validUntil: 'Kehtib kuni',
    serialNumber: 'Seerianumber',
    issuedBy: 'väljaandja',
    namedBy: (list) => `nimetatud: ${list}`,
    notAnchored: 'Ükski usaldusnimekiri ega selle teenuse seade ei nimeta sertifikaadi väljaandjat.',
    checksTitle: 'Kõik kontrollid',
    checkTitle: 'Kontroll',
    unsatisfied: 'Täitmata kontrollid',
    clause: 'Standardi punkt',
    result: 'Tulemus',
    outcome: { satisfied: 'jah', failed: 'ei', warned: 'ei, hoiatus', informed: 'ei, mõjuta', 'not-applicable': 'ei kohaldu' },
    blockStatus: { PASSED: 'läbitud', FAILED: 'läbimata', INDETERMINATE: 'ei saa otsustada' },
    block: {
      'format-checking': 'Vorming',
      'identification-of-the-signing-certificate': 'Allkirjastaja sertifikaat',
      'validation-context-initialisation': 'Allkirjapoliitika',
      'x509-certificate-validation': 'Sertifikaat ja selle väljaandjad',
      'cryptographic-verification': 'Allkirjastatud sisu ja allkirja väärtus',
      'signature-acceptance-validation': 'Nõuded ja algoritmid',
      'basic-signature': 'Allkiri kontrollimise ajal',
      'time-stamp': 'Ajatempel',
      'time-mark': 'Ajamärk',
      'long-term': 'Allkiri tõendatud ajal',
      archival: 'Allkiri arhiiviajatemplitega',
      'past-signature-validation': 'Allkiri minevikus',
      'certificate-qualification': 'Sertifikaadi kvalifikatsioon',
      'signature-level': 'Õiguslik tase',
      notices: 'Märkused',
    },
    timeStampOver: {
      content: 'sisule',
      signature: 'allkirjale',
      'validation-data': 'kehtivusandmetele',
      archive: 'arhiveerimiseks',
      document: 'dokumendile',
      container: 'konteinerile',
    },
    event: {
      'claimed-signing-time': 'Allkirjastatud, allkirjastaja väitel',
      'time-stamp': 'Olemasolu tõendab ajatempel',
      'time-mark': 'Aega tõendab ajamärk',
      'revocation-data': 'Vastus sertifikaadi kehtivuse kohta',
      'certificate-valid-from': 'Allkirjastaja sertifikaadi algus',
      'certificate-valid-until': 'Allkirjastaja sertifikaadi lõpp',
      validation: 'Siin kontrollitud',
    },
    role: {
      signer: 'Allkirjastaja',
      'time-stamping-unit': 'Ajatempliüksus',
      responder: 'Kehtivuskinnituse andja',
      authority: 'Väljaandja',
    },
    annex: 'Lisa audiitorile',
    nested: 'Sees olev allkirjastatud dokument',
    nestedNote: 'Kontrollitud ajatempli aja seisuga: ajatempel tõendab, et dokument oli siis olemas.',
    timeStamp: {
      title: 'Ajatemplid',
      level: 'Tase',
      file: 'Ajatempli fail',
      time: 'Ajatempli aeg',
      notProven: 'tõendamata',
      provenNote: 'Ajatempel tõendab, et sisu oli sel ajal olemas.',
      notProvenNote: 'Aeg on ajatemplis kirjas, aga kuna ajatempel ei läbinud kontrolli, ei tõenda see midagi.',
      levels: {
        qualified: ['Kvalifitseeritud ajatempel', 'Eeldatakse, et selle aeg on õige ja sisu pärast seda muutmata.'],
        'not-qualified': ['Kvalifitseerimata ajatempel', 'Kes sellele tugineb, peab vajaduse korral aja õigsust tõendama.'],
        unknown: ['teadmata', 'Ükski usaldusnimekiri ei ütle, kas ajatempel on kvalifitseeritud.'],
      },
    },
    page: (number, of) => `Lehekülg ${number}/${of}`,
    legalNote: 'Kontrollitud standardi ETSI EN 319 102-1 järgi. Tulemus käib siin nimetatud kontrollimise aja ja usaldusteabe kohta.',
  },
  page: {
    title: 'Allkirjade kontroll',
    lead: 'Vaata, kes ja millal dokumendi allkirjastas ning kas allkirjad kehtivad.',
    choose: 'Vali dokumendid',
    drop: 'või lohista need siia: BDOC, ASiC-E, ASiC-S, DDOC, PDF, CAdES, XAdES, X-tee',
    privacy: 'Dokumendid saadetakse ainult sellele teenusele ja neid ei salvestata.',
    working: 'kontrollitakse …',
    waiting: 'ootab …',
    failed: 'ei saanud kontrollida',
    unreachable: 'Teenusega ei saa ühendust. Proovi hetke pärast uuesti.',
    tooLarge: 'Dokument on suurem, kui see teenus vastu võtab. Küsi haldajalt või kasuta käsurida.',
    gone: 'Faili ei saa enam lugeda: seda on muudetud või teisaldatud. Vali see uuesti.',
    taking: 'Valmistatakse ette …',
    taken: 'Salvestatud nimega {name}',
    notTaken: 'Salvestada ei saanud.',
    results: 'Tulemused',
    overview: 'Ülevaade',
    countDocuments: 'Dokumente: {count}',
    countGood: 'kõik kehtib: {count}',
    countBad: 'ei kehti: {count}',
    countRefused: 'ei saanud kontrollida: {count}',
    countOpen: 'otsustamata või osaliselt allkirjastamata: {count}',
    countLeft: 'veel teha: {count}',
    remove: 'Eemalda',
    removeAll: 'Eemalda kõik',
    onlyProblems: 'Ainult probleemsed',
    removed: '{name} on eemaldatud.',
    show: 'Näita üksikasju',
    saveReport: 'Salvesta aruanne (PDF)',
    print: 'Prindi',
    copyJson: 'Kopeeri JSON',
    copied: 'JSON on lõikelaual.',
    notCopied: 'Kopeerida ei saanud.',
    policy: 'Poliitika',
    policies,
    language: 'Keel',
    skip: 'Tulemuste juurde',
    noTrust:
      'Teenusel ei ole praegu usaldusnimekirju; tulemused ei ole lõplikud ega ütle sinu dokumentide kohta midagi. Palu haldajal nimekirjad laadida.',
    starting: 'Teenus äsja käivitus ja loeb veel usaldusnimekirju. Palun oota hetk.',
    version: 'Versioon {version}',
    lists: 'Usaldusnimekirju: {count}',
    listsNone: 'Usaldusnimekirju ei ole',
    listsChecked: 'kontrollitud {time}',
    listsStale: 'aegunud: {count}',
    fixedClock: 'Selle teenuse kell on seatud ajale {time}: ainult katsetamiseks.',
    loading: 'Kontrolle laaditakse …',
    notLoaded: 'Kontrolle ei saanud laadida.',
    refusals: {
      DOCUMENT_EMPTY: 'Fail on tühi. Küsi see uuesti.',
      DOCUMENT_TYPE_DIFFERS:
        'See ei ole allkirjastatud dokument, mida see teenus tunneb: BDOC, ASiC-E, ASiC-S, DDOC, PDF, CAdES, XAdES või X-tee.',
      ZIP: 'Konteiner on vigane või poolik. Küsi fail uuesti.',
      XML: 'Dokument on vigane: selle XML-i ei saa lugeda. Küsi fail uuesti.',
      PDF: 'PDF on vigane või parooliga kaitstud. Küsi fail uuesti, ilma paroolita.',
      other: 'Dokumenti ei saa lugeda. Küsi fail uuesti.',
    },
    tooMuchWork: 'Dokument nõuab rohkem tööd, kui see teenus lubab. Küsi haldajalt või kasuta käsurida.',
    overloaded: 'Teenusel on palju tööd. Proovi hetke pärast uuesti.',
    fault: 'Teenuses läks midagi valesti. Ütle haldajale number {id}.',
  },
}
