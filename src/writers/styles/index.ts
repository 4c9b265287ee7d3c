/**
 * How a report looks on a screen and on paper: one style sheet for the page and for the report that is saved as HTML. The verdict is told by a sign, a word and
 * a colour; each colour has at least 4.5 : 1 on its ground, in light and in dark.
 */
export const reportStyles = `:root{color-scheme:light dark;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;--paper:#fff;--ground:#f3f5f8;--ink:#16202e;--quiet:#4d5b6c;--line:#d5dbe3;--accent:#0b4f9e;--ok:#12643a;--ok-ground:#e6f5ec;--bad:#a3161d;--bad-ground:#fdeceb;--open:#745000;--open-ground:#fff4d9}
@media(prefers-color-scheme:dark){:root{--paper:#1b212a;--ground:#11151b;--ink:#e7ecf2;--quiet:#a9b5c3;--line:#38424f;--accent:#8bbcff;--ok:#7fdba4;--ok-ground:#15301f;--bad:#ffa49d;--bad-ground:#3b1a1a;--open:#f1c968;--open-ground:#372b10}}
*{box-sizing:border-box}[hidden]{display:none!important}h1,h2,h3,h4,p,ul,ol,dl,dd{margin:0}
.report{overflow-wrap:anywhere}
.passed{--tone:var(--ok);--tone-ground:var(--ok-ground)}.failed{--tone:var(--bad);--tone-ground:var(--bad-ground)}.undecided{--tone:var(--open);--tone-ground:var(--open-ground)}
.sign{flex:none;width:2.6rem;height:2.6rem;fill:var(--tone);stroke:none}.sign path{fill:none;stroke:var(--paper);stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}.sign circle+circle{fill:var(--paper)}
.verdict{display:flex;gap:1rem;align-items:center;background:var(--tone-ground);border-radius:.7rem;padding:1rem 1.2rem;margin:0 0 1rem}
.verdict .sign{width:3.4rem;height:3.4rem}.summary{font-size:1.35rem;line-height:1.3;font-weight:700;color:var(--tone)}.left-out{font-weight:600}.verdict .name{font-size:1rem;font-weight:400;color:var(--ink)}
.signature{background:var(--paper);border:1px solid var(--line);border-radius:.7rem;padding:1.1rem 1.2rem;margin:1rem 0}
.head{display:flex;gap:1rem;align-items:flex-start}.head>div{flex:1;min-width:0}.kind{color:var(--quiet);font-size:.9rem}.who{font-size:1.75rem;line-height:1.2;font-weight:700;letter-spacing:-.01em}.code{color:var(--quiet);font-size:1.05rem}
.badge{flex:none;background:var(--tone-ground);color:var(--tone);border:1px solid currentColor;border-radius:2rem;font-weight:700;padding:.15rem .9rem}
.why{border-left:.25rem solid var(--tone);padding:.1rem 0 .1rem .9rem;margin:.9rem 0}.why .reason{font-weight:600;color:var(--tone)}
.facts{display:grid;grid-template-columns:minmax(8rem,12rem) 1fr;gap:.35rem 1.2rem;margin:1rem 0}.facts dt{color:var(--quiet)}.facts small,.note{display:block;color:var(--quiet);font-size:.88rem}.facts .utc{display:inline;white-space:nowrap}
.label{font-weight:700;margin:.8rem 0 .2rem}.report ul{padding-left:1.2rem}.warnings{color:var(--ink)}.warned{background:var(--open-ground);border-radius:.5rem;padding:.4rem .9rem .6rem;margin:.8rem 0}.warned .label{color:var(--open);margin-top:0}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1.5rem;border-top:1px solid var(--line);margin-top:1rem;padding-top:.9rem}.two h3,.two h4{font-size:1rem;margin-bottom:.6rem}
.line,.chain{list-style:none;padding:0}.line li{position:relative;padding:0 0 .8rem 1.7rem}.line li::before{content:"";position:absolute;left:.2rem;top:.35rem;width:.8rem;height:.8rem;border-radius:50%;background:var(--paper);border:.18rem solid var(--quiet);z-index:1}
.line li:not(:last-child)::after{content:"";position:absolute;left:.55rem;top:.6rem;bottom:-.5rem;border-left:2px dashed var(--line)}.line li.alive:not(:last-child)::after{border-left:.25rem solid var(--ok);left:.5rem;opacity:.55}
.line .proof::before{background:var(--ok);border-color:var(--ok)}.line .now::before{background:var(--accent);border-color:var(--accent);border-radius:.15rem}.line b{display:block}.line time{color:var(--quiet);font-size:.9rem;font-variant-numeric:tabular-nums}
.chain li{position:relative;border:1px solid var(--line);border-radius:.5rem;padding:.5rem .8rem;margin-bottom:1.3rem}.chain li:not(:last-child)::after{content:"↑";transform:rotate(180deg);position:absolute;left:1.2rem;bottom:-1.45rem;color:var(--quiet);font-size:1.1rem;line-height:1.5rem}.chain li.list{background:var(--ok-ground);border-color:var(--ok);color:var(--ok);font-weight:600}.chain li.nobody{background:var(--open-ground);border-color:var(--open);color:var(--open)}
.chain b{display:block}.chain small{display:block;color:var(--quiet)}
.report details{border-top:1px solid var(--line);margin-top:.8rem;padding-top:.5rem}.report summary{cursor:pointer;font-weight:600;padding:.25rem 0;color:var(--accent)}
.block{margin:.8rem 0}.block p{font-weight:600}.block p span{font-weight:400;color:var(--quiet)}.block ul{list-style:none;padding:0}.block li{display:grid;grid-template-columns:1.4rem 1fr;padding:.15rem 0;font-size:.94rem}.block li small{color:var(--quiet);display:block}.block .mark{font-weight:700}.block .answer{display:block;font-weight:600}.block .satisfied .mark{color:var(--ok)}.block .failed .mark,.block .failed .answer{color:var(--bad)}.block .warned-check .mark{color:var(--open)}
.files li{margin:.4rem 0}.files small{color:var(--quiet)}
.banner{background:var(--open-ground);color:var(--open);border:1px solid currentColor;border-radius:.6rem;font-weight:600;padding:.7rem 1rem;margin:0 0 1rem}
.digest{font-family:ui-monospace,monospace;font-size:.85rem}
@media(max-width:36rem){.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:.5rem}.who{font-size:1.45rem}.signature{padding:.9rem}.head{flex-wrap:wrap}.verdict{padding:.9rem}.verdict .sign{width:2.6rem;height:2.6rem}.summary{font-size:1.15rem}}
@media print{:root{color-scheme:light;--paper:#fff;--ground:#fff;--ink:#000;--quiet:#444;--line:#bbb;--accent:#000;--ok:#12643a;--ok-ground:#fff;--bad:#a3161d;--bad-ground:#fff;--open:#745000;--open-ground:#fff;font-size:11pt}.signature,.chain li,.line li,.verdict{break-inside:avoid-page}.verdict{border:2px solid var(--tone)}.sign,.line li::before{print-color-adjust:exact;-webkit-print-color-adjust:exact}.two{grid-template-columns:1fr 1fr}}
`
