import { html, Markup } from '../../../platform/page-markup.ts';
import { zipEntryNames } from '../../vault/instructions/index.ts';
import type {
  ArchivedFile,
  ArchivedLetter,
  ArchiveFacts,
  ArchiveWords,
  ListedLetter,
} from './archive-format.ts';

/**
 * Looks like the recipient's page. The fonts are in a separate file, which some browsers do not
 * load.
 */
const style = `
:root{color-scheme:light dark;--ink:#22302b;--quiet:#5a6861;--line:#e6dfd3;--paper:#fbf8f3;--surface:#fff;--green:#1f5a46;--soft:#e5f0ea;--gold:#8a6524}
@media (prefers-color-scheme:dark){:root{--ink:#ece7dd;--quiet:#a9b2ac;--line:#343d39;--paper:#171b19;--surface:#1f2523;--green:#8cd0b1;--soft:#24362e;--gold:#ddbb7c}}
*{box-sizing:border-box}
html{font-size:106.25%;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:46rem;padding:0 1rem 3.5rem;background:var(--paper);color:var(--ink);font:1rem/1.65 "Golos Text",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
h1,h2,.brand{font-family:Literata,Georgia,"Times New Roman",serif;margin:0}
h1{font-size:1.9rem;line-height:1.25;font-weight:500}
h2{font-size:1.176rem;line-height:1.4;font-weight:600}
p{margin:.5rem 0}
a{color:var(--green);text-underline-offset:.25em}
ol,ul{margin:1.5rem 0;padding:0;list-style:none}
ul{margin:.25rem 0}
ol>li{display:flex;padding:1rem 0;border-top:1px solid var(--line)}
ol>li>div{min-width:0}
ul li{margin:.5rem 0}
.brand{display:flex;align-items:center;min-height:72px;font-size:1.412rem;font-weight:600}
.brand svg{width:32px;height:32px;margin-right:12px;fill:var(--green)}
.brand .gold{fill:var(--gold)}
.envelope{flex:none;width:56px;height:40px;margin:.25rem 1rem 0 0;fill:none;stroke:var(--green);stroke-width:2.9;stroke-linejoin:round;stroke-linecap:round}
.envelope rect{fill:var(--soft)}
.envelope circle{fill:var(--gold);stroke:none}
nav a{display:inline-block;padding:.5rem 1.25rem .75rem 0}
.quiet{color:var(--quiet);font-size:.882rem;line-height:1.6}
.note{color:var(--gold);font-size:.882rem}
article{position:relative;padding:1.5rem 1rem 1rem 2rem;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
article::before{content:"";position:absolute;left:14px;top:24px;bottom:24px;border-left:2px dashed var(--gold)}
.text{white-space:pre-wrap;margin:1.5rem 0;font:1.176rem/1.6 Literata,Georgia,"Times New Roman",serif}
section{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line)}
img{display:block;max-width:100%;height:auto;margin:.5rem 0}
@media (min-width:48em){article{padding:3.5rem 4rem 3rem 4.5rem}article::before{left:32px;top:40px;bottom:40px}}
@media print{:root{--ink:#000;--quiet:#333;--line:#999;--paper:#fff;--surface:#fff;--green:#000;--gold:#333}body{max-width:none;padding:0}nav,.brand,article::before{display:none}article{border:0;padding:0}.text{font-size:12pt;orphans:3;widows:3}img,li{break-inside:avoid}}
`;

const logoSvg = new Markup(
  '<svg viewBox="0 0 40 40" aria-hidden="true"><path d="M2 14V28A6 6 0 0 0 8 34H32A6 6 0 0 0 38 28V14L23 25.2A5 5 0 0 1 17 25.2Z"/><path d="M19.5 21C10.5 20 4.5 15.5 2.5 7C11.5 6 18.5 11 19.5 21Z"/><path class="gold" d="M20.5 21C29.5 20 35.5 15.5 37.5 7C28.5 6 21.5 11 20.5 21Z"/></svg>',
);

const envelopeSvg = new Markup(
  '<svg class="envelope" viewBox="0 0 112 80" aria-hidden="true"><rect x="2" y="2" width="108" height="76" rx="10"/><path d="M6 74L40 45M106 74L72 45"/><path d="M6 6L49 42Q56 48 63 42L106 6"/><circle cx="56" cy="43" r="9.5"/></svg>',
);

/** Keeps paths of the unpacked archive shorter than the limit of Windows. */
const maxTitleCharacters = 50;

/** Image types that every browser can show. */
const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif'];

export function indexPage(
  facts: ArchiveFacts,
  letters: readonly ListedLetter[],
  words: ArchiveWords,
): Buffer {
  const { say } = words;
  const title = say('title');
  return archivePage(
    words,
    { title, root: '' },
    html`<main>
<h1>${title}</h1>
${peopleMarkup(facts, words)}<ol>
${letters.map((letter) => listItem(letter, words))}</ol>
<p class="quiet">${say('offline')} ${say('private')} ${say('saved', { date: words.day(facts.saved_at) })}</p>
</main>
`,
  );
}

function peopleMarkup(
  { owner_name, recipient_name, started_by }: ArchiveFacts,
  { say }: ArchiveWords,
): Markup {
  const line = (text: string) => html`<p>${text}</p>\n`;
  return html`${line(say('author', { person: owner_name }))}${
    recipient_name ? line(say('recipient', { person: recipient_name })) : ''
  }${started_by ? line(say('startedBy', { person: started_by })) : ''}`;
}

function listItem({ folder, title, written_at, files }: ListedLetter, words: ArchiveWords): Markup {
  const { say, names } = words;
  const read = linkTo(folder, names.letter);
  const print = linkTo(folder, names.print);
  return html`<li>${envelopeSvg}<div><h2 dir="auto"><a href="${read}">${title}</a></h2>
${
  written_at &&
  html`<p class="quiet">${say('written', { date: words.day(written_at) })} · <a href="${print}">${say('print')}</a></p>\n`
}${files.length > 0 && html`<ul>${files.map((file) => fileItem(file, words, folder))}</ul>\n`}</div></li>
`;
}

export function letterPage(
  facts: ArchiveFacts,
  { text, files }: ArchivedLetter,
  words: ArchiveWords,
): Buffer {
  const { say, names } = words;
  const title = text?.title ?? say('untitled');
  const printLink = text && html` <a href="${linkTo(names.print)}">${say('print')}</a>`;
  return archivePage(
    words,
    { title, root: '../' },
    html`<nav><a href="../${linkTo(names.index)}">${say('all')}</a>${printLink}</nav>
<main><article>
<h1 dir="auto">${title}</h1>
<p class="quiet">${say('author', { person: facts.owner_name })}${
      text && html`<br>${say('written', { date: words.day(text.written_at) })}`
    }</p>
${
  text
    ? html`<div class="text" dir="auto">${text.content}</div>`
    : html`<p class="note">${say('damaged', { email: facts.support_email })}</p>`
}
${files.length > 0 && html`<section><h2>${say('files')}</h2><ul>${files.map((file) => fileItem(file, words))}</ul></section>\n`}</article></main>
`,
  );
}

/** A file as a link; the page of the letter also shows images. */
function fileItem(file: ArchivedFile, words: ArchiveWords, folder?: string): Markup {
  const { say, names } = words;
  const { file_name, name, size_bytes, mime_type, state } = file;
  if (state === 'missing') {
    return html`<li><bdi>${file_name}</bdi> <span class="note">(${say('missing')})</span></li>\n`;
  }
  const address = linkTo(...(folder ? [folder] : []), names.files, name);
  const isShown = !folder && state === 'whole' && imageTypes.includes(mime_type);
  return html`<li><a href="${address}"><bdi>${file_name}</bdi></a> <span class="quiet">${words.size(size_bytes)}</span>${
    state === 'cut' && html` <span class="note">(${say('cut')})</span>`
  }${isShown && html`<img src="${address}" alt="" loading="lazy">`}</li>\n`;
}

/** A page that can be opened from disk: without scripts and remote content. */
function archivePage(
  { locale, say, names }: ArchiveWords,
  { title, root }: { title: string; root: string },
  body: Markup,
): Buffer {
  const page = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline' 'self' file:; font-src data:; img-src 'self' file:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Markup(style)}</style>
<link rel="stylesheet" href="${root}${linkTo(names.fonts)}">
</head>
<body>
<div class="brand">${logoSvg}${say('product')}</div>
${body}</body>
</html>
`;
  return Buffer.from(page.text, 'utf8');
}

/** Explains the archive to people who find it later. */
export function readMeFile(facts: ArchiveFacts, words: ArchiveWords): Buffer {
  const { say, day, names } = words;
  const { owner_name, recipient_name, started_by, saved_at, support_email } = facts;
  const lines = [
    say('title').toUpperCase(),
    '',
    say('readme.what'),
    say('author', { person: owner_name }),
    ...(recipient_name ? [say('recipient', { person: recipient_name })] : []),
    ...(started_by ? [say('startedBy', { person: started_by })] : []),
    say('saved', { date: day(saved_at) }),
    '',
    say('readme.open', { index: names.index }),
    say('readme.phone', { print: names.print }),
    say('readme.folders', { letter: names.letter, print: names.print, files: names.files }),
    '',
    say('private'),
    say('readme.help', { email: support_email }),
  ];
  // CRLF works on every system. Whitespace is collapsed, so that names cannot add lines.
  const text = lines.map((line) => line.replace(/\s+/g, ' ').trim()).join('\r\n');
  return Buffer.from(`\ufeff${text}\r\n`, 'utf8');
}

/**
 * The folder of a letter, for example «03 Письмо внукам». The number makes the name unique and
 * sorts the folders in the order of writing.
 */
export function letterFolder(index: number, count: number, title: string): string {
  const number = String(index + 1).padStart(Math.max(2, String(count).length), '0');
  const short = [...title.trim().replace(/\s+/g, ' ')].slice(0, maxTitleCharacters).join('');
  const [name = number] = zipEntryNames([`${number} ${short}`.trim()]);
  // Windows refuses dots and spaces at the end.
  return name.replace(/[. ]+$/, '');
}

export function linkTo(...path: string[]): string {
  return path.map(encodeURIComponent).join('/');
}
