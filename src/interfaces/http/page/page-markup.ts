/** HTML of the page. The texts are constants and need no escaping. The texts for the script are data attributes, so that one script serves all languages. */
export function pageMarkup(language: PageLanguage, maxBytes: number): string {
  const texts = pageTexts[language]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page/style.css">
<script src="page/script.js" defer></script>
</head>
<body data-working="${texts.working}" data-failed="${texts.failed}" data-unreachable="${texts.unreachable}" data-too-large="${texts.tooLarge}" data-taking="${texts.taking}" data-taken="${texts.taken}" data-not-taken="${texts.notTaken}" data-max-bytes="${maxBytes}">
<header><a href="?language=${texts.otherLanguage}" lang="${texts.otherLanguage}" hreflang="${texts.otherLanguage}">${texts.other}</a></header>
<main>
<h1>${texts.title}</h1>
<p>${texts.lead}</p>
<div id="drop">
<input id="choose" type="file" multiple aria-describedby="hint">
<label for="choose">${texts.choose}</label>
<p id="hint">${texts.drop}</p>
</div>
<p class="privacy">${texts.privacy}</p>
<p id="status" role="status"></p>
<section id="results" aria-label="${texts.results}"></section>
</main>
</body>
</html>
`
}

/** Texts of the page in each language. */
const pageTexts = {
  en: {
    title: 'Validate signatures',
    lead: 'See who signed a document, when, and whether the signatures are valid.',
    choose: 'Choose documents',
    drop: 'or drop them here: BDOC, ASiC-E, DDOC, PDF, X-Road',
    privacy: 'Documents go to this service only and are not stored.',
    working: 'is being validated …',
    failed: 'could not be validated',
    unreachable: 'The service cannot be reached. Try again in a moment.',
    tooLarge: 'The document is larger than this service accepts.',
    taking: 'The file is being extracted from the document …',
    taken: 'Saved as',
    notTaken: 'The file could not be extracted.',
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
