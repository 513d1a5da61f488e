// One stylesheet for all elements of a page. Fonts and colours are the page's; what else there is derives from them.

const text = `
:host {
  display: block;
  margin-block: 1.5em;
  --accent: var(--paramscope-accent, light-dark(#2f5bd0, #8aaaff));
  --muted: var(--paramscope-muted, color-mix(in srgb, currentColor 72%, transparent));
  --rule: var(--paramscope-rule, color-mix(in srgb, currentColor 15%, transparent));
  --hover: var(--paramscope-hover, color-mix(in srgb, currentColor 5%, transparent));
  --error: var(--paramscope-error, light-dark(#b3261e, #ff8a80));
  --mono: var(--paramscope-mono, ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace);
}
@supports (color: oklch(from currentColor l c h)) {
  :host {
    --accent: var(--paramscope-accent, oklch(from currentColor calc(0.41 + 0.37 * l) 0.15 264));
    --error: var(--paramscope-error, oklch(from currentColor calc(0.43 + 0.36 * l) 0.17 27));
  }
}
:host([hidden]) { display: none; }
:host([theme=light]) { color-scheme: light; color: #1b1f27; background: #fff; }
:host([theme=dark]) { color-scheme: dark; color: #e7eaf0; background: #171a21; }
:host([theme=light]) .frame, :host([theme=dark]) .frame { padding: 1.25em 1.5em; }

.frame { container-type: inline-size; line-height: 1.45; font-variant-numeric: tabular-nums lining-nums; }
.frame[hidden], [hidden] { display: none !important; }
.source { display: block; white-space: pre-wrap; overflow-wrap: anywhere; font-family: var(--mono); font-size: .85em; }
::slotted(pre) { white-space: pre-wrap !important; overflow-wrap: anywhere; }
iframe { display: block; inline-size: 100%; block-size: 30em; border: 1px solid var(--rule); box-sizing: border-box; border-radius: .4em; color-scheme: normal; }

p, dl, dd, table { margin: 0; }
button, input { font: inherit; color: inherit; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.muted { color: var(--muted); }
.notice { margin-block-end: 1em; padding-inline-start: .8em; border-inline-start: 3px solid var(--error); }
.problem { color: var(--error); font-size: .8125em; grid-column: 1 / -1; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.title { font-size: .875em; font-weight: 600; color: var(--muted); overflow-wrap: anywhere; }
.headline { margin-block: .1em .75em; }
.total { font-size: 2em; font-weight: 600; line-height: 1.2; letter-spacing: -.015em; overflow-wrap: anywhere; }
.short { white-space: nowrap; margin-inline-start: .6em; }
.figures { display: flex; flex-wrap: wrap; gap: .6em 2.2em; margin-block-end: 1.1em; }
dt, .heading { font-size: .75em; color: var(--muted); }
dd { font-size: 1.0625em; white-space: nowrap; }

.derivation { overflow-x: auto; padding-block: .1em; }
.step { display: flex; gap: .5em; line-height: 1.75; }
.relation { flex: none; inline-size: .8em; color: var(--muted); }
.step:first-child .relation { display: none; }
.formula { text-wrap: pretty; }
math { font-family: inherit; font-size: 1.04em; }
.formula button, .reset { border: 0; padding: 0; background: none; color: var(--accent); cursor: pointer; font-size: .875em; }
.formula button:hover, .reset:hover { text-decoration: underline; }

.controls { margin-block-start: 1.4em; }
.controls-head { display: flex; justify-content: space-between; align-items: baseline; }
.control-list { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17em, 100%), 1fr)); gap: .7em 2.5em; }
summary { font-size: .8125em; color: var(--muted); margin-block: .7em; cursor: pointer; }
.control { display: grid; grid-template-columns: minmax(0, 1fr) 7.5em; align-items: baseline; column-gap: .8em; }
.control label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.note { font-size: .8125em; }
.changed label math { color: var(--accent); }
input[type=text] {
  box-sizing: border-box; inline-size: 100%; min-block-size: 1.75em; padding: .1em .4em; text-align: end; font-size: .9375em;
  border: 1px solid transparent; border-radius: .3em; background: var(--hover);
}
input[type=text]:hover { border-color: var(--rule); }
input[aria-invalid=true] { border-color: var(--error) !important; }
.input-control { margin-block-start: .7em; grid-template-columns: auto minmax(0, 1fr); }
.input-control label { font-size: .875em; }
.input-control input { text-align: start; font-size: .875em; }
input[type=range] {
  grid-column: 1 / -1; appearance: none; margin: 0; inline-size: 100%; block-size: 1.5em; background: none; cursor: pointer;
  --fill: linear-gradient(to right, var(--accent) calc(var(--at, 0) * 100%), var(--rule) 0);
}
input[type=range]::-webkit-slider-runnable-track { block-size: 2px; border-radius: 1px; background: var(--fill); }
input[type=range]::-moz-range-track { block-size: 2px; border-radius: 1px; background: var(--fill); }
input[type=range]::-webkit-slider-thumb {
  appearance: none; inline-size: .875em; block-size: .875em; margin-block-start: calc(1px - .4375em); border-radius: 50%; border: 0; background: var(--accent);
}
input[type=range]::-moz-range-thumb { inline-size: .875em; block-size: .875em; border-radius: 50%; border: 0; background: var(--accent); }

.tree { display: block; margin-block-start: 1.6em; font-size: .875em; }
.tree thead, .tree tbody { display: block; }
.row {
  display: grid; grid-template-columns: minmax(0, 1fr) 6.9em 7.3em 6.4em 4.2em; --indent: 1.1em; column-gap: .9em; position: relative; align-items: baseline;
  padding: .34em .3em; border-block-end: 1px solid var(--rule);
}
.row > * { padding: 0; text-align: end; min-inline-size: 0; overflow-wrap: anywhere; }
.heads { padding-block: .2em; }
.heads th { white-space: nowrap; font-weight: normal; font-size: .857em; color: var(--muted); }
.row > .module, .more td { text-align: start; padding-inline-start: calc(min(var(--level, 0), 12) * var(--indent)); }
.heads > .module { padding-inline-start: 1.4em; }
tbody .row { cursor: default; }
tbody .row:hover { background: var(--hover); }
tbody .row:focus-visible { outline-offset: -2px; }
.row[aria-selected=true] { background: var(--hover); }
.module { font-weight: normal; display: flex; align-items: baseline; }
.label { min-inline-size: 0; }
.twisty { display: inline-block; flex: none; inline-size: 1.4em; text-align: center; color: var(--muted); cursor: pointer; }
.twisty::before { content: ""; display: inline-block; border-block: .28em solid transparent; border-inline-start: .42em solid currentColor; }
.row:not([aria-expanded]) .twisty { visibility: hidden; }
[aria-expanded=true] .twisty::before { transform: rotate(90deg); }
.name { font-family: var(--mono); font-size: .95em; }
.type, .output, .percent { color: var(--muted); }
.row[aria-level="1"] .type { color: inherit; font-weight: 600; }
.zero .parameters, .zero .flops { color: var(--muted); }
.mark { margin-inline-start: .5em; padding: 0 .4em; border: 1px solid var(--rule); border-radius: .3em; font-size: .8em; color: var(--muted); }
.parameters, .output, .flops { white-space: nowrap; }
.share { display: flex; align-items: baseline; gap: .5em; }
.heads .share { display: block; }
.track { flex: 1; align-self: center; block-size: .3em; border-radius: .15em; overflow: hidden; }
.bar { display: block; block-size: 100%; min-inline-size: 1px; border-radius: inherit; background: var(--accent); }
.percent { flex: none; inline-size: 3.4em; white-space: nowrap; }
.more { color: var(--accent); }
.more td { grid-column: 1 / -1; margin-inline-start: 1.4em; cursor: pointer; }
.row > .details { grid-column: 1 / -1; text-align: start; cursor: auto; padding-inline-start: calc(min(var(--level, 0), 12) * var(--indent) + 1.4em); }
.details-content { padding-block: .35em .6em; }
.details .heading:not(:first-child) { margin-block-start: .9em; }
.tensor { display: flex; gap: .8em; line-height: 1.7; }
.tensor code { flex: none; min-inline-size: 4em; font-family: var(--mono); font-size: .95em; color: var(--muted); }

@container (inline-size < 36em) {
  .row { grid-template: "module share parameters" auto "output flops flops" auto "details details details" auto / minmax(0, 1fr) auto auto; padding-block: .45em; --indent: .7em; }
  .module { grid-area: module; } .output { grid-area: output; } .parameters { grid-area: parameters; }
  .share { grid-area: share; } .flops { grid-area: flops; } .row > .details { grid-area: details; }
  .heads .output, .heads .flops { position: absolute; clip-path: inset(50%); }
  .row > .output { text-align: start; padding-inline-start: calc(min(var(--level, 0), 12) * var(--indent) + 1.4em); font-size: .9em; }
  .row > .flops { font-size: .9em; color: var(--muted); }
  td.flops:not(:empty)::after { content: "\u202fFLOPs"; }
  .track { position: absolute; inset: auto 0 -1px; block-size: 2px; }
  .percent { inline-size: auto; font-size: .9em; }
  .total { font-size: 1.75em; }
}
@media (forced-colors: active) {
  .bar { forced-color-adjust: none; background: CanvasText; }
  input[type=range] { appearance: auto; }
  .row[aria-selected=true] { outline: 1px solid Highlight; }
}
@media (prefers-reduced-motion: no-preference) {
  .twisty::before { transition: transform .12s; }
  .bar { transition: inline-size .15s; }
}
`;

let sheet;

/** The stylesheet, made once. Constructed: no host's Content-Security-Policy stands in its way. */
export function styles() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
  }
  return sheet;
}
