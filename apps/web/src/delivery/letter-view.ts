import type { DeliveryView } from '@zavet/contract/protocol/delivery-schemas';
import { asideView } from './aside-view.ts';
import { downloadSign } from './drawings.ts';
import { button, element, screenHeading } from './elements.ts';
import { dateText, sizeText } from './formats.ts';
import { greetingOf } from './greeting.ts';
import type { Surroundings } from './surroundings.ts';
import { fill } from './texts.ts';

interface LetterParts extends Surroundings {
  delivery: DeliveryView;
  /** Where the other letters are, if there are any. */
  home: string | undefined;
}

export function letterView(parts: LetterParts): Node[] {
  const { delivery, texts, locale, home, go, source } = parts;
  const content = delivery.content.trim();
  const bytes = delivery.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const size = sizeText(bytes, locale, texts.files);
  const letter = element(
    'article',
    { class: 'sheet' },
    heading(parts),
    content !== '' && element('div', { class: 'letter', dir: 'auto' }, delivery.content),
    delivery.files.length > 0 && files(parts),
  );
  const side = asideView(
    parts,
    delivery.files.length > 1 &&
      download(
        parts,
        source.archiveAddress(delivery.id),
        'button quiet',
        downloadSign(),
        fill(texts.files.downloadAll, { size }),
      ),
    button('plain', texts.print, () => window.print()),
  );
  const columns = element('div', { class: 'columns' }, letter, side);
  if (!home) return [columns];
  const back = element('a', { class: 'button plain back', href: home }, texts.letters.all);
  return [go(back), columns];
}

function heading({ delivery, texts, locale }: LetterParts): HTMLElement {
  const date = dateText(delivery.written_at, locale);
  return element(
    'header',
    {},
    element('p', { class: 'intro' }, texts.intro),
    screenHeading(delivery.title),
    greetingOf(delivery, texts, fill(texts.written, { date })),
  );
}

function files(parts: LetterParts): HTMLElement {
  const { delivery, texts, locale, source } = parts;
  const rows = delivery.files.map((file) =>
    element(
      'li',
      {},
      download(
        parts,
        source.fileAddress(delivery.id, file.id),
        'file',
        element(
          'span',
          { class: 'file-name' },
          element('bdi', {}, file.file_name),
          ' ',
          element('span', { class: 'note' }, sizeText(file.size_bytes, locale, texts.files)),
        ),
        ' ',
        element('span', { class: 'file-action' }, texts.files.download),
      ),
    ),
  );
  return element(
    'section',
    { class: 'files', 'aria-labelledby': 'files-title' },
    element('h2', { id: 'files-title' }, texts.files.title),
    element('ul', {}, ...rows),
  );
}

function download(
  { mayDownload, delivery }: LetterParts,
  address: string,
  look: string,
  ...children: (Node | string)[]
): HTMLAnchorElement {
  const link = element('a', { class: look, href: address, download: '' }, ...children);
  let isCleared = false;
  link.addEventListener('click', async (event) => {
    const may = isCleared || mayDownload(delivery.id);
    isCleared = false;
    if (may === true) return;
    event.preventDefault();
    isCleared = await may;
    if (isCleared) link.click();
  });
  return link;
}
