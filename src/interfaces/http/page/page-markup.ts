import { type Language, languageCodes, languages, type PageTexts } from '#writers/languages'

/** Texts that stand alone. */
type PlainKey = { [Key in keyof PageTexts]: PageTexts[Key] extends string ? Key : never }[keyof PageTexts]

/**
 * HTML of the page. The texts are constants and need no escaping. Each text stands with its key, so that the script can put that of another language in its place.
 */
export function pageMarkup(language: Language, maxBytes: number): string {
  const texts = languages[language].page
  const text = (tag: string, key: PlainKey, attributes = '') => `<${tag} data-text="${key}"${attributes}>${texts[key]}</${tag}>`
  const choice = languageCodes
    .map(
      (code) =>
        `<button type="button" lang="${code}" data-language="${code}" aria-pressed="${code === language}">${languages[code].name}</button>`,
    )
    .join('')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title} – allkiri</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page/style.css">
<script src="page/script.js" defer></script>
</head>
<body data-max-bytes="${maxBytes}">
${text('a', 'skip', ' class="skip" href="#results"')}
<header class="top">
<div class="brand">${mark}<h1><strong>allkiri</strong> ${text('span', 'title', ' class="of"')}</h1></div>
<div class="languages" role="group" data-label="language" aria-label="${texts.language}">${choice}</div>
</header>
<main>
<p id="banner" class="banner" role="alert" hidden></p>
<div id="intro">
${text('p', 'title', ' class="hero"')}
${text('p', 'lead', ' class="lead"')}
</div>
<div id="drop">
<input id="choose" type="file" multiple aria-describedby="hint">
${text('label', 'choose', ' for="choose"')}
${text('p', 'drop', ' id="hint"')}
${text('p', 'privacy', ' class="privacy"')}
</div>
<p id="policies" hidden><label>${text('span', 'policy')} <select id="policy"></select></label></p>
<div id="bar" hidden>
<p id="counts"></p>
<p><label><input type="checkbox" id="only" autocomplete="off"> ${text('span', 'onlyProblems')}</label> ${text('button', 'removeAll', ' type="button" id="clear"')}</p>
</div>
<p id="status" role="status"></p>
<section id="results" tabindex="-1" data-label="results" aria-label="${texts.results}"></section>
</main>
<footer><p id="about"></p></footer>
</body>
</html>
`
}

/** The mark: a line that is written and ends as a tick. */
const mark =
  '<svg class="mark" viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" rx="11"/><path d="M8 31c4-9 7-13 9-12s-3 11-1 12 5-8 8-8-1 7 2 7c4 0 8-8 14-17"/><path d="M8 38h32" class="rule"/></svg>'
