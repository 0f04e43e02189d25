import type { Facts } from '@zavet/locales/translate';
import { cloneElement, type ReactElement } from 'react';

interface TransProps<Key extends string> {
  t: (key: Key, values?: Facts) => string;
  i18nKey: Key;
  values?: Facts;
  components: Record<string, ReactElement>;
}

/** A text with elements: `<name>…</name>` is rendered by the component of that name. */
export function Trans<Key extends string>({ t, i18nKey, values, components }: TransProps<Key>) {
  // The pieces alternate: text, name, content; text, name, content; … text.
  const pieces = t(i18nKey, values).split(/<(\w+)>(.*?)<\/\1>/s);
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return piece;
    if (index % 3 === 1) return null;
    const name = pieces[index - 1] ?? '';
    const component = components[name];
    return component ? cloneElement(component, { key: name }, piece) : piece;
  });
}
