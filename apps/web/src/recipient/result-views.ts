import { supportHours } from '@zavet/contract/desk/support-values';
import { envelope } from './drawings.ts';
import { button, element, screenHeading } from './elements.ts';
import { type DeliveryTexts, fill } from './texts.ts';
import type { Trouble } from './trouble.ts';

export function openingView(texts: DeliveryTexts): Node[] {
  const lines = [1, 2, 3, 4].map(() => element('i', {}));
  return [
    element('h1', { class: 'loading' }, texts.loading),
    element('div', { class: 'waiting', 'aria-hidden': 'true' }, ...lines),
  ];
}

export function closedView(emailHint: string, texts: DeliveryTexts): Node[] {
  const { title, text, renewal } = texts.closed;
  const parts = [element('p', {}, text)];
  if (emailHint) parts.push(element('p', {}, fill(renewal, { email: emailHint })));
  return [notice(title, ...parts)];
}

export function troubleView(
  trouble: Trouble,
  texts: DeliveryTexts,
  retry: (() => void) | undefined,
  help: Node,
): Node[] {
  const { title, text } = texts.troubles[trouble];
  const parts: Node[] = [element('p', {}, text)];
  if (retry) parts.push(button('primary', texts.retry, retry));
  parts.push(element('p', {}, help));
  return [notice(title, ...parts)];
}

/** Shown in the preview of a contact without letters. */
export function emptyView(texts: DeliveryTexts): Node[] {
  const { title, text } = texts.preview.nothing;
  return [notice(title, element('p', {}, text))];
}

function notice(title: string, ...parts: Node[]): HTMLElement {
  return element('section', { class: 'notice' }, envelope(false), screenHeading(title), ...parts);
}

/** Address and hours of support. */
export function helpView(texts: DeliveryTexts, email: string): HTMLElement {
  const { opensAt, closesAt } = supportHours;
  const words = fill(texts.help, { opensAt, closesAt, email: '\n' });
  const [before = '', after = ''] = words.split('\n');
  return element(
    'span',
    { class: 'help' },
    before,
    element('a', { href: `mailto:${email}` }, email),
    `${after} `,
  );
}
