import type { ChatTurn } from '@zavet/contract/vault/assistant-endpoints';
import type { InstructionCategory } from '@zavet/contract/vault/instruction-values';
import { draftOf, parseReply } from '@zavet/contract/vault/reply-rules';
import { describe, expect, it } from 'vitest';
import { conversation } from '../../../../../test/conversation-fixture.ts';
import { answerAsGuide } from './answer-as-guide.ts';
import { questionsOf } from './conversation-rules.ts';
import { guideWords } from './write-draft.ts';

const t = guideWords('ru');
const expectQuestion = (answer: string, category: InstructionCategory, index: number) => {
  const question = questionsOf(category)[index];
  expect(question).toBeDefined();
  if (question) expect(answer).toContain(t(`questions.${question}.ask`));
};

describe('the guide', () => {
  it('states once, and when asked, that it is no language model', () => {
    const say = conversation();
    expect(say('Нотариусу')).toContain(t('about.introduction'));
    expect(say('Открыть дело')).not.toContain(t('about.introduction'));
    const answer = say('Ты нейросеть?');
    expect(answer).toContain(t('about.who'));
    expectQuestion(answer, 'notary', 1);
  });

  it('asks for a category until a message names one', () => {
    const say = conversation();
    expect(say('Привет')).toContain(t('choose.ask'));
    expect(say('Ну как дела')).toContain(t('remarks.unclear'));
    expectQuestion(say('7'), 'personal', 0);
  });

  it('uses the rest of the opening message as the first answer', () => {
    const say = conversation();
    const opening = 'Нотариусу: завещание лежит в сейфе на даче, ключ у сестры';
    const answer = say(opening);
    expect(answer).toContain(t('begun.kept', { back: t('commands.back') }));
    expectQuestion(answer, 'notary', 1);
    expect(draftOf(say('готово'))).toContain(opening);
  });

  it('keeps messages from before the category was clear', () => {
    const say = conversation();
    const opening = 'Хочу рассказать, как починить старую лодку и где спрятаны вёсла';
    expect(say(opening)).toContain(t('remarks.kept_for_later'));
    expectQuestion(say('5'), 'friends', 1);
    expect(draftOf(say('готово'))).toContain(opening);
  });

  it('keeps every message from before the category was clear', () => {
    const messages = [
      'Хочу рассказать, как починить старую лодку и где спрятаны вёсла',
      'Яблони возле забора каждую осень нужно белить известью',
    ];
    const draft = draftOf(conversation()(...messages, 'друзьям', 'готово')) ?? '';
    for (const words of messages) expect(draft).toContain(words);
  });

  it('omits skipped questions from the letter and lists them', () => {
    const say = conversation();
    say('в банк', 'Закрыть счёт', 'пропустить', 'skip', 'passer', 'Первого числа');
    const answer = say('ohita');
    const draft = draftOf(answer) ?? '';
    expect(draft).not.toContain(t('questions.agency.contract.heading'));
    expect(draft).toContain(t('drafts.agency.first'));
    expect(answer).toContain(t('finished.missing', { count: 4 }));
    expect(parseReply(answer).at(-1)?.text).toContain(t('questions.agency.papers.heading'));
  });

  it('goes back and replaces the answer', () => {
    const say = conversation();
    say('родным', 'Первое слово');
    expectQuestion(say('назад'), 'relative', 0);
    say('Второе слово');
    const draft = draftOf(say('готово')) ?? '';
    expect(draft).toContain('Второе слово');
    expect(draft).not.toContain('Первое слово');
  });

  it('goes back from the first question to the choice of a category, and restarts at any time', () => {
    const say = conversation();
    say('родным');
    expect(say('назад')).toContain(t('choose.ask'));
    say('друзьям', 'Мише');
    expect(say('сначала')).toContain(t('choose.ask'));
    expectQuestion(say('юристу'), 'lawyer', 0);
  });

  it('writes no letter without answers', () => {
    const say = conversation();
    say('в церковь');
    expect(say('готово')).toContain(t('remarks.nothing_said'));
    const answer = say(...questionsOf('church').map(() => 'пропустить'));
    expect(draftOf(answer)).toBeUndefined();
    expectQuestion(answer, 'church', 0);
  });

  it('states category and addressee in its draft', () => {
    const say = conversation();
    say('Письмо дочери Анне', 'Ключи от дачи у соседки.');
    expect(parseReply(say('готово')).find(({ kind }) => kind === 'draft')?.facts).toEqual({
      title: t('letters.relative'),
      category: 'relative',
      addressee: 'Анне',
    });
    const inEnglish = conversation('en');
    inEnglish('A letter to my sister Mary', 'The keys are with Tom.');
    expect(parseReply(inEnglish('done')).find(({ kind }) => kind === 'draft')?.facts).toMatchObject(
      { category: 'relative', recipient: 'Mary' },
    );
  });

  it.each(['код от сейфа: 39-12-04', 'пин от карты четыре восемь два один'])(
    'warns about the secret in «%s» and omits it from the draft',
    (secret) => {
      const say = conversation();
      say('Письмо дочери');
      expect(say(secret).startsWith(t('secrets.password'))).toBe(true);
      say('Ключи у соседки.');
      expect(draftOf(say('готово'))).not.toContain(secret);
    },
  );

  it('warns about a secret first, does not repeat it and asks the same question again', () => {
    const say = conversation();
    say('родным', 'Всё будет хорошо', 'Позвоните Вере');
    const answer = say('Ключи в столе, пароль: Qwerty123');
    expect(answer.startsWith(t('secrets.password'))).toBe(true);
    expect(answer).not.toContain('Qwerty123');
    expectQuestion(answer, 'relative', 2);
    say('Ключи в столе');
    const draft = draftOf(say('готово')) ?? '';
    expect(draft).toContain('Ключи в столе');
    expect(draft).not.toContain('Qwerty123');
  });

  it('uses only the category of a message with a secret', () => {
    const say = conversation();
    const answer = say('В банк: закройте карту 4111 1111 1111 1111 сразу после похорон');
    expect(answer.startsWith(t('secrets.card'))).toBe(true);
    expectQuestion(answer, 'agency', 0);
  });

  it('starts a new letter after a draft', () => {
    const say = conversation();
    expect(draftOf(say('нотариусу', 'Открыть дело', 'готово'))).toContain('Открыть дело');
    const answer = say('теперь сестре');
    expectQuestion(answer, 'relative', 0);
    expect(answer).not.toContain(t('about.introduction'));
    expect(draftOf(say('Береги себя', 'готово'))).not.toContain('Открыть дело');
  });

  it('states that it cannot rewrite a draft, and continues', () => {
    const say = conversation();
    say('нотариусу', 'Открыть дело', 'готово');
    expect(say('Сделай короче')).toContain(t('remarks.unchangeable'));
    expect(say('Спасибо')).toContain(t('remarks.thanks'));
    expectQuestion(say('друзьям'), 'friends', 0);
  });

  it('ignores a message that was never answered', () => {
    const turns: ChatTurn[] = [
      { role: 'user', content: 'нотариусу' },
      { role: 'assistant', content: '…' },
      { role: 'user', content: 'Не дошло' },
    ];
    const answer = answerAsGuide({ message: 'Дошло', conversation: turns, language: 'ru' });
    expectQuestion(answer, 'notary', 1);
  });

  it('continues in another language after a change of language', () => {
    const turns: ChatTurn[] = [
      { role: 'user', content: 'нотариусу' },
      { role: 'assistant', content: '…' },
    ];
    const answer = answerAsGuide({ message: 'Открыть', conversation: turns, language: 'en' });
    expect(answer).toContain(guideWords('en')('questions.notary.office.ask'));
  });
});
