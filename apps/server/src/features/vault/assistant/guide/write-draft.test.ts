import { parseReply } from '@zavet/contract/vault/reply-rules';
import { expect, it } from 'vitest';
import { guideWords, writePartialLetter } from './write-draft.ts';

const t = guideWords('ru');

/** The partial letter after these messages, each of them answered. */
function letterAfter(...messages: string[]) {
  const conversation = messages.slice(0, -1).flatMap((content) => [
    { role: 'user' as const, content },
    { role: 'assistant' as const, content: '…' },
  ]);
  const message = messages.at(-1) ?? '';
  const letter = writePartialLetter({ message, conversation, language: 'ru' });
  return letter === null ? null : parseReply(letter)[0];
}

it('adds every answer to the letter and omits skipped questions', () => {
  const first = letterAfter('родным', 'Берегите друг друга');
  expect(first?.text).toContain(t('drafts.relative.greeting'));
  expect(first?.text).toContain('Берегите друг друга');
  const third = letterAfter('родным', 'Берегите друг друга', 'пропустить', 'Ключи в столе');
  expect(third?.text).toContain('Берегите друг друга');
  expect(third?.text).toContain('Ключи в столе');
  expect(third?.text).not.toContain('пропустить');
});

it('has no closing, and states category and addressee', () => {
  const letter = letterAfter('Письмо дочери Анне', 'Ключи от дачи у соседки.');
  expect(letter?.text).not.toContain(t('drafts.relative.closing'));
  expect(letter?.facts).toEqual({
    title: t('letters.relative'),
    category: 'relative',
    addressee: 'Анне',
  });
});

it('removes an answer that was withdrawn', () => {
  expect(letterAfter('родным', 'Первое слово', 'назад', 'Второе слово')?.text).not.toContain(
    'Первое слово',
  );
  expect(letterAfter('родным', 'Первое слово', 'назад')).toBeNull();
});

it('returns no letter before the first answer or after the last one', () => {
  expect(letterAfter('Здравствуйте')).toBeNull();
  expect(letterAfter('родным')).toBeNull();
  expect(letterAfter('родным', 'пропустить')).toBeNull();
  expect(letterAfter('родным', 'Берегите друг друга', 'готово')).toBeNull();
});

it('omits a secret', () => {
  const letter = letterAfter('родным', 'Всё будет хорошо', 'пароль: Qwerty123');
  expect(letter?.text).toContain('Всё будет хорошо');
  expect(letter?.text).not.toContain('Qwerty123');
});
