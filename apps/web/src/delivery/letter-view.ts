import type { Locale } from '@zavet/contract/locales';
import type { DeliveryView } from '@zavet/contract/protocol/protocol-schemas';
import { closingView } from './closing-view.ts';
import { archiveAddress, fileAddress } from './delivery-api.ts';
import { button, element, screenHeading } from './elements.ts';
import { dateText, sizeText } from './formats.ts';
import { type DeliveryTexts, fill } from './texts.ts';
import type { Trouble } from './trouble.ts';

interface LetterParts {
  delivery: DeliveryView;
  texts: DeliveryTexts;
  locale: Locale;
  closeLink: () => Promise<Trouble | undefined>;
  /** Called before a download, which is held back until it is said to be fine. */
  mayDownload: () => Promise<boolean> | true;
}

export function letterView(parts: LetterParts): Node[] {
  const { delivery, texts, locale, closeLink } = parts;
  const content = delivery.content.trim();
  return [
    element(
      'article',
      { class: 'sheet' },
      heading(parts),
      content !== '' && element('div', { class: 'letter', dir: 'auto' }, delivery.content),
      delivery.files.length > 0 && files(parts),
      element(
        'div',
        { class: 'actions' },
        delivery.files.length > 1 &&
          download(parts, archiveAddress(delivery.id), 'button primary', texts.files.downloadAll),
        button('quiet', texts.print, () => window.print()),
      ),
    ),
    element(
      'div',
      { class: 'after' },
      element('p', {}, fill(texts.expires, { date: dateText(delivery.expires_at, locale) })),
      closingView({ emailHint: delivery.recipient_email_hint, texts, closeLink }),
    ),
  ];
}

function heading({ delivery, texts, locale }: LetterParts): HTMLElement {
  return element(
    'header',
    { class: 'head' },
    element('p', { class: 'intro' }, texts.intro),
    screenHeading(delivery.title),
    element(
      'dl',
      {},
      ...fact(texts.from, delivery.owner_name),
      ...fact(texts.to, delivery.recipient_name),
      ...fact(texts.written, dateText(delivery.written_at, locale)),
    ),
  );
}

function fact(name: string, value: string | null): HTMLElement[] {
  if (!value) return [];
  return [
    element(
      'div',
      {},
      element('dt', {}, name),
      document.createTextNode(' '),
      element('dd', {}, element('bdi', {}, value)),
    ),
  ];
}

function files(parts: LetterParts): HTMLElement {
  const { delivery, texts, locale } = parts;
  const rows = delivery.files.map((file) =>
    element(
      'li',
      {},
      download(
        parts,
        fileAddress(delivery.id, file.id),
        'file',
        element(
          'span',
          { class: 'file-name' },
          element('bdi', {}, file.file_name),
          ' ',
          element('span', { class: 'file-size' }, sizeText(file.size_bytes, locale, texts.files)),
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
  { mayDownload }: LetterParts,
  address: string,
  look: string,
  ...children: (Node | string)[]
): HTMLAnchorElement {
  const link = element('a', { class: look, href: address, download: '' }, ...children);
  let isCleared = false;
  link.addEventListener('click', async (event) => {
    const may = isCleared || mayDownload();
    isCleared = false;
    if (may === true) return;
    event.preventDefault();
    isCleared = await may;
    if (isCleared) link.click();
  });
  return link;
}
