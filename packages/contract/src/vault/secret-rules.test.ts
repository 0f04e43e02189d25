import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { findMentions, maxNames, maxSeparators } from './password-rules.ts';
import { findSecrets } from './secret-rules.ts';

describe('password', () => {
  it.each([
    'пароль: Qwerty123',
    'Пароль от телефона: Qwerty123',
    'Пароль от почты — Mama_1975',
    'мой пароль Qwerty123, запомни',
    'пароль от почты Qwerty123',
    'Пароль от почты:Qwerty123',
    'пароль: 123456',
    'Логин ivan, пароль «abc123»',
    'The password is hunter2!',
    'password=Tr0ub4dor&3',
    'Le mot de passe : Soleil2024',
    'Lösenordet är Sommar22',
    'Salasana on Kissa123',
    'A senha é Gato2020',
  ])('is detected in «%s»', (text) => {
    expect(findSecrets(text)).toEqual(['password']);
  });

  it.each([
    'пароль от телефона лежит в сейфе',
    'Пароли — в синей тетради, вторая полка',
    'Пароль: записан в блокноте на странице 12',
    'Пароли: 1Password, доступ есть у жены',
    'Пароль знает жена, +7-912-345-67-89',
    'Пароль: 12-я страница красной книги',
    'Пароль спросите у ivan@example.org',
    'Пароль от iPhone14 лежит в конверте',
    'Пароли: https://example.org/where2look',
    'The passwords are in the safe, box 12B',
    'Les mots de passe sont dans le coffre',
    'Lösenorden ligger i kassaskåpet',
    'Salasanat ovat kassakaapissa',
    'As senhas estão no cofre',
  ])('is not detected in «%s»', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

describe('PIN or code word', () => {
  it.each([
    'пин-код 4821',
    'ПИН-код карты 1234',
    'PIN: 0000',
    'код от сейфа: 482100',
    'Le code PIN est 1234',
    'PIN-koodi on 4821',
    'CVV 123',
    'Кодовое слово: Ромашка',
    'Кодовое слово «ромашка»',
  ])('is detected in «%s»', (text) => {
    expect(findSecrets(text)).toEqual(['password']);
  });

  it.each([
    'ПИН-код в конверте 2023 года',
    'пин-код записан в тетради',
    'Кодовое слово лежит в банковской ячейке',
    'Код домофона у соседки',
  ])('is not detected in «%s»', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

describe('card', () => {
  it.each([
    'карта 4111 1111 1111 1111',
    '4111111111111111',
    'Мир 2200 7001 2345 6781, срок 12/27',
    '5555-5555-5555-4444',
    '3782 822463 10005',
    '4111.1111.1111.1111',
    '4111–1111–1111–1111',
    'карта\n4111 1111\n1111 1111',
    'номер 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  ])('is detected in «%s»', (text) => {
    expect(findSecrets(text)).toEqual(['card']);
  });

  it.each([
    ['a tax number', 'ИНН 500100732259'],
    ['a phone', '8 (912) 345-67-89'],
    ['two phones', '89123456789 89123456780'],
    ['an account', 'счёт 40817810099910004312'],
    ['an account in groups', '4111 1111 1111 1111 0000'],
    ['an international account', 'FR76 3000 6000 0112 3456 7890 189'],
    ['a company’s number', 'ОГРН 1027700132195'],
    ['a health policy with its check digit', 'полис ОМС № 5000 0000 0000 0009'],
    ['a pension number', 'СНИЛС 112-233-445 95'],
    ['a number with a wrong check digit', '4111 1111 1111 1112'],
  ])('is not detected in %s', (_, text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

describe('key', () => {
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

  it.each([
    '-----BEGIN RSA PRIVATE KEY-----',
    `Сид-фраза: ${phrase}`,
    `seed phrase: ${phrase}`,
    'токен sk-proj-4fJ2kL9xQ7vB1nM5tR8wZ3yH6dS0aG',
    '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
    phrase,
    `${phrase} ${phrase}`,
    `Frase de recuperação: ${phrase}`,
    `Palautussanat\n${phrase}`,
    `1. ${phrase.split(' ').join('\n3. ')}`,
    '-----BEGIN PGP PRIVATE KEY BLOCK-----',
    'AWS: AKIAIOSFODNN7EXAMPLE',
    'ключ API — 9f8A7c6B5d4E3f2A1b0C',
  ])('is detected in «%s»', (text) => {
    expect(findSecrets(text)).toEqual(['key']);
  });

  it.each([
    'Сид-фраза выбита на пластине, пластина в сейфе',
    'Seed phrase: it is on a steel plate in the safe, under the blue box with letters',
    'D:/Documents/Legacy-2023/Insurance-Policy-Number-4',
    'https://docs.example.org/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUv/edit',
    'Генерал-лейтенантДальневосточногоВоенногоОкруга2023',
    'Please give the silver watch and the letters from Paris with love always',
    'Ключ от квартиры лежит под ковриком',
    'The key to the garden shed hangs behind the kitchen door next to the clock',
  ])('is not detected in «%s»', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

describe('state secret', () => {
  it.each([
    'Папка с грифом «секретно»',
    'гриф секретности',
    'Гриф: секретно',
    'Гриф  «секретно», с двумя пробелами',
    'Грифом "особой важности"',
    'Под грифом “секретно”',
    'Совершенно секретно',
    'это гостайна',
    'СЕКРЕТНО',
    'папка ОСОБОЙ ВАЖНОСТИ',
    'state secrets',
    'a State Secret.',
    'secret défense',
    'secret-defense',
    "des secrets d'état",
    'en statshemlighet',
    'kvalificerat hemlig',
    'ERITTÄIN SALAINEN',
    'um segredo de estado',
    'segredos de estado',
    'documento ultrassecreto',
    'Сведения, составляющие государственную тайну',
    'Marked TOP SECRET',
    'un secret d’État',
    'valtiosalaisuus',
  ])('is detected in «%s»', (text) => {
    expect(findSecrets(text)).toEqual(['state_secret']);
  });

  it.each([
    'Документы особой важности — в сейфе',
    'my top secret recipe',
    'Это наш секрет',
    'state secretary',
    'НЕСЕКРЕТНО',
    'СЕКРЕТНОСТЬ переписки',
    'секретно от жены',
    'грифы и секреты',
  ])('is not detected in «%s»', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

test('finds nothing in ordinary sentences of any length', () => {
  const word = fc.constantFrom(
    'пароль',
    'сейф',
    'в',
    'лежит',
    'card',
    'у',
    'жены',
    'PIN',
    ':',
    '—',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), (words) => {
      expect(findSecrets(words.join(' '))).toEqual([]);
    }),
  );
});

test('returns all kinds of a text', () => {
  expect(findSecrets('карта 4111111111111111, пин-код 4821')).toEqual(['password', 'card']);
});

test('bounds the work for a message that consists of names and separators', () => {
  for (const piece of [
    'пароль ',
    'пароль - ',
    'pin: ',
    'код от сейфа = ',
    'password is ',
    'pin-',
  ]) {
    for (const length of [1_000, 20_000, 100_000]) {
      const mentions = findMentions(piece.repeat(length / piece.length));
      expect(mentions.length).toBeLessThanOrEqual(maxNames);
      const separators = mentions.flatMap((mention) => mention.separators);
      expect(separators.length).toBeLessThanOrEqual(maxNames * maxSeparators);
      expect(Math.max(...mentions.map(({ rest }) => rest.length))).toBeLessThanOrEqual(110);
    }
  }
});
