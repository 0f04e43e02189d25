import { readFileSync } from 'node:fs';
import type { CallLimit, Endpoint } from '@zavet/contract/endpoint';
import { limits } from '@zavet/contract/limits';
import type { RateLimit } from '../src/platform/http/rate-limiter.ts';
import type { Job } from '../src/platform/jobs/job.ts';
import { claimedTogether } from '../src/platform/jobs/job-queue.ts';

/** The page on which a person reads every limit and every policy. */
export function linesOfPage(): string[] {
  const page = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
  return page.split('\n').filter((line) => /^\| [`*]/.test(line));
}

/** What the page must say and does not, and what it says and must not. */
export function differences(wanted: readonly string[], found: readonly string[]): string[] {
  return [
    ...wanted
      .filter((line) => !found.includes(line))
      .map((line) => `docs/limits.md lacks: ${line}`),
    ...found
      .filter((line) => !wanted.includes(line))
      .map((line) => `docs/limits.md must not say: ${line}`),
  ];
}

export function lineOfEndpoint({ id, callers, ...endpoint }: Endpoint): string {
  const taken = (endpoint.limits ?? []).map(textOfLimit).join(', ') || 'none of its own';
  return row(`\`${id}\``, callers, taken, bodyOf(endpoint));
}

export function lineOfAllCalls(limit: RateLimit): string {
  return row('*all together*', 'anyone', textOfLimit({ per: 'address', ...limit }), '');
}

export function lineOfJob({ name, schedule, retry, expireSeconds, lanes }: Job): string {
  const pauses = `${timeOf(retry.firstPauseSeconds)} to ${timeOf(retry.longestPauseSeconds)}`;
  return row(
    `\`${name}\``,
    schedule ? `\`${schedule}\`` : 'when ordered',
    retry.limit === 0 ? 'never' : `${retry.limit} times`,
    retry.limit === 0 ? '' : pauses,
    timeOf(expireSeconds),
    String(lanes ?? claimedTogether),
  );
}

/** The limits of an endpoint as the page states them. */
export function limitsOnPage(line: string): CallLimit[] {
  return [...line.matchAll(/(\d+) per (address|account) in (\d+) (s|min|h)\b/g)].map(
    ([, max, per, count, unit]) => ({
      per: per as CallLimit['per'],
      max: Number(max),
      seconds: Number(count) * (unit === 's' ? 1 : unit === 'min' ? 60 : 3_600),
    }),
  );
}

function textOfLimit({ per, max, seconds }: CallLimit): string {
  return `${max} per ${per} in ${timeOf(seconds)}`;
}

function bodyOf({
  method,
  body,
  maxBodyBytes,
}: Pick<Endpoint, 'method' | 'body' | 'maxBodyBytes'>) {
  if (method === 'GET' || !body) return '';
  const kib = (maxBodyBytes ?? limits.requestBodyBytes) / 1024;
  return kib % 1024 === 0 ? `${kib / 1024} MiB` : `${kib} KiB`;
}

function timeOf(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
}
