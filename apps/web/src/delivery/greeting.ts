import type { DeliveryView } from '@zavet/contract/protocol/delivery-schemas';
import { element } from './elements.ts';
import { type DeliveryTexts, fill } from './texts.ts';

/** Who writes to whom; names stay apart from the words around them, in whatever script they are. */
export function greetingOf(
  { owner_name, recipient_name }: DeliveryView,
  texts: DeliveryTexts,
  rest: string,
): HTMLElement {
  const isolated = (name: string) => `\u2068${name}\u2069`;
  const words = recipient_name
    ? fill(texts.greeting, { name: isolated(recipient_name), person: isolated(owner_name) })
    : fill(texts.author, { person: isolated(owner_name) });
  return element('p', { class: 'greeting' }, `${words} ${rest}`);
}
