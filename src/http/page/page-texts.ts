/** Texts of the page in each language. */
export const pageTexts = {
  en: {
    title: 'Validate signatures',
    lead: 'See who signed a document, when, and whether the signatures are valid.',
    choose: 'Choose documents',
    drop: 'or drop them here: BDOC, ASiC-E, DDOC, PDF, X-Road',
    privacy: 'Documents go to this service only and are not stored.',
    working: 'is being validated …',
    failed: 'could not be validated',
    unreachable: 'The service cannot be reached. Try again in a moment.',
    tooLarge: 'The document is larger than this service takes.',
    taking: 'The file is being taken out of the document …',
    taken: 'Saved as',
    notTaken: 'The file could not be taken out.',
    results: 'Results',
    other: 'Eesti keeles',
    otherLanguage: 'et',
  },
  et: {
    title: 'Allkirjade valideerimine',
    lead: 'Vaata, kes ja millal dokumendi allkirjastas ning kas allkirjad kehtivad.',
    choose: 'Vali dokumendid',
    drop: 'või lohista need siia: BDOC, ASiC-E, DDOC, PDF, X-tee',
    privacy: 'Dokumendid saadetakse ainult sellele teenusele ja neid ei salvestata.',
    working: 'valideeritakse …',
    failed: 'ei saanud valideerida',
    unreachable: 'Teenusega ei saa ühendust. Proovi hetke pärast uuesti.',
    tooLarge: 'Dokument on suurem, kui see teenus vastu võtab.',
    taking: 'Faili võetakse dokumendist välja …',
    taken: 'Salvestatud nimega',
    notTaken: 'Faili ei saanud dokumendist välja võtta.',
    results: 'Tulemused',
    other: 'In English',
    otherLanguage: 'en',
  },
} as const

export type PageLanguage = keyof typeof pageTexts
