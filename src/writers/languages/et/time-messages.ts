import type { TimeKey } from '#model'
import type { CheckTexts } from '../language.js'

export const timeMessages: CheckTexts<TimeKey> = {
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
}
