/** How the page looks: one sheet, light and dark, narrow and wide, and on paper. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #56606e; --line: #d5dae1; --paper: #fff;
  --wash: #eef3f9; --accent: #1f5fa8; --good: #1d6b3a; --warn: #8a5a00; --bad: #a3242f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #a3adba; --line: #3a4350;
  --paper: #12161c; --wash: #1d2530; --accent: #6fa8e8; --good: #6cc08b; --warn: #e0b050;
  --bad: #f08a92; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.55 Inter, "Segoe UI", system-ui, sans-serif; font-variant-numeric: tabular-nums;
  overflow-wrap: break-word; }
header, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.35rem; margin: 2.6rem 0 .8rem; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 .5rem; }
.lines, .legend, small, footer { color: var(--soft); }
.legend, small { font-size: .8rem; }
td small, th small, dd small { display: block; font-weight: 400; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; border-bottom: 1px solid var(--line);
  padding: .6rem 0; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible,
#proof:focus-visible, .scroll:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px;
}
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; }
.notice, .proof { background: var(--wash); border-left: 4px solid var(--accent);
  padding: .7rem 1rem; margin: 1rem 0; }
.proof p { margin: .2rem 0 .6rem; }
.contested { background: var(--wash); }
.proof:empty { display: none; }
.notice.warn, .proof.warn { border-color: var(--warn); }
.notice.good, .proof.good { border-color: var(--good); }
.notice.bad, .proof.bad { border-color: var(--bad); }
.good { color: var(--good); } .warn .mark, span.warn { color: var(--warn); }
.bad .mark, span.bad { color: var(--bad); }
span.good, span.warn, span.bad { font-weight: 600; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .7rem; }
.facts div { background: var(--wash); border-radius: 6px; padding: .7rem .9rem; }
.facts dt { font-size: .82rem; color: var(--soft); }
.facts dd { margin: 0; font-size: 1.5rem; font-weight: 600; }
.summary { margin: 1rem 0 1.5rem; border-top: 2px solid var(--soft); }
.summary div { display: grid; grid-template-columns: minmax(9rem, 14rem) 1fr; gap: 0 1.2rem;
  padding: .5rem 0; border-bottom: 1px solid var(--line); }
.summary dt { grid-row: 1 / span 9; font-size: .85rem; font-weight: 600; color: var(--soft); }
.summary dd { grid-column: 2; margin: 0 0 .2rem; } .summary dd > span { font-weight: 500; }
.summary dd small { display: inline; margin-left: .6rem; }
.scroll { overflow-x: auto; margin: 1rem 0 1.5rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption, figcaption { text-align: left; font-weight: 600; color: var(--soft); font-size: .85rem;
  padding-bottom: .4rem; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top;
  text-align: left; }
thead th { border-bottom: 2px solid var(--soft); font-size: .8rem; color: var(--soft); }
tbody th { font-weight: 500; }
.right { text-align: right; }
td.right > span, td > span[class] { white-space: nowrap; }
tbody th { min-width: 7rem; }
figure { margin: 1.2rem 0 1.6rem; }
.chart { display: grid; grid-template-columns: minmax(8rem, 15rem) auto minmax(11rem, 1fr);
  gap: .8rem; overflow-x: auto; }
.chart ul { list-style: none; margin: 0; padding: 0; font-size: .85rem; }
.chart li { height: 22px; line-height: 22px; white-space: nowrap; overflow: hidden;
  text-overflow: ellipsis; }
.chart .values li span { font-weight: 600; margin-right: .5rem; }
.chart .values b { display: none; }
.grid { stroke: var(--line); } .tick { fill: var(--soft); font-size: 11px; text-anchor: middle; }
.span { stroke: var(--accent); stroke-width: 3; } .dot, .bar { fill: var(--accent); }
.track { fill: var(--wash); }
.target { stroke: var(--warn); stroke-width: 1.5; stroke-dasharray: 4 3; }
.matrix td, .matrix th { text-align: center; padding: .2rem .35rem; font-size: .8rem; }
.matrix tbody th { text-align: left; white-space: nowrap; }
.own { background: var(--wash); font-weight: 600; }
.level1 { background: color-mix(in srgb, var(--accent) 12%, transparent); }
.level2 { background: color-mix(in srgb, var(--accent) 26%, transparent); }
.level3 { background: color-mix(in srgb, var(--accent) 40%, transparent); }
.level4 { background: color-mix(in srgb, var(--accent) 55%, transparent); }
button, input, select { font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: 6px; padding: .4rem .8rem; min-height: 2.5rem; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--paper);
  font-weight: 600; }
.tools { display: flex; flex-wrap: wrap; gap: .7rem; align-items: end; margin-bottom: 1rem; }
.tools label { display: grid; font-size: .82rem; color: var(--soft); }
[data-proven="equal"]::after { content: " ✓"; color: var(--good); }
[data-proven="differs"] { outline: 2px solid var(--bad); }
[data-proven="differs"]::after { content: " ✗ the page said " attr(data-shown);
  color: var(--bad); display: block; font-size: .8rem; font-weight: 400; white-space: normal; }
.proof .limits { color: var(--soft); font-size: .85rem; margin-top: .6rem; }
details { border-bottom: 1px solid var(--line); padding: .5rem 0; }
details > summary { cursor: pointer; overflow-wrap: anywhere; }
blockquote { border-left: 3px solid var(--line); margin: .6rem 0; padding: 0 1rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
footer { padding: 2rem 1.25rem; font-size: .8rem; }
@media (max-width: 40rem) { .summary div { grid-template-columns: 1fr; }
  .summary dt, .summary dd { grid-column: 1; grid-row: auto; }
  .chart { grid-template-columns: 1fr; }
  .chart svg { display: none; } .chart > ul:first-child { display: none; }
  .chart li { height: auto; white-space: normal; padding-bottom: .3rem; }
  .chart .values b { display: block; font-weight: 400; } }
@media (pointer: coarse) { button, input, select { min-height: 44px; }
  nav a, details > summary { padding: .7rem 0; } }
@media print { nav, .proof, #units { display: none; } body { font-size: 10pt; } }
`;
