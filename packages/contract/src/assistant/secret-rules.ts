export const secretKinds = ['password', 'card', 'key', 'state_secret'] as const;
export type SecretKind = (typeof secretKinds)[number];

/** What a text seems to give away that should not be typed into a chat or kept in an instruction. */
export function secretsIn(text: string): SecretKind[] {
  return secretKinds.filter((kind) => looksLike[kind](text));
}

const looksLike: Record<SecretKind, (text: string) => boolean> = {
  password: (text) => passwordSaid.test(text),
  card: (text) => [...text.matchAll(/\d(?:[ -]?\d){12,18}/g)].some(([digits]) => isCard(digits)),
  key: (text) => keyBlock.test(text) || longSecret.test(text),
  state_secret: (text) => stateSecret.test(text),
};

const passwordWords = [
  'парол[ьяею]\\p{L}*',
  'пин-?код\\p{L}*',
  'кодов\\p{L}+ слов\\p{L}+',
  'passwords?',
  'passcode',
  'pin(?: code)?',
  'cvv|cvc',
  'mot de passe',
  'lösenord\\p{L}*',
  'salasana\\p{L}*',
  'senha',
  'palavra-passe',
];

/** The word, then a sign that says «here it is», then something that is no ordinary word. */
const passwordSaid = new RegExp(
  `(?<!\\p{L})(?:${passwordWords.join('|')})(?!\\p{L})[^\\n.!?]{0,30}?[:=—–-]\\s*["«“']?(?=\\S*[\\d!@#$%^&*_])\\S{4,}`,
  'iu',
);

const keyBlock = /-----BEGIN [A-Z ]*PRIVATE KEY-----|(?<!\p{L})(?:seed|сид)[ -]?(?:phrase|фраз)/iu;
/** A long run of letters and digits without a pause, as access keys are. */
const longSecret = /(?<![\w/.-])(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])[\w+/-]{32,}={0,2}/;

const stateSecret =
  /совершенно секретно|особой важности|гостайн|государственн\p{L}+ тайн|top secret|state secret|secret[- ]d[ée]fense|secret d['’]état|statshemlighet|kvalificerat hemlig|valtiosalaisu|erittäin salainen|segredo de estado|ultrassecreto/iu;

/** The check digit of payment cards. */
function isCard(text: string): boolean {
  const digits = [...text].filter((sign) => sign >= '0' && sign <= '9').map(Number);
  const sum = digits
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit : doubled(digit)))
    .reduce((total, digit) => total + digit, 0);
  return digits.some((digit) => digit !== digits[0]) && sum % 10 === 0;
}

function doubled(digit: number): number {
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
