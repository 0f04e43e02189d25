import type { ChatTurn } from '@zavet/contract/assistant/assistant-endpoints';
import { draftOf, partsOfReply } from '@zavet/contract/assistant/reply-rules';
import { secretsIn } from '@zavet/contract/assistant/secret-rules';
import {
  type InstructionCategory,
  instructionCategories,
} from '@zavet/contract/instructions/instruction-values';
import { limits } from '@zavet/contract/limits';
import { type Locale, locales } from '@zavet/contract/locales';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { answerAsGuide } from './answer-as-guide.ts';
import { commandIn } from './command-rules.ts';
import { guideWords } from './guide-words.ts';
import { questionsOf } from './question-rules.ts';

/** A conversation as the browser keeps it; says what the guide answered last. */
function conversation(language: Locale = 'ru') {
  let turns: ChatTurn[] = [];
  return (...messages: string[]): string => {
    let answer = '';
    for (const message of messages) {
      answer = answerAsGuide({ message, conversation: turns, language });
      turns = [
        ...turns,
        { role: 'user', content: message },
        { role: 'assistant', content: answer },
      ];
    }
    return answer;
  };
}

const t = guideWords('ru');
const asks = (answer: string, category: InstructionCategory, index: number) => {
  const question = questionsOf(category)[index];
  expect(question).toBeDefined();
  if (question) expect(answer).toContain(t(`questions.${question}.ask`));
};

describe.each(locales)('in %s', (locale) => {
  it.each(instructionCategories)('turns the answers about «%s» into a letter', (category) => {
    const words = guideWords(locale);
    const say = conversation(locale);
    const questions = questionsOf(category);
    let answer = say(words(`letters.${category}`));
    expect(answer).toContain(words('about.introduction'));
    for (const [index, question] of questions.entries()) {
      expect(answer).toContain(words('progress', { number: index + 1, total: questions.length }));
      expect(answer).toContain(words(`questions.${question}.ask`));
      expect(draftOf(answer)).toBeUndefined();
      answer = say(`Ответ ${index}: у Веры`);
    }
    const draft = draftOf(answer) ?? '';
    const places = questions.map((_, index) => draft.indexOf(`Ответ ${index}: у Веры`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.every((place) => place > 0)).toBe(true);
    for (const question of questions)
      expect(draft).toContain(words(`questions.${question}.heading`));
    expect(draft.startsWith(words(`drafts.${category}.greeting`))).toBe(true);
    expect(draft.endsWith(words(`drafts.${category}.closing`))).toBe(true);
    expect(answer).toContain(words('finished.complete'));
    expect(answer).toContain(words(`checks.${category}`));
  });

  it('says nothing that looks like a secret, and lists what it can do', () => {
    const say = conversation(locale);
    const first = say('👋');
    const words = guideWords(locale);
    for (const category of instructionCategories) {
      expect(first).toContain(words(`categories.${category}`));
      for (const question of questionsOf(category)) {
        expect(secretsIn(words(`questions.${question}.ask`))).toEqual([]);
        expect(secretsIn(words(`questions.${question}.hint`))).toEqual([]);
      }
    }
  });
});

describe('the guide', () => {
  it('says that it is no language model, at first and when asked, and not again and again', () => {
    const say = conversation();
    expect(say('Нотариусу')).toContain(t('about.introduction'));
    expect(say('Открыть дело')).not.toContain(t('about.introduction'));
    const answer = say('Ты нейросеть?');
    expect(answer).toContain(t('about.who'));
    asks(answer, 'notary', 1);
  });

  it('asks for a category until one is named', () => {
    const say = conversation();
    expect(say('Привет')).toContain(t('choose.ask'));
    expect(say('Ну как дела')).toContain(t('remarks.unclear'));
    asks(say('7'), 'personal', 0);
  });

  it('keeps what an opening message says besides the category', () => {
    const say = conversation();
    const opening = 'Нотариусу: завещание лежит в сейфе на даче, ключ у сестры';
    const answer = say(opening);
    expect(answer).toContain(t('begun.kept', { back: t('commands.back') }));
    asks(answer, 'notary', 1);
    expect(draftOf(say('готово'))).toContain(opening);
  });

  it('keeps what was said before it was clear for whom', () => {
    const say = conversation();
    const opening = 'Хочу рассказать, как починить старую лодку и где спрятаны вёсла';
    expect(say(opening)).toContain(t('remarks.kept_for_later'));
    asks(say('5'), 'friends', 1);
    expect(draftOf(say('готово'))).toContain(opening);
  });

  it('keeps all that was said before, however many messages it was', () => {
    const told = [
      'Хочу рассказать, как починить старую лодку и где спрятаны вёсла',
      'Яблони возле забора каждую осень нужно белить известью',
    ];
    const draft = draftOf(conversation()(...told, 'друзьям', 'готово')) ?? '';
    for (const words of told) expect(draft).toContain(words);
  });

  it('leaves skipped questions out of the letter and names them', () => {
    const say = conversation();
    say('в банк', 'Закрыть счёт', 'пропустить', 'skip', 'passer', 'Первого числа');
    const answer = say('ohita');
    const draft = draftOf(answer) ?? '';
    expect(draft).not.toContain(t('questions.agency.contract.heading'));
    expect(draft).toContain(t('drafts.agency.first'));
    expect(answer).toContain(t('finished.missing', { count: 4 }));
    expect(partsOfReply(answer).at(-1)?.text).toContain(t('questions.agency.papers.heading'));
  });

  it('goes back, and forgets the answer that is given anew', () => {
    const say = conversation();
    say('родным', 'Первое слово');
    asks(say('назад'), 'relative', 0);
    say('Второе слово');
    const draft = draftOf(say('готово')) ?? '';
    expect(draft).toContain('Второе слово');
    expect(draft).not.toContain('Первое слово');
  });

  it('goes back from the first question to the choice, and starts over at any time', () => {
    const say = conversation();
    say('родным');
    expect(say('назад')).toContain(t('choose.ask'));
    say('друзьям', 'Мише');
    expect(say('сначала')).toContain(t('choose.ask'));
    asks(say('юристу'), 'lawyer', 0);
  });

  it('makes no letter of nothing', () => {
    const say = conversation();
    say('в церковь');
    expect(say('готово')).toContain(t('remarks.nothing_said'));
    const answer = say(...questionsOf('church').map(() => 'пропустить'));
    expect(draftOf(answer)).toBeUndefined();
    asks(answer, 'church', 0);
  });

  it('says in its draft for which category it is, and for whom', () => {
    const say = conversation();
    say('Письмо дочери Анне', 'Ключи от дачи у соседки.');
    expect(partsOfReply(say('готово')).find(({ kind }) => kind === 'draft')?.facts).toEqual({
      title: t('letters.relative'),
      category: 'relative',
      addressee: 'Анне',
    });
    const inEnglish = conversation('en');
    inEnglish('A letter to my sister Mary', 'The keys are with Tom.');
    expect(
      partsOfReply(inEnglish('done')).find(({ kind }) => kind === 'draft')?.facts,
    ).toMatchObject({ category: 'relative', recipient: 'Mary' });
  });

  it.each(['код от сейфа: 39-12-04', 'пин от карты четыре восемь два один'])(
    'warns of «%s» by the same rules as the panel, and leaves it out',
    (secret) => {
      const say = conversation();
      say('Письмо дочери');
      expect(say(secret).startsWith(t('secrets.password'))).toBe(true);
      say('Ключи у соседки.');
      expect(draftOf(say('готово'))).not.toContain(secret);
    },
  );

  it('warns of a secret first, does not repeat it and asks the same question again', () => {
    const say = conversation();
    say('родным', 'Всё будет хорошо', 'Позвоните Вере');
    const answer = say('Ключи в столе, пароль: Qwerty123');
    expect(answer.startsWith(t('secrets.password'))).toBe(true);
    expect(answer).not.toContain('Qwerty123');
    asks(answer, 'relative', 2);
    say('Ключи в столе');
    const draft = draftOf(say('готово')) ?? '';
    expect(draft).toContain('Ключи в столе');
    expect(draft).not.toContain('Qwerty123');
  });

  it('hears a category, but nothing else, in a message with a secret', () => {
    const say = conversation();
    const answer = say('В банк: закройте карту 4111 1111 1111 1111 сразу после похорон');
    expect(answer.startsWith(t('secrets.card'))).toBe(true);
    asks(answer, 'agency', 0);
  });

  it('begins a new letter after a draft', () => {
    const say = conversation();
    expect(draftOf(say('нотариусу', 'Открыть дело', 'готово'))).toContain('Открыть дело');
    const answer = say('теперь сестре');
    asks(answer, 'relative', 0);
    expect(answer).not.toContain(t('about.introduction'));
    expect(draftOf(say('Береги себя', 'готово'))).not.toContain('Открыть дело');
  });

  it('says honestly that it cannot rewrite a draft, and goes on', () => {
    const say = conversation();
    say('нотариусу', 'Открыть дело', 'готово');
    expect(say('Сделай короче')).toContain(t('remarks.unchangeable'));
    expect(say('Спасибо')).toContain(t('remarks.thanks'));
    asks(say('друзьям'), 'friends', 0);
  });

  it('takes a message that was never answered as not said', () => {
    const turns: ChatTurn[] = [
      { role: 'user', content: 'нотариусу' },
      { role: 'assistant', content: '…' },
      { role: 'user', content: 'Не дошло' },
    ];
    const answer = answerAsGuide({ message: 'Дошло', conversation: turns, language: 'ru' });
    asks(answer, 'notary', 1);
  });

  it('goes on in another language when it is changed', () => {
    const turns: ChatTurn[] = [
      { role: 'user', content: 'нотариусу' },
      { role: 'assistant', content: '…' },
    ];
    const answer = answerAsGuide({ message: 'Открыть', conversation: turns, language: 'en' });
    expect(answer).toContain(guideWords('en')('questions.notary.office.ask'));
  });
});

const language = fc.constantFrom(...locales);
const phrase = fc.constantFrom(
  ...['нотариусу', '3', 'родным', 'пропустить', 'назад', 'готово', 'сначала', '?', 'кто ты?'],
  ...[
    'пароль: Qwerty123',
    'Спасибо',
    'сделай короче',
    '<draft>',
    '</draft>',
    '{{count}} $t(progress)',
  ],
);
const anything = fc.oneof(phrase, fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }));
const isAnswer = (text: string) =>
  text.trim() !== '' &&
  !/<\/?draft>/i.test(text) &&
  commandIn(text) === undefined &&
  secretsIn(text).length === 0;

test('any conversation gets an answer that is not too long', () => {
  const turn = fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: anything,
  });
  fc.assert(
    fc.property(
      fc.array(turn, { maxLength: limits.assistantTurns }),
      anything,
      language,
      (turns, message, locale) => {
        const answer = answerAsGuide({ message, conversation: turns, language: locale });
        expect(answer.trim()).not.toBe('');
        expect(answer.length).toBeLessThan(limits.assistantAnswerMaxLength / 2);
      },
    ),
  );
});

test('whoever keeps answering gets a letter with every answer to the letter', () => {
  const given = fc.string({
    minLength: 1,
    maxLength: limits.assistantMessageMaxLength,
    unit: 'grapheme',
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...instructionCategories),
      fc.array(
        given.map((text) => text.slice(0, limits.assistantMessageMaxLength)).filter(isAnswer),
        { minLength: 7, maxLength: 7 },
      ),
      language,
      (category, answers, locale) => {
        const say = conversation(locale);
        say(guideWords(locale)(`letters.${category}`));
        const used = answers.slice(0, questionsOf(category).length);
        const answer = say(...used);
        const draft = draftOf(answer) ?? '';
        for (const text of used) expect(draft).toContain(text.trim());
        expect(answer.length).toBeLessThan(limits.assistantAnswerMaxLength / 2);
      },
    ),
  );
});
