/**
 * Domains of common providers. Shorter ones are left out, because too many domains resemble them.
 */
const mailDomains = [
  'gmail.com',
  'yandex.ru',
  'mail.ru',
  'inbox.ru',
  'list.ru',
  'rambler.ru',
  'icloud.com',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'proton.me',
];

/** Existing domains that look like a typo of another. */
const otherDomains = new Set([
  'mail.com',
  'email.com',
  'email.ru',
  'ymail.com',
  'fmail.com',
  'gmx.com',
  'mail.ua',
  'mail.rs',
  'mail.bg',
  'mail.by',
  'mail.kz',
  'yandex.com',
  'yandex.ua',
  'yandex.by',
  'yandex.kz',
  'hotmail.co',
  'yahoo.co',
]);

/** Look-alike letters of the other keyboard layout. */
const latinLookAlikes: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  к: 'k',
  м: 'm',
  т: 't',
  г: 'r',
  и: 'u',
};

const knownTypos: Record<string, string> = { 'gmail.ru': 'gmail.com', 'icloud.ru': 'icloud.com' };

/** Returns the probable address if the domain looks like a mistyped common one. */
export function suggestEmail(address: string): string | undefined {
  const typed = address.trim();
  const at = typed.lastIndexOf('@');
  if (at < 1) return undefined;
  const domain = typed.slice(at + 1).toLowerCase();
  const meant = probableDomain(domain);
  return meant === undefined || meant === domain ? undefined : `${typed.slice(0, at)}@${meant}`;
}

function probableDomain(typed: string): string | undefined {
  const domain = [...typed.replace(',', '.')]
    .map((letter) => latinLookAlikes[letter] ?? letter)
    .join('');
  if (mailDomains.includes(domain)) return domain;
  if (otherDomains.has(domain)) return undefined;
  return knownTypos[domain] ?? mailDomains.find((known) => isTypoOf(domain, known));
}

/** True if the name and the ending of the domain each contain at most one typo. */
function isTypoOf(domain: string, known: string): boolean {
  const dot = domain.lastIndexOf('.');
  const knownDot = known.lastIndexOf('.');
  if (dot < 1) return domain === known.replace('.', '');
  return (
    isOneTypoAway(domain.slice(0, dot), known.slice(0, knownDot)) &&
    isOneTypoAway(domain.slice(dot + 1), known.slice(knownDot + 1))
  );
}

/** True if the words are equal, or one letter is added, missing, wrong or swapped. */
function isOneTypoAway(typed: string, meant: string): boolean {
  if (typed === meant) return true;
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const rest = typed.slice(start);
  const meantRest = meant.slice(start);
  const isExchanged = rest[0] === meantRest[1] && rest[1] === meantRest[0];
  return (
    rest.slice(1) === meantRest ||
    rest === meantRest.slice(1) ||
    rest.slice(1) === meantRest.slice(1) ||
    (isExchanged && rest.slice(2) === meantRest.slice(2))
  );
}
