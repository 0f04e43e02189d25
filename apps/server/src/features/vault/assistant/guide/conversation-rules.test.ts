import type { ChatTurn } from '@zavet/contract/vault/assistant-endpoints';
import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import { findSecrets } from '@zavet/contract/vault/secret-rules';
import ru from '@zavet/locales/ru/guide.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { questionsOf, replayConversation } from './conversation-rules.ts';

const user = (content: string): ChatTurn => ({ role: 'user', content });

const guide = (content: string): ChatTurn => ({ role: 'assistant', content });

const draft = guide('Вот черновик.\n<draft>\nДорогая Анна\n</draft>');

function replay(conversation: ChatTurn[], message: string) {
  return replayConversation({ conversation, message, language: 'ru' });
}

/** The replay of these messages, each answered without a draft. */
function after(...messages: string[]) {
  const before = messages.slice(0, -1).flatMap((message) => [user(message), guide('Хорошо.')]);
  return replay(before, messages.at(-1) ?? '');
}

const choosing = { step: 'choosing', earlierText: null, isAfterDraft: false };

const asking = { step: 'asking', category: 'friends', addressee: undefined, answers: [] };

const password = 'пароль: Qwerty123';

const keys = 'Ключи лежат внутри зелёной коробки возле шкафа';

const roof = 'Крышу сарая чинил прошлым летом плотник Степан';

describe('a long conversation', () => {
  it('is searched for secrets once per turn, and only since the last draft', () => {
    const exchange = [user('пароль - '.repeat(110)), guide('Хорошо.')];
    const many = Array.from({ length: 50 }, () => exchange).flat();
    const searched: string[] = [];
    const count = (text: string) => {
      searched.push(text);
      return findSecrets(text);
    };
    const conversation = [...many, user('Дом'), draft, ...many, user('не отвечено')];
    replayConversation({ conversation, message: 'Пропустить', language: 'ru' }, count);
    expect(searched).toHaveLength(51);
    expect(searched.at(-1)).toBe('Пропустить');
  });
});

describe('before the category is chosen', () => {
  it.each([
    ['a greeting', 'Привет', 'unclear'],
    ['a skip', 'Пропустить', 'unclear'],
    ['a step back', 'Назад', 'unclear'],
    ['a command to finish', 'Готово', 'unclear'],
    ['a question', 'Сколько вопросов обычно задаёт здешняя программа?', 'unclear'],
    ['a question before a space', 'Сколько вопросов обычно задаёт здешняя программа? ', 'unclear'],
    ['a change request without a draft', 'Сделай короче', 'unclear'],
    ['thanks', 'Спасибо!', 'thanks'],
    ['a request for help', 'Помощь', 'help'],
    ['a question about the identity of the guide', 'Кто ты?', 'who'],
    ['a restart', 'Начать сначала', 'restarted'],
    ['a password', password, 'secret'],
  ])('%s does not choose a category', (_, message, remark) => {
    expect(after(message)).toMatchObject({ state: choosing, remark });
  });

  it('keeps messages as paragraphs', () => {
    expect(after(keys)).toMatchObject({
      state: { ...choosing, earlierText: keys },
      remark: 'kept_for_later',
    });
    expect(after(keys, roof).state).toEqual({ ...choosing, earlierText: `${keys}\n\n${roof}` });
  });

  it('turns earlier messages into the first answer', () => {
    expect(after(keys, roof, 'Друзьям')).toMatchObject({
      state: { ...asking, answers: [`${keys}\n\n${roof}`] },
      remark: 'started_with_answer',
    });
  });

  it('starts a letter without an answer from a category alone', () => {
    expect(after('Друзьям')).toMatchObject({ state: asking, remark: 'started' });
  });

  it('uses a longer message as the first answer', () => {
    const message = 'Письмо сестре Марии: документы лежат внутри синей папки';
    expect(after(message)).toEqual({
      state: { step: 'asking', category: 'relative', addressee: 'Марии', answers: [message] },
      remark: 'started_with_answer',
      secrets: [],
      isFirst: true,
    });
  });

  it('omits the whole message when it contains a password', () => {
    expect(after(`Письмо сестре Марии, ${password}`)).toEqual({
      state: { ...asking, category: 'relative' },
      remark: 'secret',
      secrets: ['password'],
      isFirst: true,
    });
  });
});

describe('while questions are asked', () => {
  it.each([
    ['help', 'Помощь'],
    ['who', 'Ты робот?'],
    ['secret', password],
    ['nothing_said', 'Готово'],
  ])('%s does not answer the question', (remark, message) => {
    expect(after('Друзьям', message)).toMatchObject({ state: asking, remark });
  });

  it('continues with the next question after an answer or a skip', () => {
    expect(after('Друзьям', roof)).toMatchObject({
      state: { ...asking, answers: [roof] },
      remark: 'noted',
    });
    expect(after('Друзьям', roof, 'Пропустить')).toMatchObject({
      state: { ...asking, answers: [roof, null] },
      remark: 'skipped',
    });
  });

  it('removes the last answer on «back», and the category before the first answer', () => {
    expect(after('Друзьям', roof, keys, 'Назад')).toMatchObject({
      state: { ...asking, answers: [roof] },
      remark: 'back',
    });
    expect(after('Друзьям', 'Назад')).toMatchObject({ state: choosing, remark: 'restarted' });
  });

  it('discards everything on «restart»', () => {
    expect(after('Друзьям', roof, 'Сначала')).toMatchObject({
      state: choosing,
      remark: 'restarted',
    });
  });

  it('finishes early with one answer, but not with skips alone', () => {
    expect(after('Друзьям', roof, 'Пропустить', 'Готово')).toMatchObject({
      state: { ...asking, step: 'finished', answers: [roof, null] },
      remark: 'noted',
    });
    expect(after('Друзьям', 'Пропустить', 'Готово')).toMatchObject({
      state: { ...asking, answers: [null] },
      remark: 'nothing_said',
    });
  });

  it('finishes a letter after its last question, unless all were skipped', () => {
    const skips = ['Пропустить', 'Пропустить', 'Пропустить', 'Пропустить', 'Пропустить'];
    expect(after('Друзьям', ...skips).state).toMatchObject({ step: 'asking' });
    expect(after('Друзьям', ...skips, roof)).toMatchObject({
      state: { ...asking, step: 'finished', answers: [null, null, null, null, null, roof] },
      remark: 'noted',
    });
    expect(after('Друзьям', ...skips, 'Пропустить')).toMatchObject({
      state: asking,
      remark: 'nothing_said',
    });
  });
});

describe('after a draft', () => {
  const letter = [user('Друзьям'), guide('О чём?'), user(roof), guide('Что ещё?'), user('Готово')];

  it('starts another letter without the former answers', () => {
    expect(replay([...letter, draft], 'Привет')).toEqual({
      state: { ...choosing, isAfterDraft: true },
      remark: 'unclear',
      secrets: [],
      isFirst: false,
    });
    expect(replay([...letter, draft], 'Нотариусу').state).toEqual({
      ...asking,
      category: 'notary',
    });
  });

  it('keeps nothing of the former letter, even if its beginning was truncated', () => {
    const { state } = replay([...letter.slice(2), draft], 'Нотариусу');
    expect(state).toEqual({ ...asking, category: 'notary' });
  });

  it('refuses a change, even if only the draft is left of the conversation', () => {
    const state = { ...choosing, isAfterDraft: true };
    expect(replay([...letter, draft], 'Сделай короче')).toMatchObject({
      state,
      remark: 'unchangeable',
    });
    expect(replay([draft], 'Сделай короче')).toMatchObject({ state, remark: 'unchangeable' });
  });

  it('refuses a change after a finished letter, even if its draft did not arrive', () => {
    expect(after('Друзьям', roof, 'Готово', 'Сделай короче')).toMatchObject({
      state: { ...choosing, isAfterDraft: true },
      remark: 'unchangeable',
    });
  });

  it('discards the draft on «restart»', () => {
    expect(replay([...letter, draft], 'Сначала').state).toEqual(choosing);
  });

  it('ignores draft marks in messages of the user', () => {
    const pasted = [user('Друзьям'), guide('О чём?'), user(draft.content), guide('Что ещё?')];
    expect(replay(pasted, roof).state).toEqual({ ...asking, answers: [draft.content, roof] });
  });
});

describe('the replay of a conversation', () => {
  it('skips messages without an answer, because they were sent again', () => {
    const turns = [user('Друзьям'), guide('О чём?'), user(keys), user(roof), guide('Что ещё?')];
    expect(replay(turns, 'Пропустить').state).toEqual({ ...asking, answers: [roof, null] });
    expect(replay([user('Друзьям')], 'Нотариусу')).toMatchObject({
      state: { ...asking, category: 'notary' },
      isFirst: true,
    });
  });

  it('skips answers of the guide, even two in a row', () => {
    const turns = [user('Друзьям'), guide('О чём письмо?'), guide('Жду ответа.')];
    expect(replay(turns, roof).state).toEqual({ ...asking, answers: [roof] });
    expect(replay([guide('Здравствуйте!'), guide('Кому?')], 'Друзьям').isFirst).toBe(true);
  });

  it('reports secrets of the last message only', () => {
    expect(after(password).secrets).toEqual(['password']);
    expect(after(password, 'Привет').secrets).toEqual([]);
  });
});

it.each(instructionCategories)(
  'asks all questions of the locale file for %s, in its order',
  (category) => {
    const worded = Object.keys(ru.questions[category]).map((name) => `${category}.${name}`);
    expect(questionsOf(category)).toEqual(worded);
    expect(worded[0]).toBe(`${category}.matter`);
    expect(worded.at(-1)).toBe(`${category}.first`);
  },
);
