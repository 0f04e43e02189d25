import type { Logger } from 'pino';
import { variableNames } from './configuration.ts';

/** A variable that looks like one of ours and that nothing reads. */
export interface UnknownVariable {
  name: string;
  /** The name that was probably meant. */
  meant: string | undefined;
}

/** A name that begins like this is one of ours. */
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

/**
 * Platforms hand over an address and its parts side by side: the parts are of no interest where we
 * have the address.
 */
const partsOfAddresses: Record<string, RegExp> = {
  DATABASE_URL: /^DATABASE_(HOST(NAME)?|PORT|NAME|DB|USER(NAME)?|PASS(WORD)?|SCHEME|TYPE|ADAPTER)$/,
  SMTP_URL: /^SMTP_(HOST(NAME)?|SERVER|PORT|USER(NAME)?|LOGIN|PASS(WORD)?)$/,
};

/** Container platforms set these for every neighbouring service, which may have our name. */
const ofNeighbours = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP)(_\w+)?$|_ENV_\w+$/;

/** Shorter names have too many neighbours. */
const shortestGuessed = 6;

/**
 * Variables with our prefixes or close to our names. A name that is only close is none of our
 * business while the one it resembles is set.
 */
export function unknownVariables(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): UnknownVariable[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const unknown: UnknownVariable[] = [];
  for (const name of Object.keys(environment).sort()) {
    if (known.includes(name) || !isSet(name) || isOfNeighbour(name, environment[name])) continue;
    const meant = meantBy(name, known);
    const isOurs = prefixes.some((prefix) => name.toUpperCase().startsWith(prefix));
    const isConcern = isOurs ? !isPartOfSetAddress(name, isSet) : meant && !isSet(meant);
    if (isConcern) unknown.push({ name, meant: meant && isSet(meant) ? undefined : meant });
  }
  return unknown;
}

/** A misspelt variable would have no effect, silently. */
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

function isOfNeighbour(name: string, value = ''): boolean {
  return ofNeighbours.test(name) || (name.endsWith('_PORT') && /^(tcp|udp):\/\//.test(value));
}

function isPartOfSetAddress(name: string, isSet: (name: string) => boolean): boolean {
  return Object.entries(partsOfAddresses).some(
    ([whole, parts]) => parts.test(name.toUpperCase()) && isSet(whole),
  );
}

/** The same name written otherwise, the address that a part belongs to, or the closest name. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase().replaceAll('-', '_');
  const plain = upper.replace(/^ZAVET_/, '');
  if (known.includes(plain)) return plain;
  for (const [whole, parts] of Object.entries(partsOfAddresses)) {
    if (known.includes(whole) && parts.test(plain)) return whole;
  }
  return shortened(plain, known) ?? closest(plain, known);
}

/** The one name that begins with these words, such as S3_ACCESS_KEY, or that has more in between. */
function shortened(name: string, known: readonly string[]): string | undefined {
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

function closest(name: string, known: readonly string[]): string | undefined {
  if (name.length < shortestGuessed) return undefined;
  const slips = Math.min(3, Math.floor(name.length / 4));
  return (
    known
      .filter((one) => one.length >= shortestGuessed && Math.abs(one.length - name.length) <= slips)
      .map((one) => ({ one, slips: slipsBetween(name, one) }))
      // Three typos at the very beginning are unlikely: AWS_ACCESS_KEY_ID belongs to another program.
      .filter((found) => found.slips <= (found.one[0] === name[0] ? slips : 2))
      .sort((first, second) => first.slips - second.slips)[0]?.one
  );
}

/** The edit distance, with swapped neighbours as one edit. */
function slipsBetween(one: string, other: string): number {
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
