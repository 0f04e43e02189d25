import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zipEntryNames, zipFileName } from './zip-name-rules.ts';

describe('names in a ZIP', () => {
  it('are unchanged in every script', () => {
    const names = ['Завещание.pdf', 'дача 🏡 1987.jpg', '遺言.txt', 'وصية.docx'];
    expect(zipEntryNames(names)).toEqual(names);
  });

  it('contain no invisible or direction-changing characters', () => {
    const inputs = [
      'счёт\u202Efdp.exe',
      'a\u2066b\u2069.txt',
      '\u200F\u061Cc.pdf',
      'd\uFEFF\u200B\u00AD.txt',
    ];
    expect(zipEntryNames(inputs)).toEqual(['счётfdp.exe', 'ab.txt', 'c.pdf', 'd.txt']);
    expect(zipEntryNames(['e\u2028f\u0085g.txt', '\u202E', '\u202E..'])).toEqual([
      'e_f_g.txt',
      '_',
      '_ (2)',
    ]);
    expect(zipFileName('Письмо\u202E')).toBe('Письмо.zip');
    // Joiners belong to emoji and to some scripts.
    expect(zipEntryNames(['👨‍👩‍👧.jpg', 'می‌خواهم.txt'])).toEqual(['👨‍👩‍👧.jpg', 'می‌خواهم.txt']);
  });

  it('are unique, ignoring case', () => {
    expect(zipEntryNames(['a.pdf', 'A.pdf', 'a.pdf'])).toEqual(['a.pdf', 'A (2).pdf', 'a (3).pdf']);
  });

  it('cannot leave the folder or name a device', () => {
    expect(zipEntryNames(['../../etc/passwd', 'C:\\x.txt', 'con.txt', '..', 'a. '])).toEqual([
      '__.._etc_passwd',
      'C__x.txt',
      '_con.txt',
      '_',
      'a',
    ]);
  });

  it.each(['CON', 'prn', 'aux.txt', 'NUL.tar.gz', 'com1', 'LPT9.doc'])(
    'do not name the Windows device %s',
    (name) => expect(zipEntryNames([name])).toEqual([`_${name}`]),
  );

  it.each(['falcon', 'balcon.jpg', 'console.txt', 'common.pdf', 'lpta'])(
    'are unchanged when they only resemble one: %s',
    (name) => expect(zipEntryNames([name])).toEqual([name]),
  );

  it('have a stem even for an empty title', () => {
    expect(zipFileName('')).toBe('_.zip');
    expect(zipFileName('\u202E')).toBe('_.zip');
  });

  it('are unique, not empty and without separators for any input', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (inputs) => {
        const names = zipEntryNames(inputs);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(inputs.length);
        for (const name of names) expect(name).toMatch(/^[^/\\]+$/);
      }),
    );
  });

  it('are truncated for every file system and keep their ending', () => {
    const long = `${'я'.repeat(250)}.pdf`;
    const [first = '', second = ''] = zipEntryNames([long, long]);
    expect(first).toBe(`${'я'.repeat(118)}.pdf`);
    expect(second).toBe(`${'я'.repeat(116)} (2).pdf`);
    for (const name of [first, second, zipFileName('👨‍👩‍👧‍👦'.repeat(100))]) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
      expect(name.isWellFormed()).toBe(true);
    }
  });
});

describe('the name of the ZIP', () => {
  it('is the title of the instruction', () => {
    expect(zipFileName('Письмо внукам')).toBe('Письмо внукам.zip');
    expect(zipFileName('a/b: "c"?')).toBe('a_b_ _c__.zip');
  });
});
