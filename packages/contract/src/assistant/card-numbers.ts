/** Whether a payment card's number stands in a text. Phones, tax numbers and accounts are none. */
export function hasCardNumber(text: string): boolean {
  return [...text.matchAll(candidates)].some(({ 0: found, index }) => {
    const digits = found.replace(/\D/g, '');
    return isOfScheme.test(digits) && hasCheckDigit(digits) && !isPolicy(text.slice(0, index));
  });
}

/** In one run, in the groups that are printed on cards, or digit by digit; not a piece of something longer. */
const gap = '[ \\u00a0\\u202f.\\-–—/\\n]{1,2}';
const candidates = new RegExp(
  `(?<![\\p{L}\\d]|\\d[ .-])(?:\\d{13,19}|\\d{4}(?:${gap}\\d{4}){3}(?:${gap}\\d{3})?|\\d{4}${gap}\\d{6}${gap}\\d{5}|\\d(?:[ .-]\\d){12,18})(?!\\d|[ \\u00a0.-]\\d{4}|[ .-]\\d(?!\\d))`,
  'gu',
);

/** Visa, Mir, Mastercard, Maestro and UnionPay, American Express, JCB. */
const isOfScheme =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|220[0-4]\d{12,15}|(?:5[1-5]|2[2-7])\d{14}|(?:5[06-9]|6)\d{14,18}|3[47]\d{13}|35\d{14})$/;

/** Numbers of insurance policies can look the same, check digit included. */
function isPolicy(before: string): boolean {
  return /(?:полис|омс|policy|police|försäkring|vakuutus|apólice)[^.\n]{0,30}$/iu.test(before);
}

function hasCheckDigit(text: string): boolean {
  const digits = [...text].map(Number);
  const sum = digits
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit : doubled(digit)))
    .reduce((total, digit) => total + digit, 0);
  return digits.some((digit) => digit !== digits[0]) && sum % 10 === 0;
}

function doubled(digit: number): number {
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
