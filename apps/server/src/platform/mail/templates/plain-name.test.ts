import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  isolateText,
  nameWithAddress,
  plainLine,
  plainLines,
  plainName,
  plainTitle,
  truncateText,
} from './plain-name.ts';

describe('a name in a mail', () => {
  it.each([
    'Анна Петрова',
    "Seán O'Connor-Мюллер",
    'Jörg «Jo» Strauß, jr.',
    'زهرا\u200cسادات',
    '👩‍👧 мама',
    '李 小龍',
  ])('keeps %s unchanged', (name) => {
    expect(plainName(name)).toBe(name);
  });

  it.each([
    ['replaces line breaks', ' Anna\r\nBcc: thief\u2028\u0085x\t ', 'Anna Bcc thief x'],
    ['removes bidirectional controls', '\u202Eanna\u2066 \u200Fb', 'anna b'],
    ['removes invisible characters', 'An\u00ADn\u200Ba\uFEFF\u{E0041}', 'Anna'],
    ['breaks up links', 'https://evil.example/pay?x=1', 'https evil. example pay?x=1'],
    ['breaks up links without a scheme', 'www.evil.example', 'www. evil. example'],
    ['breaks up e-mail addresses', 'me@evil.example', 'me evil. example'],
    ['separates initials', 'А.П.Чехов', 'А. П. Чехов'],
    ['is empty without readable characters', '\u200B \u202E. -', ''],
  ])('%s', (_, name, expected) => {
    expect(plainName(name)).toBe(expected);
  });

  it('never contains a link or a line break', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const plain = plainName(name);
        expect(plain).not.toMatch(/:\/\/|@|[\p{L}\p{N}]\.[\p{L}\p{N}]/u);
        expect(plain).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
      }),
    );
  });

  it('is followed by the address, which stands alone without a name', () => {
    expect(nameWithAddress('Анна', 'anna@example.org')).toBe('Анна (anna@example.org)');
    expect(nameWithAddress('\u200B', 'anna@example.org')).toBe('anna@example.org');
  });

  it('is isolated if written from right to left', () => {
    expect(isolateText('Анна')).toBe('Анна');
    expect(isolateText('שרה')).toBe('\u2068שרה\u2069');
  });
});

describe('a title in a mail', () => {
  it.each([
    'Ключи: где лежат',
    'Договор от 12.05.2020, стр. 3/4',
    'В 10:30 у нотариуса',
    'Где №1 и 1.5 % годовых?',
    '❤️',
  ])('keeps %s unchanged', (title) => {
    expect(plainTitle(title)).toBe(title);
  });

  it.each([
    ['breaks up links', 'https://evil.example/pay', 'https: evil. example/pay'],
    [
      'breaks up links without a scheme',
      'www.evil.example 10.0.0.1',
      'www. evil. example 10. 0. 0. 1',
    ],
    ['breaks up e-mail addresses', 'mailto:me@evil.example', 'mailto: me evil. example'],
    ['breaks up network paths', '\\\\server\\share', 'server share'],
    ['replaces line breaks', ' a\r\nBcc: b\u2028c ', 'a Bcc: b c'],
    ['removes bidirectional controls', '\u202Ea\u2066', 'a'],
    ['is empty without visible characters', '\u200B \u202E', ''],
  ])('%s', (_, title, expected) => {
    expect(plainTitle(title)).toBe(expected);
  });

  it('never contains a link or a line break', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (title) => {
        const plain = plainTitle(title);
        expect(plain).not.toMatch(/\/\/|@|\p{L}:\S|\.\p{L}|\p{L}\.\p{N}/u);
        expect(plain).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
      }),
    );
  });
});

test('truncates between grapheme clusters', () => {
  expect(truncateText('Анна', 4)).toBe('Анна');
  expect(truncateText('Анна Петрова', 6)).toBe('Анна П…');
  expect(truncateText('Анна Петрова', 5)).toBe('Анна…');
  const family = '👩‍👩‍👧‍👦';
  expect(truncateText(family.repeat(3), family.length + 3)).toBe(`${family}…`);
});

describe('a text of several lines', () => {
  it('keeps indents, links and dots', () => {
    const text = 'Первая строка\n\n\t  at https://example.org/a.b?c@d\nпоследняя 👩‍👩‍👧';
    expect(plainLines(text)).toBe(text);
    expect(plainLine(text)).not.toContain('\n');
  });

  it('loses control and invisible characters', () => {
    expect(plainLines('a\r\nb\rc\u2028d\u0000\u001b[31m\u202Ee\u200B')).toBe('a\nb\nc\nd[31me');
  });
});
