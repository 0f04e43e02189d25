import { setTimeout as pause } from 'node:timers/promises';

const usualTimeouts: Timeouts = { checkMs: 15_000, cleanUpMs: 3_000 };

/**
 * `note`: fine, and worth knowing. `missing`: a record is to be entered. `unknown`: it could not be
 * looked up.
 */
type FindingState = 'ok' | 'note' | 'warning' | 'missing' | 'wrong' | 'unknown';

/** A record as it is entered where the domain is managed. */
export interface DnsRecord {
  name: string;
  type: 'TXT' | 'MX' | 'PTR' | 'A';
  value: string;
}

/** The result of a check in one sentence, and the next step. */
export interface Finding {
  about: string;
  state: FindingState;
  says: string;
  todo?: string;
  /** To be entered where the domain is managed, unless `says` names another place. */
  enter?: readonly DnsRecord[];
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says });

export const warning = (about: string, says: string, todo: string): Finding => ({
  ...{ about, state: 'warning', says, todo },
});

export const wrong = (about: string, says: string, todo: string): Finding => ({
  ...{ about, state: 'wrong', says, todo },
});

export function isFine({ state }: Finding): boolean {
  return state === 'ok' || state === 'note';
}

/** A finding as lines for people; `width` is that of the longest state of the report. */
export function findingLines(finding: Finding, width: number): string[] {
  const { about, state, says, todo, enter = [] } = finding;
  const indent = ' '.repeat(width + 2);
  return [
    `${state.padEnd(width)}  ${about}: ${says}`,
    ...(todo ? [`${indent}→ ${todo}`] : []),
    ...enter.map(
      ({ name, type, value }) => `${indent}enter  ${name}.  ${type}  ${shown(type, value)}`,
    ),
  ];
}

/** One string of a TXT record holds 255 characters at most. */
const longestString = 255;

function shown(type: DnsRecord['type'], value: string): string {
  if (type !== 'TXT') return `${value}.`;
  const strings = value.match(new RegExp(`.{1,${longestString}}`, 'g')) ?? [];
  return strings.map((one) => `"${one}"`).join(' ');
}

export function summaryOf(findings: readonly Finding[]): string {
  const count = (state: FindingState) => findings.filter((one) => one.state === state).length;
  const warnings = count('warning');
  const worth = warnings === 1 ? '1 warning' : `${warnings} warnings`;
  const isWrong = count('wrong');
  if (isWrong === 0) return `Nothing is wrong; ${worth}.`;
  return `${isWrong === 1 ? '1 thing is' : `${isWrong} things are`} wrong; ${worth}.`;
}

/** Examines one thing. It leaves nothing behind, also when it is aborted. */
export interface Check {
  about: string;
  look(signal: AbortSignal): Promise<Finding[]>;
  /** Longer than usual for a check that runs others. */
  longestMs?: number | undefined;
}

interface Timeouts {
  checkMs: number;
  /** For an aborted check to clean up. */
  cleanUpMs: number;
}

/** All concurrently: one that hangs or breaks is a finding and delays no other. */
export async function runChecks(
  checks: readonly Check[],
  timeouts = usualTimeouts,
): Promise<Finding[]> {
  const found = await Promise.all(checks.map((check) => run(check, timeouts)));
  return found.flat();
}

async function run(check: Check, { checkMs, cleanUpMs }: Timeouts): Promise<Finding[]> {
  const ms = check.longestMs ?? checkMs;
  const stopping = new AbortController();
  const looked = Promise.resolve()
    .then(() => check.look(stopping.signal))
    .catch((error: unknown) => [broken(check, error)]);
  const inTime = await withTimeout(ms, looked);
  if (inTime) return inTime;
  stopping.abort();
  await withTimeout(cleanUpMs, looked);
  const says = `there was no answer within ${ms / 1000} seconds`;
  return [
    wrong(check.about, says, 'See whether it is overloaded or a firewall drops the packets.'),
  ];
}

/** Undefined where it takes longer. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const done = new AbortController();
  const late = pause(ms, undefined, { signal: done.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

/** Messages of libraries may quote addresses with passwords, so only names and codes are repeated. */
function broken({ about }: Check, error: unknown): Finding {
  const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown };
  const says = `it could not be looked at (${typeof code === 'string' ? code : name})`;
  return wrong(about, says, 'Run this again; if it stays, look into the log of the server.');
}
