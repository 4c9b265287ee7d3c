import type { SignatureKey } from '#model'
import type { CheckTexts } from '../language.js'

export const signatureMessages: CheckTexts<SignatureKey> = {
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
  'signature-baseline': [
    'Kas allkirjal on põhiprofiili allkirja omadused ja mitte muid?',
    'Allkiri ei vasta põhiprofiilile: {property} puudub või ei tohi sellisel kujul olla.',
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
}
