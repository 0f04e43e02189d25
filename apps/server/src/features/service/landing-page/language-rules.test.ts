import { expect, it } from 'vitest';
import { languageFor } from './welcome-page.ts';

it.each([
  ['a link that names a language', 'fi', ['en'], 'fi'],
  ['a link that names one we do not speak', 'de', ['sv-SE', 'en'], 'sv'],
  ['the first language of the browser that we speak', undefined, ['de-DE', 'PT-br', 'en'], 'pt'],
  ['nothing of ours', undefined, ['de', '*'], 'ru'],
  ['nothing at all', undefined, [], 'ru'],
])('with %s the page is in the right language', (_, asked, accepted, language) => {
  expect(languageFor(asked, accepted)).toBe(language);
});
