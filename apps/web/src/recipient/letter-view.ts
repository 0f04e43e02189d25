import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { asideView } from './aside-view.ts';
import { button, element, screenHeading } from './elements.ts';
import { filesView } from './files-view.ts';
import { dateText } from './formats.ts';
import type { Savable } from './reading.ts';
import { type DeliveryTexts, fill } from './texts.ts';
import type { ViewContext } from './view-context.ts';

interface LetterParts extends ViewContext {
  delivery: DeliveryView;
  /** Path of the list of letters, if there are several. */
  home?: string;
  savable: Savable;
}

export function letterView(parts: LetterParts): Node[] {
  const { delivery, texts, home, go } = parts;
  const content = delivery.content.trim();
  const letter = element(
    'article',
    { class: 'sheet' },
    heading(parts),
    content !== '' && element('div', { class: 'letter', dir: 'auto' }, delivery.content),
    delivery.files.length > 0 && filesView(parts),
  );
  const side = asideView(
    parts,
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
    starterView(delivery, texts),
  );
}

/** The greeting. Names are isolated from the text around them, for scripts of either direction. */
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

/** The contact who started the protocol: a familiar name is the best proof against fraud. */
export function starterView(
  { is_starter, started_by }: DeliveryView,
  texts: DeliveryTexts,
): HTMLElement | false {
  if (is_starter) return element('p', { class: 'note' }, texts.started);
  if (!started_by) return false;
  return element('p', { class: 'note' }, fill(texts.startedBy, { person: isolated(started_by) }));
}

/** Isolated from the text around it, for scripts of either direction. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
