import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailField } from '../fields.ts';
import { normalizeEmail } from './email-address.ts';

describe('address', () => {
  it.each([
    ['  Anna@Example.ORG ', 'anna@example.org'],
    ['Анна@Почта.РФ', 'анна@почта.рф'],
    ['анна@xn--80a1acny.xn--p1ai', 'анна@почта.рф'],
    ['anna@BÜCHER.de', 'anna@bücher.de'],
    ['anna@xn--bcher-kva.de', 'anna@bücher.de'],
    ['zoe\u0308@example.org', 'zoë@example.org'],
    ['ａnna＠example.org', 'anna@example.org'],
    ["o'neill+tag@mail.example.org", "o'neill+tag@mail.example.org"],
  ])('%j is normalised to %j', (typed, normal) => {
    expect(normalizeEmail(typed)).toBe(normal);
    expect(normalizeEmail(normal)).toBe(normal);
    expect(emailField.parse(typed)).toBe(normal);
  });

  it.each([
    'анна',
    'анна@',
    '@почта.рф',
    'анна@почта',
    'анна@поч та.рф',
    'ан на@почта.рф',
    'анна@@почта.рф',
    '.анна@почта.рф',
    'анна@почта.рф\nBcc: x@y.z',
    'anna@127.0.0.1',
    'anna@%65xample.org',
    'anna@example.org/x',
    `${'a'.repeat(65)}@example.org`,
    '<анна@почта.рф>',
  ])('%j is refused', (typed) => {
    expect(normalizeEmail(typed)).toBeUndefined();
    expect(emailField.safeParse(typed).success).toBe(false);
  });

  it('is the same for both forms of any domain', () => {
    const word = fc.stringMatching(/^[a-zа-яёäöüçéñ日本語]{2,12}$/u);
    fc.assert(
      fc.property(word, fc.constantFrom('рф', 'org', 'укр'), (name, ending) => {
        const domain = domainToUnicode(domainToASCII(`${name}.${ending}`));
        fc.pre(domain !== '');
        expect(normalizeEmail(`анна@${domainToASCII(domain)}`)).toBe(`анна@${domain}`);
        expect(normalizeEmail(`анна@${domain}`)).toBe(`анна@${domain}`);
      }),
    );
  });
});
