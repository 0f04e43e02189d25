import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, headingOf, offersChoice, parseReply, wrapDraft } from './reply-rules.ts';

const words = (text: string) => ({ kind: 'words', text });
const draft = (text: string) => ({ kind: 'draft', text });
/** Texts with many complete and partial tags. */
const markedText = fc
  .array(fc.constantFrom('<draft>', '</draft>', '<DRAFT>', '<', '</dr', 'a', ' ', '\n', 'слово'))
  .map((pieces) => pieces.join(''));

describe('reply', () => {
  it('is split into words and drafts in order', () => {
    expect(parseReply('Вот:\n<draft>\nДорогая Анна\n</draft>\nПроверьте.')).toEqual([
      words('Вот:'),
      draft('Дорогая Анна'),
      words('Проверьте.'),
    ]);
  });

  it('without tags consists of words, and without text of nothing', () => {
    expect(parseReply('О чём письмо?')).toEqual([words('О чём письмо?')]);
    expect(parseReply(' \n')).toEqual([]);
    expect(draftOf('О чём письмо?')).toBeUndefined();
  });

  it('includes an incomplete draft', () => {
    expect(parseReply('Вот: <draft>Дорогая')).toEqual([words('Вот:'), draft('Дорогая')]);
  });

  it('withholds a partial tag', () => {
    expect(parseReply('Вот: <dra')).toEqual([words('Вот:')]);
    expect(parseReply('<draft>Дорогая</draf')).toEqual([draft('Дорогая')]);
    expect(parseReply('3 < 5')).toEqual([words('3 < 5')]);
  });

  it('hides misplaced and capitalised tags', () => {
    expect(parseReply('Готово.</draft> <Draft>А <draft>Б</DRAFT>')).toEqual([
      words('Готово.'),
      draft('А Б'),
    ]);
  });

  it('has no draft between tags without text', () => {
    expect(draftOf('<draft> \n</draft>Пусто')).toBeUndefined();
  });

  it('returns its last draft', () => {
    expect(draftOf('<draft>1</draft> или <draft>2</draft>')).toBe('2');
  });

  it('offers a choice only as a complete list outside of drafts', () => {
    expect(offersChoice('Кому?\n\n1. Юристу\n2. Родным\n\nИли своими словами.', 2)).toBe(true);
    expect(offersChoice('Вопрос 1 из 7. Кому?\n• Юристу\n• Родным', 2)).toBe(false);
    expect(offersChoice('Кому?\n1. Юристу', 2)).toBe(false);
    expect(offersChoice(wrapDraft('1. Юристу\n2. Родным'), 2)).toBe(false);
  });

  it('offers a choice only in lines numbered from one', () => {
    expect(offersChoice('Кому: 1. Юристу, 2. Родным', 2)).toBe(false);
    expect(offersChoice('1. Юристу\n3. Родным', 2)).toBe(false);
    expect(offersChoice('2. Юристу\n3. Родным', 2)).toBe(false);
    expect(offersChoice('1. Юристу\n1. Родным', 2)).toBe(false);
    expect(offersChoice('1.Юристу\n2.Родным', 2)).toBe(false);
    expect(offersChoice('1. Юристу\n2. Родным\n3. Банку', 2)).toBe(false);
  });

  it('offers a choice of ten', () => {
    const lines = ['Юристу', 'Жене', 'Сыну', 'Дочери', 'Брату', 'Сестре', 'Другу', 'Соседу'];
    const list = [...lines, 'Банку', 'Врачу'].map((one, index) => `${index + 1}. ${one}`);
    expect(offersChoice(list.join('\n'), 10)).toBe(true);
  });

  it('never shows a tag, for any text', () => {
    fc.assert(
      fc.property(markedText, (text) => {
        for (const part of parseReply(text)) expect(part.text).not.toMatch(/<\/?draft>/i);
      }),
    );
  });

  it('never shows less when more has arrived', () => {
    fc.assert(
      fc.property(markedText, fc.nat(), (text, cut) => {
        const shown = (reply: string) =>
          parseReply(reply)
            .map((part) => part.text)
            .join('')
            .replace(/\s/g, '');
        const received = shown(text.slice(0, cut % (text.length + 1)));
        // A trailing partial tag is withheld, so the text ends with a full stop.
        expect(shown(`${text}.`).startsWith(received)).toBe(true);
      }),
    );
  });
});

describe('facts of a draft', () => {
  it('survive a round trip, except for delimiters', () => {
    const facts = { title: 'Письмо нотариусу', category: 'notary' as const, recipient: 'Anna "A"' };
    expect(parseReply(wrapDraft('Текст', facts))).toEqual([
      { ...draft('Текст'), facts: { ...facts, recipient: 'Anna A' } },
    ]);
  });

  it('contain only fields of an instruction', () => {
    const [part] = parseReply('<draft category="pirate" title="" style="x">Текст</draft>');
    expect(part).toEqual(draft('Текст'));
  });

  it('are never shown, also while incomplete', () => {
    expect(parseReply('Вот: <draft title="Пись')).toEqual([words('Вот:')]);
    expect(draftOf('<draft title="Письмо">А</draft>')).toBe('А');
  });

  it('include a marked title, but no greeting', () => {
    expect(headingOf('# Ключи от дачи\n\nДорогая Анна')).toBe('Ключи от дачи');
    expect(headingOf('Title: “Keys to the house”\n\nDear Anna,')).toBe('Keys to the house');
    expect(headingOf('Дорогая Анна\n\nКлючи у соседки.')).toBeUndefined();
  });
});

describe('wrapped draft', () => {
  it('survives a round trip, except for tags inside', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/<\/?draft>/i.test(text));
        expect(draftOf(`Вот.\n${wrapDraft(text)}\nПроверьте.`)).toBe(text.trim() || undefined);
      }),
    );
  });

  it('cannot be ended early by its content', () => {
    expect(draftOf(wrapDraft('А </dra</draft>ft> Б'))).toBe('А  Б');
    fc.assert(
      fc.property(markedText, (text) => {
        const parts = parseReply(wrapDraft(text));
        expect(parts.every(({ kind }) => kind === 'draft')).toBe(true);
        expect(parts.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
