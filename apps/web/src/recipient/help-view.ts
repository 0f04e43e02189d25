import { supportTerms } from '@zavet/contract/support/support-terms';
import { element } from './elements.ts';
import { type DeliveryTexts, fill } from './texts.ts';

/** Whom to write to, and when people are there to answer. */
export function helpView(texts: DeliveryTexts, email: string): HTMLElement {
  const { opensAt, closesAt } = supportTerms;
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
