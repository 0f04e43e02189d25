import { html, Markup } from '../../../platform/page-markup.ts';
import { zipEntryNames } from '../../vault/instructions/index.ts';
import {
  type ArchivedFile,
  type ArchivedLetter,
  type ArchiveFacts,
  type ArchiveWords,
  archiveNames,
  type ListedLetter,
} from './archive-format.ts';

const style = `
:root{color-scheme:light dark;--text:#22302b;--quiet:#5a6861;--line:#e6dfd3;--page:#fbf8f3;--card:#fff;--link:#1f5a46;--gold:#8a6524}
@media (prefers-color-scheme:dark){:root{--text:#ece7dd;--quiet:#a9b2ac;--line:#343d39;--page:#171b19;--card:#1f2523;--link:#8cd0b1;--gold:#ddbb7c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:1.5rem 1rem 4rem;background:var(--page);color:var(--text);font:1.0625rem/1.65 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
h1,h2{font-family:Literata,Georgia,"Times New Roman",serif;line-height:1.3;font-weight:600}
h1{font-size:2rem;margin:.5rem 0 1rem}
h2{font-size:1.3rem;margin:0}
p{margin:.5rem 0}
a{color:var(--link)}
ol,ul{margin:1.5rem 0;padding:0;list-style:none}
ul{margin:.5rem 0}
ol>li{padding:1rem 0;border-top:1px solid var(--line)}
ul li{margin:.75rem 0}
nav a,.ways a{display:inline-block;padding:.5rem 1.25rem .5rem 0}
.quiet{color:var(--quiet)}
.note{color:var(--gold)}
article{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:1.5rem;margin:1rem 0}
.text{white-space:pre-wrap;margin:1.5rem 0;font:1.25rem/1.6 Literata,Georgia,"Times New Roman",serif}
section{margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line)}
img{display:block;max-width:100%;height:auto;margin:.5rem 0;border-radius:.25rem}
@media print{:root{--text:#000;--quiet:#333;--line:#999;--page:#fff;--card:#fff;--link:#000;--gold:#333}body{max-width:none;padding:0}nav,.ways{display:none}article{border:0;padding:0}.text{font-size:12pt;orphans:3;widows:3}img,li{break-inside:avoid}}
`;

/** Keeps paths below the limit of Windows, with the folder of the unpacked archive. */
const titleCharacters = 50;

/** Shown by every browser. */
const pictures: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** `index.html`: all letters with links to their files. */
export function indexPage(
  facts: ArchiveFacts,
  letters: readonly ListedLetter[],
  words: ArchiveWords,
): Buffer {
  const { say } = words;
  const title = say('title');
  return archivePage(
    words,
    title,
    html`<main>
<h1>${title}</h1>
${aboutPeople(facts, words)}<p class="quiet">${say('saved', { date: words.day(facts.saved_at) })}</p>
<p>${say('offline')}</p>
<p>${say('private')}</p>
<ol>
${letters.map((letter) => listed(letter, words))}</ol>
</main>
`,
  );
}

function aboutPeople(
  { owner_name, recipient_name, started_by }: ArchiveFacts,
  { say }: ArchiveWords,
): Markup {
  const line = (text: string) => html`<p>${text}</p>\n`;
  return html`${line(say('author', { person: owner_name }))}${
    recipient_name ? line(say('recipient', { person: recipient_name })) : ''
  }${started_by ? line(say('startedBy', { person: started_by })) : ''}`;
}

function listed({ folder, title, written_at, files }: ListedLetter, words: ArchiveWords): Markup {
  const { say } = words;
  const read = linkTo(folder, archiveNames.letter);
  const print = linkTo(folder, archiveNames.print);
  return html`<li><h2 dir="auto"><a href="${read}">${title}</a></h2>
${written_at && html`<p class="quiet">${say('written', { date: words.day(written_at) })}</p>\n`}<p class="ways"><a href="${read}">${say('read')}</a>${
    written_at && html` <a href="${print}">${say('print')}</a>`
  }</p>
${files.length > 0 && html`<ul>${files.map((file) => linked(file, words, folder))}</ul>\n`}</li>
`;
}

/** `letter.html` of a folder. */
export function letterPage(
  facts: ArchiveFacts,
  { text, files }: ArchivedLetter,
  words: ArchiveWords,
): Buffer {
  const { say } = words;
  const title = text?.title ?? say('untitled');
  const paper = text && html` <a href="${archiveNames.print}">${say('print')}</a>`;
  return archivePage(
    words,
    title,
    html`<nav><a href="../${archiveNames.index}">${say('all')}</a>${paper}</nav>
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
${files.length > 0 && html`<section><h2>${say('files')}</h2><ul>${files.map((file) => linked(file, words))}</ul></section>\n`}</article></main>
`,
  );
}

/** A file as a link; pictures are shown in the letter itself. */
function linked(file: ArchivedFile, words: ArchiveWords, folder?: string): Markup {
  const { say } = words;
  const { file_name, name, size_bytes, mime_type, state } = file;
  if (state === 'missing') {
    return html`<li><bdi>${file_name}</bdi> <span class="note">(${say('missing')})</span></li>\n`;
  }
  const address = linkTo(...(folder ? [folder] : []), archiveNames.files, name);
  const isShown = !folder && state === 'whole' && pictures.includes(mime_type);
  return html`<li><a href="${address}"><bdi>${file_name}</bdi></a> <span class="quiet">${words.size(size_bytes)}</span>${
    state === 'cut' && html` <span class="note">(${say('cut')})</span>`
  }${isShown && html`<img src="${address}" alt="" loading="lazy">`}</li>\n`;
}

/** A page that opens from a disk: without scripts and remote content. */
function archivePage(words: ArchiveWords, title: string, body: Markup): Buffer {
  const page = html`<!doctype html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${body}</body>
</html>
`;
  return Buffer.from(page.text, 'utf8');
}

/** Explains the archive to later finders. */
export function readMe(facts: ArchiveFacts, words: ArchiveWords): Buffer {
  const { say, day } = words;
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
    say('readme.open'),
    say('readme.folders'),
    say('readme.last'),
    '',
    say('private'),
    say('readme.help', { email: support_email }),
  ];
  // Line ends for every system; names cannot add lines.
  const text = lines.map((line) => line.replace(/\s+/g, ' ').trim()).join('\r\n');
  return Buffer.from(`\ufeff${text}\r\n`, 'utf8');
}

/** «03 Письмо внукам»: unique, and sorted in the order of writing. */
export function letterFolder(index: number, count: number, title: string): string {
  const number = String(index + 1).padStart(Math.max(2, String(count).length), '0');
  const short = [...title.trim().replace(/\s+/g, ' ')].slice(0, titleCharacters).join('');
  const [name = number] = zipEntryNames([`${number} ${short}`.trim()]);
  // Windows refuses dots and spaces at the end.
  return name.replace(/[. ]+$/, '');
}

export function linkTo(...path: string[]): string {
  return path.map(encodeURIComponent).join('/');
}
