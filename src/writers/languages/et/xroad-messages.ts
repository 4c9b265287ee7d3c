import type { XroadFindingKey } from '#model'
import type { CheckTexts } from '../language.js'

export const xroadMessages: CheckTexts<XroadFindingKey> = {
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
