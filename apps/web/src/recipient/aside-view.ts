import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import type { ClosingParts } from './closing-question.ts';
import { downloadLink } from './downloads.ts';
import { downloadSign } from './drawings.ts';
import { button, element, replaceContent } from './elements.ts';
import { dateText, sizeText } from './formats.ts';
import type { Savable } from './reading.ts';
import { fill } from './texts.ts';
import type { ViewContext } from './view-context.ts';

interface AsideParts extends ViewContext {
  delivery: DeliveryView;
  savable: Savable;
}

/** Beside or below a letter: its actions and its expiry. */
export function asideView(parts: AsideParts, ...actions: Node[]): HTMLElement {
  const { delivery, texts, locale, closeLink } = parts;
  return element(
    'aside',
    { class: 'side' },
    element('div', { class: 'actions' }, ...saving(parts), ...actions),
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

/** Download of everything in one file: a PDF, or an archive of several letters and files. */
function saving({ delivery, savable, texts, locale, source, mayDownload }: AsideParts): Node[] {
  const words = texts.archive;
  const size = sizeText(savable.bytes, locale, texts.files);
  const address = source.archiveAddress(delivery.id);
  const label = address && savable.isArchive ? fill(words.saveSized, { size }) : words.save;
  const link = downloadLink(
    address || '',
    { class: 'button primary', 'aria-describedby': 'save-note' },
    () => mayDownload(delivery.id),
    downloadSign(),
    label,
  );
  if (!address) {
    // In a preview there is nothing to save.
    link.removeAttribute('href');
    link.setAttribute('aria-disabled', 'true');
  }
  const note = { class: 'note', id: 'save-note' };
  if (!savable.isArchive) return [link, element('p', note, words.paper)];
  const onPhone = element('span', { class: 'on-phone' }, ` ${words.phone}`);
  return [link, element('p', note, words.archive, onPhone)];
}

/** A button; the consequences and the choice are fetched when it is pressed. */
function closingView({ closeLink, ...parts }: ClosingParts): HTMLElement {
  const words = parts.texts.closing;
  const place = element('section', { class: 'closing' });
  const ask = button('plain', words.ask, async () => {
    const back = () => {
      replaceContent(place, ask);
      ask.focus();
    };
    try {
      const { closingQuestion } = await import('./closing-question.ts');
      if (closeLink) closingQuestion({ ...parts, closeLink, place, back });
    } catch {
      const { title } = parts.texts.troubles.network;
      replaceContent(place, ask, element('p', { class: 'problem', role: 'alert' }, title));
    }
  });
  ask.disabled = !closeLink;
  place.append(ask);
  return place;
}
