import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthsSince, needsReview, previewOf } from './instruction-rules.ts';
import { newInstructionInput } from './instruction-schemas.ts';

const family = '👨‍👩‍👧‍👦';

const lengthOf = (text: string) => [...new Intl.Segmenter().segment(text)].length;

describe('preview', () => {
  it('equals a short text, on one line', () => {
    expect(previewOf('  Мои дорогие,\n\nесли вы это читаете ')).toBe(
      'Мои дорогие, если вы это читаете',
    );
    expect(previewOf('я'.repeat(100))).toBe('я'.repeat(100));
    expect(previewOf(`слово ${family.repeat(94)}`)).toBe(`слово ${family.repeat(94)}`);
  });

  it('ends at a word', () => {
    const words = 'Ключ от дачи лежит под третьей доской крыльца '.repeat(5);
    expect(previewOf(words)).toBe(
      'Ключ от дачи лежит под третьей доской крыльца Ключ от дачи лежит под третьей доской крыльца Ключ от…',
    );
    expect(previewOf(`${'я'.repeat(99)} и дальше`)).toBe(`${'я'.repeat(99)}…`);
    expect(previewOf(`Слово ${'я'.repeat(200)}`)).toBe('Слово…');
    expect(previewOf(`Слово ${family.repeat(200)}`)).toBe('Слово…');
    expect(previewOf(`${family.repeat(50)} ${family.repeat(60)}`)).toBe(`${family.repeat(50)}…`);
  });

  it('has no comma, dash or full stop before the ellipsis', () => {
    expect(previewOf(`Сначала дом, ${'я'.repeat(200)}`)).toBe('Сначала дом…');
    expect(previewOf(`Сначала дом — ${'я'.repeat(200)}`)).toBe('Сначала дом…');
    expect(previewOf(`Где он? ${'я'.repeat(200)}`)).toBe('Где он?…');
    expect(previewOf(`— ${'я'.repeat(200)}`)).toBe('—…');
  });

  it('cuts an overlong word, but never a character', () => {
    expect(previewOf('я'.repeat(150))).toBe(`${'я'.repeat(99)}…`);
    expect(previewOf(family.repeat(150))).toBe(`${family.repeat(99)}…`);
    expect(previewOf('𝒳'.repeat(150))).toBe(`${'𝒳'.repeat(99)}…`);
  });

  it('has at most 100 whole characters and only whole words of the text', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 30 });
    fc.assert(
      fc.property(words, (parts) => {
        const line = parts.join(' ').replace(/\s+/g, ' ').trim();
        const preview = previewOf(line);
        expect(lengthOf(preview)).toBeLessThanOrEqual(100);
        expect(preview.isWellFormed()).toBe(true);
        if (preview === line) return;
        const shown = preview.slice(0, -1);
        expect(line.startsWith(shown)).toBe(true);
        const isInFirstWord = !shown.includes(' ') && lengthOf(line.split(' ')[0] ?? '') > 99;
        if (!isInFirstWord) expect(line.slice(shown.length)).toMatch(/^[\s.,;:…‒–—-]/);
      }),
    );
  });
});

describe('review', () => {
  const reviewed = new Date('2026-01-31T12:00:00Z');

  it('is due after more than six months', () => {
    expect(needsReview(reviewed, new Date('2026-07-31T12:00:00Z'))).toBe(false);
    expect(needsReview(reviewed, new Date('2026-07-31T12:00:01Z'))).toBe(true);
  });

  it('respects the lengths of months', () => {
    expect(needsReview(new Date('2026-08-30T12:00:00Z'), new Date('2027-02-28T11:00:00Z'))).toBe(
      false,
    );
    expect(needsReview(new Date('2026-08-27T12:00:00Z'), new Date('2027-02-28T12:00:00Z'))).toBe(
      true,
    );
  });

  it('counts whole months', () => {
    expect(monthsSince(reviewed, new Date('2026-10-01T12:00:00Z'))).toBe(8);
    expect(monthsSince(reviewed, new Date('2026-02-01T00:00:00Z'))).toBe(0);
    expect(monthsSince(reviewed, new Date('2027-01-31T12:00:00Z'))).toBe(12);
    expect(monthsSince(reviewed, new Date('2027-01-31T11:59:59Z'))).toBe(11);
    expect(monthsSince(reviewed, new Date('2026-03-31T12:00:00Z'))).toBe(2);
    expect(monthsSince(reviewed, new Date('2025-06-01T12:00:00Z'))).toBe(0);
  });
});

describe('instruction', () => {
  const valid = {
    draft_id: '00000000-0000-4000-8000-000000000000',
    title: ' Банк ',
    category: 'notary',
    priority: 'high',
    content: '  Ключ у Елены\n',
    recipient_name: '',
    recipient_email: '',
    trusted_contact_ids: [
      '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000001',
    ],
  };
  const problemsOf = (change: object) =>
    newInstructionInput
      .safeParse({ ...valid, ...change })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

  it('keeps its text unchanged', () => {
    const parsed = newInstructionInput.parse(valid);
    expect(parsed).toMatchObject({ title: 'Банк', content: '  Ключ у Елены\n' });
    expect(parsed.trusted_contact_ids).toHaveLength(1);
  });

  it.each([
    [{ title: ' ' }, 'title required'],
    [{ title: 'я'.repeat(201) }, 'title too_long'],
    [{ content: '\n\t ' }, 'content required'],
    [{ content: 'я'.repeat(100_001) }, 'content too_long'],
    [{ category: '' }, 'category required'],
    [{ priority: 'urgent' }, 'priority required'],
    [{ recipient_email: 'not an address' }, 'recipient_email email_invalid'],
    [{ trusted_contact_ids: [] }, 'trusted_contact_ids contact_required'],
  ])('reports the problem of %o', (change, problem) => {
    expect(problemsOf(change)).toContain(problem);
  });
});
