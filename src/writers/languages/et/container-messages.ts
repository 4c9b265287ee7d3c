import type { ContainerFindingKey } from '#model'
import type { CheckTexts } from '../language.js'

export const containerMessages: CheckTexts<ContainerFindingKey> = {
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
}
