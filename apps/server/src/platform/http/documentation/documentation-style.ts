export const documentationStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbf8f3, #171b19);
  --surface: light-dark(#ffffff, #1f2523);
  --line: light-dark(#e6dfd3, #343d39);
  --ink: light-dark(#22302b, #ece7dd);
  --quiet: light-dark(#5a6861, #a9b2ac);
  --green: light-dark(#1f5a46, #8cd0b1);
  --green-soft: light-dark(#e5f0ea, #24362e);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 "Golos Text", system-ui, sans-serif;
}
main, header { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1, h2, h3 { font-family: Literata, Georgia, serif; line-height: 1.25; }
h2 { margin: 2.5rem 0 1rem; }
h3 { margin: 0; font-size: 1.2rem; }
h4 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
a { color: var(--green); }
:focus-visible { outline: 3px solid var(--green); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .75rem 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .5rem 0; }
article {
  background: var(--surface); border: 1px solid var(--line); border-radius: 16px;
  padding: 1.25rem; margin-bottom: 1rem;
}
code { font: .9375rem/1.5 ui-monospace, "Cascadia Mono", Menlo, monospace; overflow-wrap: anywhere; }
.call { margin: .25rem 0 .5rem; }
.call code {
  display: inline-block; background: var(--green-soft); color: var(--green);
  border-radius: 8px; padding: .125rem .5rem;
}
.quiet { color: var(--quiet); margin: .25rem 0; }
ul.codes { margin: .25rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
td code, th code { overflow-wrap: normal; white-space: nowrap; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; }
tr + tr, thead + tbody tr { border-top: 1px solid var(--line); }
thead th { color: var(--quiet); font-weight: 500; }
tbody th { font-weight: 500; }
`;
