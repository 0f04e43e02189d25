import { setTimeout as pause } from 'node:timers/promises';

const defaultTimeouts: Timeouts = { checkMs: 15_000, cleanUpMs: 3_000 };

/** `note`: fine, with a remark. `missing`: a DNS record must be added. `unknown`: the lookup failed. */
type FindingState = 'ok' | 'note' | 'warning' | 'missing' | 'wrong' | 'unknown';

export interface DnsRecord {
  name: string;
  type: 'TXT' | 'MX' | 'PTR' | 'A';
  value: string;
}

/** Result of a check in one sentence, and the next step. */
export interface Finding {
  about: string;
  state: FindingState;
  says: string;
  todo?: string;
  /** DNS records to add. */
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

/** `width`: length of the longest state of the report. */
export function findingLines(finding: Finding, width: number): string[] {
  const { about, state, says, todo, enter = [] } = finding;
  const indent = ' '.repeat(width + 2);
  return [
    `${state.padEnd(width)}  ${about}: ${says}`,
    ...(todo ? [`${indent}→ ${todo}`] : []),
    ...enter.map(
      ({ name, type, value }) =>
        `${indent}enter  ${name}.  ${type}  ${formatRecordValue(type, value)}`,
    ),
  ];
}

/** Maximum length of one string in a TXT record. */
const maxStringLength = 255;

function formatRecordValue(type: DnsRecord['type'], value: string): string {
  if (type !== 'TXT') return `${value}.`;
  const strings = value.match(new RegExp(`.{1,${maxStringLength}}`, 'g')) ?? [];
  return strings.map((one) => `"${one}"`).join(' ');
}

export function summaryOf(findings: readonly Finding[]): string {
  const count = (state: FindingState) => findings.filter((one) => one.state === state).length;
  const warnings = count('warning');
  const warningText = warnings === 1 ? '1 warning' : `${warnings} warnings`;
  const wrongCount = count('wrong');
  if (wrongCount === 0) return `Nothing is wrong; ${warningText}.`;
  return `${wrongCount === 1 ? '1 thing is' : `${wrongCount} things are`} wrong; ${warningText}.`;
}

/** A check must clean up, also when aborted. */
export interface Check {
  about: string;
  look(signal: AbortSignal): Promise<Finding[]>;
  /** Replaces the default timeout, for checks that run other checks. */
  maxDurationMs?: number | undefined;
}

interface Timeouts {
  checkMs: number;
  /** Time for an aborted check to clean up. */
  cleanUpMs: number;
}

/** Runs checks concurrently. A timeout or an error becomes a finding. */
export async function runChecks(
  checks: readonly Check[],
  timeouts = defaultTimeouts,
): Promise<Finding[]> {
  const found = await Promise.all(checks.map((check) => runCheck(check, timeouts)));
  return found.flat();
}

async function runCheck(check: Check, { checkMs, cleanUpMs }: Timeouts): Promise<Finding[]> {
  const ms = check.maxDurationMs ?? checkMs;
  const abort = new AbortController();
  const findings = Promise.resolve()
    .then(() => check.look(abort.signal))
    .catch((error: unknown) => [errorFinding(check, error)]);
  const inTime = await withTimeout(ms, findings);
  if (inTime) return inTime;
  abort.abort();
  await withTimeout(cleanUpMs, findings);
  const says = `there was no answer within ${ms / 1000} seconds`;
  return [
    wrong(check.about, says, 'See whether it is overloaded or a firewall drops the packets.'),
  ];
}

/** Resolves with the result of `work`, or with undefined after the timeout. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const done = new AbortController();
  const timeout = pause(ms, undefined, { signal: done.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    done.abort();
  }
}

/** Returns a finding without the message of the error, which may contain passwords. */
function errorFinding({ about }: Check, error: unknown): Finding {
  const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown };
  const says = `it could not be looked at (${typeof code === 'string' ? code : name})`;
  return wrong(about, says, 'Run this again; if it stays, look into the log of the server.');
}
