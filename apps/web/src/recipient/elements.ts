import type { DeliveryTexts } from './texts.ts';

type Child = Node | string | undefined | false;

/** An element with attributes and children. Strings become text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  for (const child of children) if (child) node.append(child);
  return node;
}

export function button(className: string, label: string, press: () => void): HTMLButtonElement {
  const node = element('button', { type: 'button', class: `button ${className}` }, label);
  node.addEventListener('click', press);
  return node;
}

/** A focusable heading, from which screen readers start. */
export function screenHeading(text: string): HTMLHeadingElement {
  return element('h1', { tabindex: '-1', dir: 'auto' }, text);
}

export function replaceContent(parent: Element, ...children: Node[]): void {
  parent.textContent = '';
  parent.append(...children);
}

export type ViewTexts = DeliveryTexts['view'];

/** Replaces a file that cannot be shown. */
export function problemNote(text: string): HTMLElement {
  return element('p', { class: 'note', role: 'alert' }, text);
}
