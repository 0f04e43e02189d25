import { locales } from '@zavet/contract/locales';
import { expect, test } from 'vitest';
import { type MailTextKey, mailWords } from './mail-words.ts';

const hour = 60 * 60 * 1000;
const plainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  ['ru', '1 час', '2 часа', '5 часов', '72 часа'],
  ['en', '1 hour', '2 hours', '5 hours', '72 hours'],
  ['fr', '1 heure', '2 heures', '5 heures', '72 heures'],
  ['sv', '1 timme', '2 timmar', '5 timmar', '72 timmar'],
  ['fi', '1 tunnin', '2 tuntia', '5 tuntia', '72 tuntia'],
  ['pt', '1 hora', '2 horas', '5 horas', '72 horas'],
] as const)('declines hours in %s', (locale, ...expected) => {
  const { duration } = mailWords(locale);
  expect([1, 2, 5, 72].map((hours) => plainSpaces(duration(hours * hour)))).toEqual(expected);
});

test('throws for a time span that is not whole hours', () => {
  expect(() => mailWords('ru').duration(1.5 * hour)).toThrow(RangeError);
});

test.each([
  ['ru', '16 ноября 2026 г. в 00:05 по московскому времени'],
  ['en', '16 November 2026 at 00:05 Moscow time'],
  ['fr', '16 novembre 2026 à 00:05, heure de Moscou'],
  ['sv', '16 november 2026 kl. 00:05 Moskvatid'],
  ['fi', '16. marraskuuta 2026 klo 0.05 Moskovan aikaa'],
  ['pt', '16 de novembro de 2026 às 00:05, horário de Moscou'],
] as const)('writes a moment in Moscow time in %s', (locale, expected) => {
  expect(plainSpaces(mailWords(locale).moment('2026-11-15T21:05:00.000Z'))).toBe(expected);
});

test.each([
  ['ru', '16 ноября'],
  ['en', '16 November'],
  ['fr', '16 novembre'],
  ['sv', '16 november'],
  ['fi', '16. marraskuuta'],
  ['pt', '16 de novembro'],
] as const)('writes the day in Moscow in %s', (locale, expected) => {
  expect(mailWords(locale).day('2026-11-15T21:05:00.000Z')).toBe(expected);
});

test.each(locales)('throws for a missing text in %s', (locale) => {
  const { t } = mailWords(locale);
  expect(() => t('account.no_such_mail.subject' as MailTextKey)).toThrow('No text');
  expect(() => t('account' as MailTextKey)).toThrow();
});

test.each(locales)('throws for a missing value in %s', (locale) => {
  expect(() => mailWords(locale).t('account.link.validity')).toThrow('A value is missing');
});

test('inserts values verbatim, never as text keys or placeholders', () => {
  const email = '$t(layout.brand) {{moment}} <b>&amp;</b>';
  expect(mailWords('en').t('account.email_changed.confirmed.body', { email })).toContain(email);
});
