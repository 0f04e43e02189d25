import type { DeliveryView } from '@zavet/contract/protocol/delivery-schemas';
import { closingView } from './closing-view.ts';
import { downloadLink } from './download-link.ts';
import { downloadSign } from './drawings.ts';
import { element } from './elements.ts';
import { dateText, sizeText } from './formats.ts';
import type { Savable } from './reading.ts';
import type { Surroundings } from './surroundings.ts';
import { fill } from './texts.ts';

interface AsideParts extends Surroundings {
  delivery: DeliveryView;
  savable: Savable | undefined;
}

/** Beside or below what is read: what can be done with it, and how long it is there. */
export function asideView(parts: AsideParts, ...actions: (Node | false)[]): HTMLElement {
  const { delivery, texts, locale, closeLink } = parts;
  const wanted = [...keepsake(parts), ...actions];
  return element(
    'aside',
    { class: 'side' },
    wanted.length > 0 && element('div', { class: 'actions' }, ...wanted),
    element(
      'div',
      { class: 'after' },
      element('p', {}, fill(texts.expires, { date: dateText(delivery.expires_at, locale) })),
      closingView({
        emailHint: delivery.recipient_email_hint,
        texts,
        closeLink: closeLink && (() => closeLink(delivery)),
      }),
    ),
  );
}

/** Everything in one file, with a word about what is in it; nothing where there is only a text. */
function keepsake({ delivery, savable, texts, locale, source, mayDownload }: AsideParts): Node[] {
  if (!savable) return [];
  const words = texts.keepsake;
  const size = sizeText(savable.bytes, locale, texts.files);
  const address = source.keepsakeAddress(delivery.id);
  const label = address ? fill(words.saveSized, { size }) : words.save;
  const link = downloadLink(
    address || '',
    { class: 'button primary', 'aria-describedby': 'save-note' },
    () => mayDownload(delivery.id),
    downloadSign(),
    label,
  );
  if (!address) {
    // Before anything was sent there is nothing to save.
    link.removeAttribute('href');
    link.setAttribute('aria-disabled', 'true');
  }
  return [link, element('p', { class: 'note', id: 'save-note' }, words.note)];
}
