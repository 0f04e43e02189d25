import { existsSync, readFileSync } from 'node:fs';
import { locales } from '@zavet/contract/locales';
import { describe, expect, it } from 'vitest';
import { asksForChange, commandIn, saysThanks } from './command-rules.ts';
import { guideWords } from './guide-words.ts';

/** The words on the buttons below the chat; a locale may not have them yet. */
const buttons = locales.flatMap((locale) => {
  const file = new URL(
    `../../../../../../packages/locales/${locale}/assistant.json`,
    import.meta.url,
  );
  return existsSync(file) ? [{ locale, words: JSON.parse(readFileSync(file, 'utf8')).quick }] : [];
});

describe('a command', () => {
  it.each(buttons)('is understood as its button says it in $locale', ({ words }) => {
    for (const command of ['skip', 'back', 'finish'] as const) {
      expect(commandIn(words[command])).toBe(command);
    }
  });

  it.each(locales)('is understood as the guide explains it in %s', (locale) => {
    const t = guideWords(locale);
    for (const command of ['skip', 'back', 'restart', 'finish', 'help'] as const) {
      expect(commandIn(t(`commands.${command}`))).toBe(command);
    }
  });

  it.each([
    ['«Пропустить».', 'skip'],
    ['Hoppa över', 'skip'],
    ['próxima', 'skip'],
    ['—', 'skip'],
    ['НАЗАД', 'back'],
    ['takaisin', 'back'],
    ['Начать сначала', 'restart'],
    ['börja om!', 'restart'],
    ['c’est tout', 'finish'],
    ['Готово', 'finish'],
    ['?', 'help'],
    ['Ты нейросеть?', 'who'],
    ['Are you a language model?', 'who'],
    ['Êtes-vous un humain ?', 'who'],
    ['Oletko tekoäly?', 'who'],
    ['кто ты', 'who'],
  ])('is heard in «%s»: %s', (message, command) => {
    expect(commandIn(message)).toBe(command);
  });

  it.each([
    'Назад в деревню',
    'Всё готово к продаже дачи',
    'Вы должны позвонить человеку из банка',
    'нет',
    '❤️',
    'Сначала позвоните сестре',
  ])('is not heard in «%s»', (message) => {
    expect(commandIn(message)).toBeUndefined();
  });
});

it.each(['Сделай короче', 'Please make it shorter', 'Ajoutez une phrase', 'Ta bort det sista'])(
  'hears in «%s» that a draft is to be changed',
  (message) => {
    expect(asksForChange(message)).toBe(true);
  },
);

it.each(['Письмо жене', 'The next one is for my bank'])('hears no change in «%s»', (message) => {
  expect(asksForChange(message)).toBe(false);
});

it.each(['Спасибо!', 'Merci beaucoup', 'tack så mycket'])('hears thanks in «%s»', (message) => {
  expect(saysThanks(message)).toBe(true);
});
