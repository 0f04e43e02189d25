/**
 * Whether a text tells a password, a PIN or a code word, rather than where it is kept: the word,
 * then at the place where it would be said something that is no ordinary word.
 */
export function tellsPassword(text: string): boolean {
  return [...text.matchAll(named)].some((match) => {
    const rest = sentenceAfter(text, match.index + match[0].length);
    const { password, pin, cvv, codeWord } = match.groups ?? {};
    if (password) return tellsAfter(rest, isPasswordLike, isDigits(4, 9));
    if (pin) return tellsAfter(rest, isDigits(4, 8), isDigits(4, 8));
    if (cvv) return tellsAfter(rest, isDigits(3, 4), isDigits(3, 4));
    return codeWord !== undefined && isSaidAlone(rest);
  });
}

const safes =
  'сейф|сигнализац|разблокировк|карт|телефон|safe|alarm|coffre|kassaskåp|kassakaa|cofre';
const words = {
  codeWord: ['кодов\\p{L}+ слов\\p{L}+', 'контрольн\\p{L}+ слов\\p{L}+', 'code word', 'kodord'],
  pin: [
    'пин(?:[ -]?код\\p{L}*)?',
    'pin(?:[ -]?(?:code|kod\\p{L}*|koodi\\p{L}*(?: on)?))?',
    'code (?:pin|confidentiel)',
    'tunnusluku\\p{L}*(?: on)?',
    'código pin',
    `код\\p{L}* (?:от |к |для )?(?:${safes})\\p{L}*`,
    `(?:${safes})\\p{L}* (?:code|combination)`,
    `(?:code|kod\\p{L}*|koodi|código) (?:du |de l[’']|till |do |for the |of the )(?:${safes})\\p{L}*`,
  ],
  cvv: ['cvv2?', 'cvc2?'],
  password: [
    'парол\\p{L}*',
    'passwords?',
    'passcodes?',
    'passphrase',
    'mots? de passe',
    'lösenord\\p{L}*',
    'salasan\\p{L}*(?: on)?',
    'senhas?',
    'palavras?-passe',
  ],
};
const groups = Object.entries(words).map(([name, forms]) => `(?<${name}>${forms.join('|')})`);
const named = new RegExp(`(?<!\\p{L})(?:${groups.join('|')})(?!\\p{L})`, 'giu');

const nearby = 80;

/** To the end of the line or of the sentence; a full stop inside of something is not its end. */
function sentenceAfter(text: string, from: number): string {
  return text.slice(from, from + nearby).split(/\n|[.!?;](?=\s|$)/)[0] ?? '';
}

type Looks = (token: string) => boolean;

/**
 * What is said right after the word, or after a sign or a verb that says «here it is»; and what
 * ends the sentence a few words later.
 */
function tellsAfter(rest: string, looks: Looks, looksAfterSign: Looks): boolean {
  const tokens = rest.split(/\s+/).filter((token) => token !== '');
  const signs = /^\s*[:=—–-]|(?<=\p{L})[:=](?!\/\/)|\s(?:[-—–=]|это|is|est|är|é)(?=\s)/giu;
  const afterSigns = [...rest.matchAll(signs)].map(({ 0: sign, index }) => {
    const [next = ''] = rest
      .slice(index + sign.length)
      .trimStart()
      .split(/\s+/);
    return bare(next);
  });
  if (afterSigns.some((token) => looks(token) || looksAfterSign(token))) return true;
  if (looks(bare(tokens[0] ?? ''))) return true;
  const last = bare(tokens.at(-1) ?? '');
  return tokens.length <= 4 && last.length >= 4 && looks(last) && !isYear(last);
}

/** A single word after the name of a code word is the word. */
function isSaidAlone(rest: string): boolean {
  return /^\s*[:=—–-]\s*\S{3,}\s*$/u.test(rest) || /^\s*[:=—–-]?\s*[«"“']\S+[»"”']/u.test(rest);
}

function bare(token: string): string {
  return token.replace(/^[«"“'(]+|[»"”'),;:.]+$/gu, '');
}

/** Letters with digits, or signs that words do not have; not an ordinal, an address or a program. */
function isPasswordLike(token: string): boolean {
  if (token.length < 4 || harmless.some((pattern) => pattern.test(token))) return false;
  return (/\p{L}/u.test(token) && /\d/.test(token)) || /[!@#$%^&*_=~]/.test(token);
}

const harmless = [
  /^\d+(?:[-:]\p{L}{1,3}|st|nd|rd|th|er|ème|º|ª)$/iu,
  /^\p{L}{1,5}(?:\.№?|№)\d{1,3}$/iu,
  /^\d{1,3}\p{L}$/iu,
  /^\S+@\S+\.\S+$/,
  /^(?:https?:|www\.)/i,
  /^(?:1password|keepass|lastpass|bitwarden|icloud|dashlane|nordpass)/i,
];

function isDigits(least: number, most: number): Looks {
  return (token) => /^\d+$/.test(token) && token.length >= least && token.length <= most;
}

function isYear(token: string): boolean {
  return /^(?:19|20)\d\d$/.test(token);
}
