import type { DeliveryView } from '@zavet/contract/protocol/delivery-endpoints';
import { asideView } from './aside-view.ts';
import { button, element, screenHeading } from './elements.ts';
import { filesView } from './files-view.ts';
import { dateText } from './formats.ts';
import type { CompleteDownload } from './letter-loader.ts';
import { type DeliveryTexts, fill } from './texts.ts';
import type { ViewContext } from './view-context.ts';

interface LetterInput extends ViewContext {
  delivery: DeliveryView;
  /** Path of the list of letters, if there are several. */
  home?: string;
  download: CompleteDownload;
}

export function letterView(input: LetterInput): Node[] {
  const { delivery, texts, home, go } = input;
  const content = delivery.content.trim();
  const letter = element(
    'article',
    { class: 'sheet' },
    letterHeading(input),
    content !== '' && element('div', { class: 'letter', dir: 'auto' }, delivery.content),
    delivery.files.length > 0 && filesView(input),
  );
  const side = asideView(
    input,
    button('plain', texts.print, () => window.print()),
  );
  const columns = element('div', { class: 'columns' }, letter, side);
  if (!home) return [columns];
  const back = element('a', { class: 'button plain back', href: home }, texts.letters.all);
  return [go(back), columns];
}

function letterHeading({ delivery, texts, locale }: LetterInput): HTMLElement {
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

export function greetingOf(
  { owner_name, recipient_name }: DeliveryView,
  texts: DeliveryTexts,
  rest: string,
): HTMLElement {
  const words = recipient_name
    ? fill(texts.greeting, { name: isolate(recipient_name), person: isolate(owner_name) })
    : fill(texts.author, { person: isolate(owner_name) });
  return element('p', { class: 'greeting' }, `${words} ${rest}`);
}

/** Names the contact who started the protocol: a familiar name makes a letter trustworthy. */
export function starterView(
  { is_starter, started_by }: DeliveryView,
  texts: DeliveryTexts,
): HTMLElement | false {
  if (is_starter) return element('p', { class: 'note' }, texts.started);
  if (!started_by) return false;
  return element('p', { class: 'note' }, fill(texts.startedBy, { person: isolate(started_by) }));
}

/** Wraps a name in Unicode isolates, so that a right-to-left name does not reorder the text. */
function isolate(name: string): string {
  return `\u2068${name}\u2069`;
}
