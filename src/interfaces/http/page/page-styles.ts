/** The style sheet of the page, for light and dark mode. */
export const pageStyles = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--paper:#ffffff;--ink:#1b1c1f;--line:#767676;--soft:#f3f4f6;--accent:#0b57b8;--ok:#1b6b32;--bad:#a01c15;--open:#7a5600}
@media(prefers-color-scheme:dark){:root{--paper:#17181b;--ink:#e8e8ea;--soft:#24262b;--accent:#8ab4f8;--ok:#7fd396;--bad:#f2a29c;--open:#e9c46a}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);padding:1rem 1.5rem 3rem}main,header{max-width:54rem;margin:auto}header{text-align:right}
h1{font-size:1.7rem;margin:.5rem 0}h2{font-size:1.2rem;overflow-wrap:anywhere;margin:.3rem 0}h3{font-size:1.05rem;margin:.2rem 0}
a{color:var(--accent)}a:focus-visible,summary:focus-visible,input:focus-visible+label{outline:3px solid var(--accent);outline-offset:2px}
#drop{border:2px dashed var(--line);border-radius:.6rem;padding:1.6rem;text-align:center;background:var(--soft)}#drop.over{border-color:var(--accent);border-style:solid}
#choose{position:absolute;width:1px;height:1px;opacity:0}#choose+label{display:inline-block;padding:.6rem 1.4rem;border:2px solid var(--accent);border-radius:.4rem;color:var(--accent);font-weight:600;cursor:pointer}
.privacy{font-size:.9rem}#status{min-height:1.5rem}
article{border-top:1px solid var(--line);padding:.8rem 0}.summary{font-weight:600}.error{color:var(--bad)}
.signature{border:1px solid var(--line);border-left:.5rem solid var(--open);border-radius:.3rem;padding:.6rem 1rem;margin:.8rem 0}
.signature.passed{border-left-color:var(--ok)}.signature.failed{border-left-color:var(--bad)}
.passed .verdict,p.passed{color:var(--ok)}.failed .verdict,p.failed{color:var(--bad)}.undecided .verdict,p.undecided{color:var(--open)}
dl{margin:.5rem 0}dl div{display:grid;grid-template-columns:12rem 1fr;gap:.1rem 1rem}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
ul,ol{padding-left:1.3rem;overflow-wrap:anywhere;margin:.3rem 0}.label{font-weight:600;margin:.5rem 0 0}time{font-variant-numeric:tabular-nums}summary{cursor:pointer;padding:.2rem 0}
button{font:inherit;font-size:.9rem;padding:.15rem .7rem;border:1px solid var(--accent);border-radius:.3rem;background:none;color:var(--accent);cursor:pointer}button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}button[aria-disabled]{opacity:.6;cursor:progress}
.block ul{list-style:none;padding-left:0}.block li{margin:.15rem 0}.files li{margin:.35rem 0}.taking{font-size:.9rem;min-height:1.4rem}
@media(max-width:36rem){body{padding:.8rem}dl div{grid-template-columns:1fr}dd{margin-bottom:.4rem}}
`
