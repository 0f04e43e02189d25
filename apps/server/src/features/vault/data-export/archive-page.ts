import type { ArchiveData } from '@zavet/contract/data-export/archive-schema';
import { html, Markup } from '../../../platform/page-markup.ts';
import { contentSections } from './archive-page-content.ts';
import { recordSections } from './archive-page-records.ts';
import type { ArchiveWords } from './archive-words.ts';

/** `index.html` of an archive: read without network, script or anything remote, and printed. */
export function archivePage(data: ArchiveData, words: ArchiveWords): string {
  const sections = [...contentSections(data, words), ...recordSections(data, words)];
  const contents = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  const page = html`<!doctype html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.say('title')}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header>
<h1>${words.say('title')}</h1>
<p>${words.say('made', { date: words.moment(data.made_at) })}</p>
<p>${words.say('offline')}</p>
<p class="private">${words.say('private')}</p>
</header>
<nav aria-label="${words.say('contents')}"><ol>${contents}</ol></nav>
<main>
${sections.map(({ id, title, body }) => html`<section id="${id}"><h2>${title}</h2>\n${body}</section>\n`)}</main>
</body>
</html>
`;
  return page.text;
}

const style = `
:root{color-scheme:light dark;--text:#22302b;--quiet:#5a6861;--line:#e6dfd3;--page:#fbf8f3;--card:#fff;--link:#1f5a46}
@media (prefers-color-scheme:dark){:root{--text:#ece7dd;--quiet:#a9b2ac;--line:#343d39;--page:#171b19;--card:#1f2523;--link:#8cd0b1}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:1.5rem 1rem 4rem;background:var(--page);color:var(--text);font:1.0625rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1,h2,h3{font-family:Literata,Georgia,serif}
h1{font-size:1.9rem;line-height:1.25;margin:.5rem 0 1rem}
h2{font-size:1.3rem;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}
h3{font-size:1.1rem;margin:0 0 .5rem}
p{margin:.5rem 0}
a{color:var(--link)}
.private{font-weight:600}
.quiet{color:var(--quiet)}
article{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem;margin:0 0 1rem}
dl{display:grid;grid-template-columns:minmax(7rem,13rem) 1fr;gap:.25rem 1rem;margin:.5rem 0}
dt{color:var(--quiet)}
dd{margin:0;white-space:pre-line}
.text{white-space:pre-wrap;margin:.75rem 0}
ul{margin:.25rem 0;padding-left:1.2rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem;overflow-wrap:normal}
th{white-space:nowrap}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
@media print{:root{--text:#000;--quiet:#333;--line:#999;--page:#fff;--card:#fff;--link:#000}body{max-width:none;padding:0}nav{display:none}article{break-inside:avoid-page;border-width:0 0 1px;border-radius:0;padding:0 0 .75rem}}
`;
