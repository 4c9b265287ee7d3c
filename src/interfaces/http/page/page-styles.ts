import { reportStyles } from '#writers/styles'

/** The style sheet of the page, for light and dark, and for paper. */
export const pageStyles = `${reportStyles}
body{margin:0;background:var(--ground);color:var(--ink)}main,.top,footer{max-width:64rem;margin:auto;padding:0 1.5rem}
.top{display:flex;justify-content:space-between;align-items:center;gap:1rem;padding-top:1rem;padding-bottom:1rem}.brand{display:flex;gap:.7rem;align-items:center;font-size:1.25rem}.brand .of{color:var(--quiet);font-size:1rem;margin-left:.3rem}.mark{width:2.5rem;height:2.5rem;flex:none}.mark rect{fill:#0b4f9e}.mark path{fill:none;stroke:#fff;stroke-width:3.4;stroke-linecap:round;stroke-linejoin:round}.mark .rule{stroke-width:1.6;opacity:.55}
.languages{display:flex;gap:.2rem}a{color:var(--accent)}
button,select{font:inherit;font-size:.95rem;padding:.35rem .85rem;border:1px solid var(--line);border-radius:.45rem;background:var(--paper);color:var(--accent);cursor:pointer}button:hover{border-color:var(--accent)}button[aria-disabled=true]{opacity:.6;cursor:progress}.languages button[aria-pressed=true]{background:var(--accent);color:var(--paper);border-color:var(--accent)}
:focus-visible,#choose:focus-visible+label{outline:3px solid var(--accent);outline-offset:2px}#results:focus{outline:none}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.4rem .8rem;z-index:2}
.brand h1{font-size:1.25rem;font-weight:400}.hero{font-size:2rem;font-weight:700;line-height:1.2;margin:1rem 0 .3rem}.lead{font-size:1.1rem;color:var(--quiet);margin-bottom:1.2rem}
#drop{border:2px dashed var(--line);border-radius:.9rem;background:var(--paper);padding:2.4rem 1.2rem;text-align:center}#drop.over{border-color:var(--accent);border-style:solid}
#choose{position:absolute;width:1px;height:1px;opacity:0}#choose+label{display:inline-block;background:var(--accent);color:var(--paper);border-radius:.55rem;font-size:1.05rem;font-weight:600;padding:.7rem 1.6rem;cursor:pointer}#hint{margin-top:.7rem}.privacy{color:var(--quiet);font-size:.9rem;margin-top:.3rem}
.used #intro{display:none}.used #drop{display:flex;flex-wrap:wrap;gap:.3rem 1rem;align-items:center;justify-content:center;padding:.7rem 1rem}.used #hint,.used .privacy{margin:0}.used #choose+label{padding:.4rem 1.1rem;font-size:1rem}
#policies{margin:.8rem 0 0}select{max-width:100%}#bar{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between;margin:1rem 0 0}#counts{display:flex;flex-wrap:wrap;gap:.3rem .5rem}#counts span{background:var(--paper);border:1px solid var(--line);border-radius:2rem;padding:.15rem .8rem}#counts .tone{color:var(--tone);border-color:currentColor;font-weight:600}
#status{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}#results{margin-top:1rem}
article{border:1px solid var(--line);border-radius:.9rem;background:var(--paper);margin:0 0 .8rem;overflow:hidden}article>details>summary{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:.9rem;align-items:center;padding:.8rem 1.1rem;cursor:pointer;list-style:none}article>details>summary::-webkit-details-marker{display:none}article>details>summary::after{content:"⌄";color:var(--quiet);font-size:1.3rem;transition:transform .15s}article>details[open]>summary::after{transform:rotate(180deg)}
.row b{display:block;overflow-wrap:anywhere}.row span{display:block;color:var(--quiet);overflow-wrap:anywhere}.row .headline{color:var(--tone,var(--quiet));font-weight:600}
.row .code{font-size:.85rem}.wait{width:2.6rem;height:2.6rem;border:.3rem solid var(--line);border-top-color:var(--accent);border-radius:50%;animation:turn 1s linear infinite}@keyframes turn{to{transform:rotate(1turn)}}@media(prefers-reduced-motion:reduce){.wait{animation:none}}
.body{border-top:1px solid var(--line);padding:1rem 1.1rem 1.2rem}.body h2{font-size:1.2rem;margin-bottom:.8rem;overflow-wrap:anywhere}.actions{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 1rem}.done{font-size:.92rem;color:var(--quiet)}.done:not(:empty){margin:-.4rem 0 .8rem}
.only article.passed{display:none}.one article>details>summary{display:none}.one .body{border-top:0}
footer{color:var(--quiet);font-size:.88rem;padding-top:1.2rem;padding-bottom:2rem}footer span{display:inline-block}footer span+span::before{content:"·";margin:0 .5rem;white-space:pre}
@media(max-width:36rem){main,.top,footer{padding-left:.9rem;padding-right:.9rem}.brand .of{display:none}.hero{font-size:1.6rem}.body{padding:.8rem}article>details>summary{padding:.7rem}}
@media print{.top,#intro,#drop,#policies,#bar,#status,.actions,.skip,.done,.files button,article>details>summary{display:none!important}main,footer{max-width:none;padding:0}article{border:0;border-radius:0;break-before:page}article:first-child{break-before:auto}.body{border:0;padding:0}.printing-one article:not(.printing){display:none}.report details:not([open]){display:none}.report details>summary{color:#000;list-style:none}}
`
