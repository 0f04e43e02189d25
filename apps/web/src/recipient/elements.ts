import type { DeliveryTexts } from './texts.ts';

type Child = Node | string | undefined | false;

/** An element with attributes and children. Strings become text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  for (const child of children) if (child) made.append(child);
  return made;
}

export function button(look: string, label: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: `button ${look}` }, label);
  made.addEventListener('click', press);
  return made;
}

/** A focusable heading, where screen readers start. */
export function screenHeading(text: string): HTMLHeadingElement {
  return element('h1', { tabindex: '-1', dir: 'auto' }, text);
}

export function replaceContent(parent: Element, ...children: Node[]): void {
  parent.textContent = '';
  parent.append(...children);
}

export type ViewTexts = DeliveryTexts['view'];

/** Replaces a file that cannot be shown. */
export function problem(text: string): HTMLElement {
  return element('p', { class: 'note', role: 'alert' }, text);
}
