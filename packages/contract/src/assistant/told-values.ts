/** Ways in which digits are written so that they are meant one by one. */
const digitRun = /^\d(?:[ \u00a0.\-–—_/]{0,2}\d)*(?![\p{L}\d])/u;
const digitWords = [
  'ноль|нуль|один|единица|два|двойка|три|четыре|пять|шесть|семь|восемь|девять',
  'zero|oh|one|two|three|four|five|six|seven|eight|nine',
  'zéro|un|deux|trois|quatre|cinq|sept|huit|neuf',
  'noll|ett|två|tre|fyra|fem|sex|sju|åtta|nio',
  'nolla|yksi|kaksi|kolme|neljä|viisi|kuusi|seitsemän|kahdeksan|yhdeksän',
  'um|dois|duas|três|quatro|cinco|seis|sete|oito|nove',
].join('|');
const spelledRun = new RegExp(
  `(?<!\\p{L})(?:(?:${digitWords})[\\s,\\-–—]+){2,}(?:${digitWords})(?!\\p{L})`,
  'iu',
);

/** How many digits a text begins with, however they are set apart; none where letters follow. */
export function leadingDigits(text: string): number {
  const [run] = digitRun.exec(text) ?? [];
  return run ? run.replace(/\D/g, '').length : 0;
}

/** «четыре восемь два один»: no other sentence has three of them in a row. */
export function holdsSpelledDigits(text: string): boolean {
  return spelledRun.test(text);
}

/** «12.03.2021»: more often a day than a secret. */
export function beginsWithDate(text: string): boolean {
  return /^(?:\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d|\d{1,2}-\d{1,2}-(?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2})(?!\d)/.test(
    text,
  );
}

export function isYear(token: string): boolean {
  return /^(?:19|20)\d\d$/.test(token);
}

/** Without quotation marks and without what ends a clause. */
export function bare(token: string): string {
  return token.replace(/^[«"“„‚‘'’(<`]+|[»"”“’'),;:.!?>`]+$/gu, '');
}

/** Letters with digits, or signs that words do not have; not an ordinal, an address or a program. */
export function isJumble(token: string): boolean {
  if (token.length < 4 || harmless.some((form) => form.test(token))) return false;
  return (/\p{L}/u.test(token) && /\d/.test(token)) || /[@#$%^&*_=~+]|[!?]\p{L}|\\/u.test(token);
}

const harmless = [
  // «12-я», «3rd», «2:a»
  /^\d+(?:[-:]\p{L}{1,4}|st|nd|rd|th|er|ère|ème|e|º|ª|°)$/iu,
  // «стр.12», «№14», «кв.5», «p.12»
  /^\p{L}{0,6}[.№#]{1,2}\d{1,4}$/iu,
  /^\d{1,3}\p{L}$/iu,
  /^\p{L}\d{1,3}$/iu,
  /^\d+(?:мм|см|м|кг|г|мб|гб|руб|р|лет|kg|cm|mm|mb|gb|eur|usd|kr|€|\$|%)$/iu,
  /^[€$£]\d+$/,
  /^\S+@\S+\.\S+$/,
  /^(?:https?:|www\.)/i,
  /^[\w-]+\.(?:txt|docx?|xlsx?|pdf|kdbx|jpg|png|zip)$/i,
  /^(?:1password|keepass|lastpass|bitwarden|icloud|dashlane|nordpass|iphone|ipad|wi-?fi|windows|office|galaxy|redmi|s\d\d)/i,
  /^\+?\d[\d()-]{8,}$/,
];
