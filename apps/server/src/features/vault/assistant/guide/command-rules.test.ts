import { existsSync, readFileSync } from 'node:fs';
import { locales } from '@zavet/contract/locales';
import { describe, expect, it } from 'vitest';
import { commandIn, isChangeRequest, isThanks } from './command-rules.ts';
import { guideWords } from './write-draft.ts';

/** Labels of the buttons below the chat; a locale may lack them. */
const buttons = locales.flatMap((locale) => {
  const file = new URL(
    `../../../../../../../packages/locales/${locale}/assistant.json`,
    import.meta.url,
  );
  return existsSync(file) ? [{ locale, words: JSON.parse(readFileSync(file, 'utf8')).quick }] : [];
});

describe('a command', () => {
  it.each(buttons)('is recognized by the label of its button in $locale', ({ words }) => {
    for (const command of ['skip', 'back', 'finish'] as const) {
      expect(commandIn(words[command])).toBe(command);
    }
  });

  it.each(locales)('is recognized in the wording that the guide explains in %s', (locale) => {
    const t = guideWords(locale);
    for (const command of ['skip', 'back', 'restart', 'finish', 'help'] as const) {
      expect(commandIn(t(`commands.${command}`))).toBe(command);
    }
  });

  it.each([
    ['«Пропустить».', 'skip'],
    ['—', 'skip'],
    ['–', 'skip'],
    ['--', 'skip'],
    ['...', 'skip'],
    [' - ', 'skip'],
    ['НАЗАД', 'back'],
    ['börja om!', 'restart'],
    ['c’est tout', 'finish'],
    ['?', 'help'],
    ['Помощь?', 'help'],
    ['Aide ?', 'help'],
  ])('is recognized in «%s» regardless of punctuation: %s', (message, command) => {
    expect(commandIn(message)).toBe(command);
  });

  it.each([
    'Назад в деревню',
    'Всё готово к продаже дачи',
    'Сначала позвоните сестре',
    'Я не знаю, где ключи',
    'Next of kin: Anna',
    'Backup',
    'Passeport dans le tiroir',
    'Klara',
    'Valmistuminen',
    'Prontuário',
    'Helper',
    'нет',
    '❤️',
    '👍',
    '!!!',
    '- Анне',
    '... и ещё дача',
    'Кто? Вы',
  ])('is not recognized in «%s», which only contains one', (message) => {
    expect(commandIn(message)).toBeUndefined();
  });
});

describe('a question about the identity of the guide', () => {
  it.each([
    ['it does not address the guide', 'Робот-пылесос?'],
    ['it asks the guide about another matter', 'Вы знаете адрес?'],
    ['the machine is named before «это»', 'Робот — это подарок?'],
    ['it is not a question', 'Вы хороший человек'],
    ['it addresses the reader of the letter', 'Вы должны позвонить человеку из банка'],
    ['«ты» only begins a word', 'Тысяча за робот?'],
    ['«вы» only begins a word', 'Выключать ли робот?'],
    ['«это» only begins a word', 'Этот робот — кому?'],
    ['“are you” only begins a word', 'Where are your robots?'],
    ['«är du» only begins a word', 'Är duvan en robot?'],
    ['«ии» only begins a word', 'Это Иисус на иконе?'],
    ['«бот» only begins a word', 'Это ботинки отца?'],
    ['«человек» only begins a word', 'Это передать человеку из банка?'],
    ['«модель» only begins a word', 'Это модельер?'],
    ['«машина» only begins a word', 'Это машинами возить?'],
    ['«программа» only begins a word', 'Это программами делать?'],
    ['“ai” only begins a word', 'Is this Aino?'],
    ['“bot” only begins a word', 'Is this bottle for Anna?'],
    ['“model” only begins a word', 'Is this modelling clay?'],
    ['«ia» only begins a word', 'C’est Ian ?'],
  ])('is not recognized when %s: «%s»', (_, message) => {
    expect(commandIn(message)).toBeUndefined();
  });

  it('has at most a hundred characters: longer messages are answers', () => {
    expect(commandIn('Вы робот?'.padEnd(100, '!'))).toBe('who');
    expect(commandIn('Вы робот?'.padEnd(101, '!'))).toBeUndefined();
  });
});

describe('a change request', () => {
  it('is recognized within the first five words', () => {
    expect(isChangeRequest('Во втором абзаце надо заменить имя')).toBe(true);
    expect(isChangeRequest('Напишите сестре, что крышу надо заменить')).toBe(false);
  });

  it.each([
    'Письмо жене',
    'The next one is for my bank',
    'Неисправный кран на даче',
    'Unchanged since May',
    'Editor of the parish paper',
    'Address of my bank',
    'Fixtures in the kitchen',
    'Byte av bank',
    'Mudei de banco em maio',
    'Tires are in the garage',
    'It was made in Paris',
  ])('is not recognized in «%s»', (message) => {
    expect(isChangeRequest(message)).toBe(false);
  });
});

describe('thanks', () => {
  it.each([
    'Спасибо!',
    'Благодарю вас',
    'Thanks a lot',
    'Merci beaucoup',
    'tack så mycket',
    'Kiitos paljon',
    'Kiitti!',
    'Muito obrigada',
    'Спасибо вам за помощь',
  ])('are recognized in «%s»', (message) => {
    expect(isThanks(message)).toBe(true);
  });

  it.each([
    'Скажите спасибо моей сестре Анне',
    'Письмо жене',
    'Mercier, mon notaire',
    'Tacka Anna',
    'Неблагодарный брат',
  ])('are not recognized in «%s»', (message) => {
    expect(isThanks(message)).toBe(false);
  });
});
