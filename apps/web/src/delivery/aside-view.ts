import type { DeliveryView } from '@zavet/contract/protocol/delivery-schemas';
import { closingView } from './closing-view.ts';
import { element } from './elements.ts';
import { dateText } from './formats.ts';
import type { Surroundings } from './surroundings.ts';
import { fill } from './texts.ts';

interface AsideParts extends Surroundings {
  delivery: DeliveryView;
}

/** Beside or below what is read: what can be done with it, and how long it is there. */
export function asideView(parts: AsideParts, ...actions: (Node | false)[]): HTMLElement {
  const { delivery, texts, locale, closeLink } = parts;
  return element(
    'aside',
    { class: 'side' },
    actions.length > 0 && element('div', { class: 'actions' }, ...actions),
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
