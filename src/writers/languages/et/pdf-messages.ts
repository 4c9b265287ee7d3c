import type { PdfKey } from '#model'
import type { CheckTexts } from '../language.js'

export const pdfMessages: CheckTexts<PdfKey> = {
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
}
