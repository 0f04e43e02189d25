import { describe, expect, it } from 'vitest';
import { containsKey } from './secret-rules.ts';

const twelve =
  'abandon ability able about above absent absorb abstract absurd abuse access accident';
const words = twelve.split(' ');

describe('private key', () => {
  it.each([
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----BEGIN OPENSSH PRIVATE KEY-----',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----',
  ])('is detected in %s', (block) => {
    expect(containsKey(`вот он: ${block}`)).toBe(true);
  });

  it.each(['-----BEGIN PUBLIC KEY-----', '-----BEGIN CERTIFICATE-----', 'PRIVATE KEY'])(
    'is not detected in %s',
    (block) => expect(containsKey(block)).toBe(false),
  );
});

describe('seed phrase', () => {
  it.each([
    'seed phrase',
    'Seed-phrase',
    'seedphrase',
    'recovery words',
    'backup word',
    'mnemonic phrase',
    'secret phrase',
    'сид-фраза',
    'сид фраза',
    'seed фраза',
    'мнемоническая фраза',
    'секретная фраза',
    'резервную фразу',
    'сидфраза',
    'одна из сид-фраз',
    'фраза восстановления',
    'фразой восстановления',
    'phrase de récupération',
    'mots de récupération',
    'phrase secrète',
    'mots secrète',
    'återställningsfras',
    'återställningsorden',
    'seedfras',
    'seed-frasen',
    'palautuslause',
    'palautussanat',
    'siemenlause',
    'siemensanat',
    'frase de recuperação',
    'palavras de recuperação',
    'frase semente',
    'frase-secreta',
  ])('is detected after «%s»', (name) => {
    expect(containsKey(`${name}: ${twelve}, это всё, не потеряй 1 2 3`)).toBe(true);
  });

  const short = 'act able about above absent absorb abstract absurd abuse access acid add';

  it.each([' ', ': ', ' = ', ' — ', '–', ':', '=', '—'])(
    'is detected after its name and «%s»',
    (sign) => {
      expect(containsKey(`Моя seed phrase${sign}${short}. Храни её`)).toBe(true);
    },
  );

  it.each([
    ['without spaces', words.map((word, index) => `${index + 1}.${word}`).join(',')],
    ['in lines', words.join('\n')],
    ['with commas', words.join(', ')],
    ['with numbers', words.map((word, index) => `${index + 1}. ${word}`).join(' ')],
    ['with numbers in brackets', words.map((word, index) => `${index + 1}) ${word}`).join('\n')],
    ['with accents', words.map((word) => word.replace('a', 'á')).join(' ')],
  ])('is detected after the name %s', (_, written) => {
    expect(containsKey(`Моя сид-фраза такая:\n${written}\nхрани её`)).toBe(true);
  });

  it('is detected if its name runs into its numbers', () => {
    const written = words.map((word, index) => `${index + 1}.${word}`).join(' ');
    expect(containsKey(`Моя seed phrase${written}`)).toBe(true);
  });

  it('is detected alone in a message with twelve or twenty-four words', () => {
    expect(containsKey(twelve)).toBe(true);
    expect(containsKey(`  ${words.join(',\n')} `)).toBe(true);
    expect(containsKey(words.map((word, index) => `${index + 1}. ${word}`).join('\n'))).toBe(true);
    expect(containsKey(`${twelve} ${twelve}`)).toBe(true);
  });

  it.each([
    ['1.', words.map((word, index) => `${index + 1}.${word}`).join(' ')],
    ['01.', words.map((word, index) => `${String(index + 1).padStart(2, '0')}. ${word}`).join(' ')],
    ['10)', words.map((word, index) => `${index + 10}) ${word}`).join(', ')],
  ])('is detected alone in a message with numbers such as «%s»', (_, written) => {
    expect(containsKey(written)).toBe(true);
  });

  it('is detected alone only in messages of up to 400 characters', () => {
    expect(containsKey(twelve.padEnd(400, '\n'))).toBe(true);
    expect(containsKey(twelve.padEnd(401, '\n'))).toBe(false);
  });

  it.each([
    ['eleven words', words.slice(1).join(' ')],
    ['thirteen words', `${twelve} acid`],
    ['a word of two letters', twelve.replace('able', 'ab')],
    ['a word of nine letters', twelve.replace('able', 'abandoned')],
    ['a capital letter', twelve.replace('able', 'Able')],
    ['a number inside of a word', twelve.replace('able about', 'able3)about')],
    ['an ordinary sentence', twelve.replace('able', 'the')],
    ['twice as many as a wallet has', `${twelve} ${twelve} ${twelve}`],
  ])('is not detected in %s', (_, text) => {
    expect(containsKey(text)).toBe(false);
  });

  it('is not detected with fewer than twelve words after its name', () => {
    expect(containsKey('Сид-фраза лежит в сейфе.')).toBe(false);
    expect(containsKey(`seed phrase: ${words.slice(1).join(' ')} — 11`)).toBe(false);
    expect(containsKey(`Вот моя seed phrase ${words.slice(1).join(' ')}. Храни`)).toBe(false);
  });

  it('is not detected if the twelfth word is too long', () => {
    expect(containsKey(`seed phrase: ${words.slice(1).join(' ')} abandoning.`)).toBe(false);
  });

  it('is not detected in an ordinary sentence after its name', () => {
    const sentence = 'please look for the safe and take what lies with her old letters';
    expect(containsKey(`seed phrase: ${sentence} 1`)).toBe(false);
  });

  it('is only searched near its name', () => {
    const far = '. '.repeat(200);
    expect(containsKey(`seed phrase ${far} ${twelve} 1`)).toBe(false);
    expect(containsKey(`${twelve}${'!'.repeat(400)}`)).toBe(false);
  });

  it.each(['seed phrase', 'сид-фразами', 'återställningsorden', 'seed-frasen', 'palautussanat'])(
    'is searched in the 400 characters after «%s»',
    (name) => {
      expect(containsKey(`Моя ${name}${short.padStart(400, '\n')}`)).toBe(true);
      expect(containsKey(`Моя ${name}${short.padStart(401, '\n')}`)).toBe(false);
    },
  );

  it('is searched after the first twenty mentions', () => {
    const mention = `Seed phrase${'. '.repeat(250)}`;
    expect(containsKey(`${mention.repeat(19)} seed phrase: ${short}.`)).toBe(true);
    expect(containsKey(`${mention.repeat(20)} seed phrase: ${short}.`)).toBe(false);
  });
});

describe('access key', () => {
  const hex = '0123456789abcdef'.repeat(4);

  it.each([
    ['64 hexadecimal digits', hex],
    ['the same in capitals', hex.toUpperCase()],
    ['the same after 0x', `0x${hex}`],
    ['sk-', `sk-${'a'.repeat(16)}`],
    ['sk_live_', `sk_live_${'a'.repeat(10)}`],
    ['rk_test_', `rk_test_${'a'.repeat(10)}`],
    ['ghp_', `ghp_${'a'.repeat(20)}`],
    ['gho_', `gho_${'a'.repeat(20)}`],
    ['github_pat_', `github_pat_${'a'.repeat(20)}`],
    ['glpat-', `glpat-${'a'.repeat(16)}`],
    ['xoxb-', `xoxb-${'a'.repeat(10)}`],
    ['AKIA', `AKIA${'A1'.repeat(8)}`],
    ['AIza', `AIza${'a'.repeat(30)}`],
    ['a signed token', `eyJ${'a'.repeat(10)}.eyJ${'a'.repeat(10)}`],
    ['xprv', `xprv${'a'.repeat(50)}`],
    ['a key of a wallet', `5${'K'.repeat(50)}`],
    ['a key of a wallet, longer', `L${'K'.repeat(51)}`],
  ])('is detected in %s', (_, key) => {
    expect(containsKey(`вот: ${key} .`)).toBe(true);
  });

  it.each([
    ['63 hexadecimal digits', hex.slice(1)],
    ['65 hexadecimal digits', `${hex}0`],
    ['a short sk-', `sk-${'a'.repeat(15)}`],
    ['a short sk_live_', `sk_live_${'a'.repeat(9)}`],
    ['a short ghp_', `ghp_${'a'.repeat(19)}`],
    ['a short glpat-', `glpat-${'a'.repeat(15)}`],
    ['a short xoxb-', `xoxb-${'a'.repeat(9)}`],
    ['a short AKIA', `AKIA${'A'.repeat(15)}`],
    ['a short AIza', `AIza${'a'.repeat(29)}`],
    ['a short signed token', `eyJ${'a'.repeat(9)}.eyJ${'a'.repeat(10)}`],
    ['a short xprv', `xprv${'a'.repeat(49)}`],
    ['a word that ends like one', `ask-${'a'.repeat(16)}`],
    ['a long word', 'a'.repeat(80)],
  ])('is not detected in %s', (_, text) => {
    expect(containsKey(`вот: ${text} .`)).toBe(false);
  });

  const jumbled = 'aB3dE5fG7hJ9';

  it.each([
    'api key',
    'API-key:',
    'апи ключ —',
    'access token =',
    'secret key',
    'приватный ключ:',
    'секретный ключ',
    'токен',
    'license key',
    'лицензионный ключ',
    'nyckel',
    'avain',
    'jeton',
    'clé API :',
    'La clé secrète :',
    'clé :',
    'Chave de acesso:',
    'chave',
    'ключ от сервера:',
    'зашёл с ключом:',
    'clé d’accès :',
    'ключ  от  сервера:',
    'ключ: ',
  ])('is detected as mixed letters and digits after «%s»', (name) => {
    expect(containsKey(`${name} ${jumbled}`)).toBe(true);
    expect(containsKey(`${name} "${jumbled}"`)).toBe(true);
  });

  it('is not detected in other things called a key', () => {
    expect(containsKey('ключ лежит под ковриком')).toBe(false);
    expect(containsKey('ключ: Хозяйственный2024')).toBe(false);
    expect(containsKey(`токен ${jumbled.slice(0, 11)}`)).toBe(false);
    expect(containsKey('api key: documentation')).toBe(false);
    expect(containsKey('api key: Documentation2024')).toBe(false);
    expect(containsKey(`ключ от старого сервера у брата: ${jumbled}`)).toBe(false);
  });

  it('is detected in groups', () => {
    expect(containsKey('ключ: aB3d-E5fG-7hJ9')).toBe(true);
  });

  it('needs more than seven alternations in twenty characters', () => {
    expect(containsKey('ключ: abcDEF12ghiJK34lmnO5')).toBe(true);
    expect(containsKey('ключ: abcDEF12ghiJK34lmnOP')).toBe(false);
  });

  it('needs capitals, lower case and digits', () => {
    expect(containsKey('ключ: a1b2c3d4e5f6')).toBe(false);
    expect(containsKey('ключ: A1B2C3D4E5F6')).toBe(false);
    expect(containsKey('ключ: aBcDeFgHiJkL')).toBe(false);
  });

  it('is detected as a long mixed run without a name', () => {
    const run = jumbled.repeat(3).slice(0, 32);
    expect(containsKey(`запиши ${run}`)).toBe(true);
    expect(containsKey(`запиши ${run}==`)).toBe(true);
    expect(containsKey(`запиши ${run.slice(0, 31)}`)).toBe(false);
    expect(containsKey('Averylongnameofsomethinginoneword2024')).toBe(false);
  });

  it('is not detected in an address or a similar ending', () => {
    const run = jumbled.repeat(3);
    for (const site of ['https://example.org', 'http://example.org', 'www.example.org']) {
      expect(containsKey(`${site}/${run}`)).toBe(false);
      expect(containsKey(`Папка: ${site}/open?id=${run}`)).toBe(false);
      expect(containsKey(`Папка: ${site}/open?id=${run} и ${run}`)).toBe(true);
    }
    expect(containsKey(`файл.${run}`)).toBe(false);
  });
});
