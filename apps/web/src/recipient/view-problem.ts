import { element } from './elements.ts';
import type { DeliveryTexts } from './texts.ts';

export type ViewTexts = DeliveryTexts['view'];

/** Replaces a file that cannot be shown. */
export function problem(text: string): HTMLElement {
  return element('p', { class: 'note', role: 'alert' }, text);
}
