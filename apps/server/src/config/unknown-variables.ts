import type { Logger } from 'pino';
import { variableNames } from './configuration.ts';

export interface UnknownVariable {
  name: string;
  /** The probably intended name. */
  meant: string | undefined;
}

/** Prefixes of our variables. */
const prefixes = [
  'ZAVET_',
  'YOOKASSA_',
  'S3_',
  'SMTP_',
  'DKIM_',
  'BOUNCE_',
  'AI_',
  'MAIL_',
  'MAILBOX_',
  'METRICS_',
  'DATABASE_',
  'MASTER_KEY',
];

/** Hosting platforms set a URL and its parts. The parts are ignored if the URL is set. */
const partVariables: Record<string, RegExp> = {
  DATABASE_URL: /^DATABASE_(HOST(NAME)?|PORT|NAME|DB|USER(NAME)?|PASS(WORD)?|SCHEME|TYPE|ADAPTER)$/,
  SMTP_URL: /^SMTP_(HOST(NAME)?|SERVER|PORT|USER(NAME)?|LOGIN|PASS(WORD)?)$/,
};

/** Container platforms set these for other services, whose names may match our prefixes. */
const serviceVariable = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP)(_\w+)?$|_ENV_\w+$/;

/** Shorter names resemble too many other names to guess the intended one. */
const minGuessLength = 6;

/** Unread variables with our prefixes, or similar to one of our names that is not set. */
export function unknownVariables(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): UnknownVariable[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const unknown: UnknownVariable[] = [];
  for (const name of Object.keys(environment).sort()) {
    if (known.includes(name) || !isSet(name) || isServiceVariable(name, environment[name]))
      continue;
    const meant = guessName(name, known);
    const isOurs = prefixes.some((prefix) => name.toUpperCase().startsWith(prefix));
    const isReported = isOurs ? !isPartOfSetAddress(name, isSet) : meant && !isSet(meant);
    if (isReported) unknown.push({ name, meant: meant && isSet(meant) ? undefined : meant });
  }
  return unknown;
}

/** Logs probably misspelt variables, which would otherwise be ignored silently. */
export function warnOfUnknownVariables(
  environment: Record<string, string | undefined>,
  log: Pick<Logger, 'warn'>,
): void {
  for (const { name: variable, meant } of unknownVariables(environment, variableNames)) {
    log.warn(
      { code: 'variable_unknown', variable, ...(meant && { meant }) },
      meant
        ? `${variable} is not read; perhaps ${meant} was meant`
        : `${variable} is not read; .env.example lists every variable that is`,
    );
  }
}

function isServiceVariable(name: string, value = ''): boolean {
  return serviceVariable.test(name) || (name.endsWith('_PORT') && /^(tcp|udp):\/\//.test(value));
}

function isPartOfSetAddress(name: string, isSet: (name: string) => boolean): boolean {
  return Object.entries(partVariables).some(
    ([whole, parts]) => parts.test(name.toUpperCase()) && isSet(whole),
  );
}

/**
 * Guesses the intended name: by normalised spelling, as a part of a URL, by a unique extension, or
 * by the closest name.
 */
function guessName(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase().replaceAll('-', '_');
  const plain = upper.replace(/^ZAVET_/, '');
  if (known.includes(plain)) return plain;
  for (const [whole, parts] of Object.entries(partVariables)) {
    if (known.includes(whole) && parts.test(plain)) return whole;
  }
  return uniqueExtension(plain, known) ?? closestName(plain, known);
}

/** The unique name that extends this one, such as S3_ACCESS_KEY. */
function uniqueExtension(name: string, known: readonly string[]): string | undefined {
  if (!name.includes('_')) return undefined;
  const words = name.replace(/[^A-Z0-9_]/g, '').split('_');
  const inBetween = new RegExp(`^${words.join('_(?:[A-Z0-9]+_)*')}$`);
  for (const isLonger of [
    (one: string) => one.startsWith(`${name}_`),
    (one: string) => inBetween.test(one),
  ]) {
    const found = known.filter(isLonger);
    if (found.length === 1) return found[0];
  }
  return undefined;
}

function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length < minGuessLength) return undefined;
  const edits = Math.min(3, Math.floor(name.length / 4));
  return (
    known
      .filter((one) => one.length >= minGuessLength && Math.abs(one.length - name.length) <= edits)
      .map((one) => ({ one, edits: editDistance(name, one) }))
      // A different first letter suggests a variable of another program, such as AWS_ACCESS_KEY_ID.
      .filter((found) => found.edits <= (found.one[0] === name[0] ? edits : 2))
      .sort((first, second) => first.edits - second.edits)[0]?.one
  );
}

/** Damerau-Levenshtein distance. */
function editDistance(one: string, other: string): number {
  const rows = [[...Array(other.length + 1).keys()]];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const at = (up: number, left: number) => rows[i - up]?.[j - left] ?? 0;
      const changed = at(1, 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = i > 1 && j > 1 && isSwapped ? at(2, 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(1, 0) + 1, (row[j - 1] ?? 0) + 1, changed, swapped));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
