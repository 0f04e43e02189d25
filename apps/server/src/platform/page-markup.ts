/** Trusted HTML. All other values are escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type MarkupValue = Markup | string | number | false | null | undefined | readonly MarkupValue[];

/** A template tag that escapes its values. */
export function html(pieces: TemplateStringsArray, ...values: MarkupValue[]): Markup {
  return new Markup(pieces.map((piece, at) => piece + textOf(values[at])).join(''));
}

function textOf(value: MarkupValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escapeHtml(String(value));
}

const htmlEntities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? '');
}

/** A definition list without empty values. */
export function definitionList(pairs: readonly (readonly [string, MarkupValue])[]): Markup {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return html`<dl>${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

export function table(heads: readonly string[], rows: readonly (readonly MarkupValue[])[]): Markup {
  const head = heads.map((name) => html`<th scope="col">${name}</th>`);
  const body = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`);
  return html`<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>
${body}</tbody></table></div>`;
}

export interface PageSection {
  id: string;
  title: string;
  body: Markup;
}
