import { html, type Markup } from '../../../platform/page-markup.ts';
import { keepsakePage } from './keepsake-page.ts';
import { linkTo } from './keepsake-paths.ts';
import {
  type KeepsakeFacts,
  type KeptFile,
  type KeptLetter,
  keepsakeNames,
  type ListedLetter,
} from './keepsake-values.ts';
import type { KeepsakeWords } from './keepsake-words.ts';

/** What every browser shows. */
const pictures: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** `index.html`: all letters, with the way to each and to its files. */
export function indexPage(
  facts: KeepsakeFacts,
  letters: readonly ListedLetter[],
  words: KeepsakeWords,
): Buffer {
  const { say } = words;
  const title = say('title');
  return keepsakePage(
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
  { owner_name, recipient_name, started_by }: KeepsakeFacts,
  { say }: KeepsakeWords,
): Markup {
  const line = (text: string) => html`<p>${text}</p>\n`;
  return html`${line(say('author', { person: owner_name }))}${
    recipient_name ? line(say('recipient', { person: recipient_name })) : ''
  }${started_by ? line(say('startedBy', { person: started_by })) : ''}`;
}

function listed({ folder, title, written_at, files }: ListedLetter, words: KeepsakeWords): Markup {
  const { say } = words;
  const read = linkTo(folder, keepsakeNames.letter);
  const print = linkTo(folder, keepsakeNames.print);
  return html`<li><h2 dir="auto"><a href="${read}">${title}</a></h2>
${written_at && html`<p class="quiet">${say('written', { date: words.day(written_at) })}</p>\n`}<p class="ways"><a href="${read}">${say('read')}</a>${
    written_at && html` <a href="${print}">${say('print')}</a>`
  }</p>
${files.length > 0 && html`<ul>${files.map((file) => linked(file, words, folder))}</ul>\n`}</li>
`;
}

/** `letter.html` of one folder. */
export function letterPage(
  facts: KeepsakeFacts,
  { text, files }: KeptLetter,
  words: KeepsakeWords,
): Buffer {
  const { say } = words;
  const title = text?.title ?? say('untitled');
  const paper = text && html` <a href="${keepsakeNames.print}">${say('print')}</a>`;
  return keepsakePage(
    words,
    title,
    html`<nav><a href="../${keepsakeNames.index}">${say('all')}</a>${paper}</nav>
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

/** A file with its link; a picture is shown where the letter is read. */
function linked(file: KeptFile, words: KeepsakeWords, folder?: string): Markup {
  const { say } = words;
  const { file_name, name, size_bytes, mime_type, state } = file;
  if (state === 'missing') {
    return html`<li><bdi>${file_name}</bdi> <span class="note">(${say('missing')})</span></li>\n`;
  }
  const address = linkTo(...(folder ? [folder] : []), keepsakeNames.files, name);
  const isShown = !folder && state === 'whole' && pictures.includes(mime_type);
  return html`<li><a href="${address}"><bdi>${file_name}</bdi></a> <span class="quiet">${words.size(size_bytes)}</span>${
    state === 'cut' && html` <span class="note">(${say('cut')})</span>`
  }${isShown && html`<img src="${address}" alt="" loading="lazy">`}</li>\n`;
}
