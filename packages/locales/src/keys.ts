import type { Facts } from './translate.ts';

type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** The key without its plural form. One form alone is a word that only looks like one. */
type Stem<Key, Texts> = Key extends `${infer Base}_${Form}`
  ? `${Base}_one` | `${Base}_other` extends keyof Texts
    ? Base
    : never
  : never;

/** The dotted keys of texts with plural forms. */
export type PluralKeyOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${Stem<Key, Texts>}`
    : PluralKeyOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

/** The dotted keys of texts without forms. */
type PlainKeyOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? [Stem<Key, Texts>] extends [never]
      ? `${Prefix}${Key}`
      : never
    : PlainKeyOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

/** All dotted keys of a subject, a plural being one key. */
export type KeyOf<Texts> = PluralKeyOf<Texts> | PlainKeyOf<Texts>;

/** Says a text. A plural is not said without its count. */
export type Words<Key extends string, PluralKey extends string> = <Said extends Key>(
  key: Said,
  ...facts: Said extends PluralKey ? [facts: Facts & { count: number }] : [facts?: Facts]
) => string;
