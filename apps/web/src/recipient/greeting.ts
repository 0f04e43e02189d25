import type { DeliveryView } from '@zavet/contract/protocol/delivery-schemas';
import { element } from './elements.ts';
import { type DeliveryTexts, fill } from './texts.ts';

/** Who writes to whom; names stay apart from the words around them, in whatever script they are. */
export function greetingOf(
  { owner_name, recipient_name }: DeliveryView,
  texts: DeliveryTexts,
  rest: string,
): HTMLElement {
  const words = recipient_name
    ? fill(texts.greeting, { name: isolated(recipient_name), person: isolated(owner_name) })
    : fill(texts.author, { person: isolated(owner_name) });
  return element('p', { class: 'greeting' }, `${words} ${rest}`);
}

/** Who started the protocol: a familiar name is the best proof that this is no fraud. */
export function starterView(
  { is_starter, started_by }: DeliveryView,
  texts: DeliveryTexts,
): HTMLElement | false {
  if (is_starter) return element('p', { class: 'note' }, texts.started);
  if (!started_by) return false;
  return element('p', { class: 'note' }, fill(texts.startedBy, { person: isolated(started_by) }));
}

/** Kept apart from the words around it, in whatever script it is. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
