import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, headingOf, offersChoice, parseReply, wrapDraft } from './reply-rules.ts';

const words = (text: string) => ({ kind: 'words', text });
const draft = (text: string) => ({ kind: 'draft', text });
/** Texts that are rich in marks and halves of them. */
const markedText = fc
  .array(fc.constantFrom('<draft>', '</draft>', '<DRAFT>', '<', '</dr', 'a', ' ', '\n', 'слово'))
  .map((pieces) => pieces.join(''));

describe('a reply', () => {
  it('is cut into words and drafts, in their order', () => {
    expect(parseReply('Вот:\n<draft>\nДорогая Анна\n</draft>\nПроверьте.')).toEqual([
      words('Вот:'),
      draft('Дорогая Анна'),
      words('Проверьте.'),
    ]);
  });

  it('without marks is words alone, and an empty one is nothing', () => {
    expect(parseReply('О чём письмо?')).toEqual([words('О чём письмо?')]);
    expect(parseReply(' \n')).toEqual([]);
    expect(draftOf('О чём письмо?')).toBeUndefined();
  });

  it('shows a draft while it is still arriving', () => {
    expect(parseReply('Вот: <draft>Дорогая')).toEqual([words('Вот:'), draft('Дорогая')]);
  });

  it('holds half a mark back until the rest of it has come', () => {
    expect(parseReply('Вот: <dra')).toEqual([words('Вот:')]);
    expect(parseReply('<draft>Дорогая</draf')).toEqual([draft('Дорогая')]);
    expect(parseReply('3 < 5')).toEqual([words('3 < 5')]);
  });

  it('does not show marks that are in the wrong place or written in capitals', () => {
    expect(parseReply('Готово.</draft> <Draft>А <draft>Б</DRAFT>')).toEqual([
      words('Готово.'),
      draft('А Б'),
    ]);
  });

  it('has no draft where the marks hold nothing', () => {
    expect(draftOf('<draft> \n</draft>Пусто')).toBeUndefined();
  });

  it('gives its last draft', () => {
    expect(draftOf('<draft>1</draft> или <draft>2</draft>')).toBe('2');
  });

  it('offers a choice where it lists all of it, and not in a draft or a question', () => {
    expect(offersChoice('Кому?\n\n1. Юристу\n2. Родным\n\nИли своими словами.', 2)).toBe(true);
    expect(offersChoice('Вопрос 1 из 7. Кому?\n• Юристу\n• Родным', 2)).toBe(false);
    expect(offersChoice('Кому?\n1. Юристу', 2)).toBe(false);
    expect(offersChoice(wrapDraft('1. Юристу\n2. Родным'), 2)).toBe(false);
  });

  it('offers a choice only in lines that are numbered from one', () => {
    expect(offersChoice('Кому: 1. Юристу, 2. Родным', 2)).toBe(false);
    expect(offersChoice('1. Юристу\n3. Родным', 2)).toBe(false);
    expect(offersChoice('2. Юристу\n3. Родным', 2)).toBe(false);
    expect(offersChoice('1. Юристу\n1. Родным', 2)).toBe(false);
    expect(offersChoice('1.Юристу\n2.Родным', 2)).toBe(false);
    expect(offersChoice('1. Юристу\n2. Родным\n3. Банку', 2)).toBe(false);
  });

  it('offers a choice of ten as well', () => {
    const lines = ['Юристу', 'Жене', 'Сыну', 'Дочери', 'Брату', 'Сестре', 'Другу', 'Соседу'];
    const list = [...lines, 'Банку', 'Врачу'].map((one, index) => `${index + 1}. ${one}`);
    expect(offersChoice(list.join('\n'), 10)).toBe(true);
  });

  it('never shows a mark, whatever has been said', () => {
    fc.assert(
      fc.property(markedText, (text) => {
        for (const part of parseReply(text)) expect(part.text).not.toMatch(/<\/?draft>/i);
      }),
    );
  });

  it('shows no less when more of it has arrived', () => {
    fc.assert(
      fc.property(markedText, fc.nat(), (text, cut) => {
        const shown = (reply: string) =>
          parseReply(reply)
            .map((part) => part.text)
            .join('')
            .replace(/\s/g, '');
        const begun = shown(text.slice(0, cut % (text.length + 1)));
        // A trailing half mark of the whole is held back, so it is closed with a letter.
        expect(shown(`${text}.`).startsWith(begun)).toBe(true);
      }),
    );
  });
});

describe('the facts of a draft', () => {
  it('come back as they were written, but for signs that would end them', () => {
    const facts = { title: 'Письмо нотариусу', category: 'notary' as const, recipient: 'Anna "A"' };
    expect(parseReply(wrapDraft('Текст', facts))).toEqual([
      { ...draft('Текст'), facts: { ...facts, recipient: 'Anna A' } },
    ]);
  });

  it('are only those that an instruction has', () => {
    const [part] = parseReply('<draft category="pirate" title="" style="x">Текст</draft>');
    expect(part).toEqual(draft('Текст'));
  });

  it('are never shown, also not while they arrive', () => {
    expect(parseReply('Вот: <draft title="Пись')).toEqual([words('Вот:')]);
    expect(draftOf('<draft title="Письмо">А</draft>')).toBe('А');
  });

  it('hold a title that the draft itself marks as one, and no greeting', () => {
    expect(headingOf('# Ключи от дачи\n\nДорогая Анна')).toBe('Ключи от дачи');
    expect(headingOf('Title: “Keys to the house”\n\nDear Anna,')).toBe('Keys to the house');
    expect(headingOf('Дорогая Анна\n\nКлючи у соседки.')).toBeUndefined();
  });
});

describe('a marked draft', () => {
  it('is read back as it was written, but for marks inside of it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/<\/?draft>/i.test(text));
        expect(draftOf(`Вот.\n${wrapDraft(text)}\nПроверьте.`)).toBe(text.trim() || undefined);
      }),
    );
  });

  it('cannot be ended early by what it holds', () => {
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
