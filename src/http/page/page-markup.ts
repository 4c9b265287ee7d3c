import { type PageLanguage, pageTexts } from './page-texts.js'

/** HTML of the page. Its texts are constants and need no escaping; the texts of the script are data attributes, so that one script serves all languages. */
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
