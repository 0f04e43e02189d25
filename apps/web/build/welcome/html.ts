import { readFileSync } from 'node:fs';

/** Text that is already HTML. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | readonly Markup[];

/** A template tag that escapes every value except markup. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  const markup = texts.reduce((before, text, index) => {
    const part = parts[index - 1];
    return `${before}${part === undefined ? '' : markupOf(part)}${text}`;
  });
  return { markup };
}

function asMarkup(markup: string): Markup {
  return { markup };
}

function markupOf(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

type Drawing = 'ending' | 'hero' | 'key' | 'letters' | 'mark' | 'notebook' | 'photo' | 'thread';

const icons = {
  eye: 'M2.5 12c2.2-4 5.5-6 9.5-6s7.3 2 9.5 6c-2.2 4-5.5 6-9.5 6s-7.3-2-9.5-6zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  closedEye: 'M3 10c2.5 3.2 5.5 4.8 9 4.8s6.5-1.600 9-4.8M6 13.2 4.5 16M12 14.8V18M18 13.2l1.5 2.8',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.100-1.100',
  printer:
    'M7 9V4h10v5M7 17H5a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M7 14h10v6H7z',
  sheet: 'M6 4h9l4 4v11a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.5 11h7M8.5 15h5',
} as const;

/** An inline drawing, which takes its colours from the theme. */
export function drawing(name: Drawing): Markup {
  const file = new URL(`../../src/welcome/drawings/${name}.svg`, import.meta.url);
  const source = readFileSync(file, 'utf8').replace(' xmlns="http://www.w3.org/2000/svg"', '');
  return asMarkup(source.replaceAll(/<!--.*?-->/g, '').replaceAll(/\n\s*/g, ''));
}

/** The drawing of a key whose tag shows the name of a contact. */
export function keyFor(name: string): Markup {
  return asMarkup(drawing('key').markup.replace('__TAG__', name));
}

export function icon(name: keyof typeof icons): Markup {
  return asMarkup(
    `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[name]}"/></svg>`,
  );
}
