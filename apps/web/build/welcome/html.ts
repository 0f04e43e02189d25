/** Text that is already HTML. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | readonly Markup[];

/** HTML in which everything that is not markup itself is escaped. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  const markup = texts.reduce((before, text, index) => {
    const part = parts[index - 1];
    return `${before}${part === undefined ? '' : markupOf(part)}${text}`;
  });
  return { markup };
}

export function asMarkup(markup: string): Markup {
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
