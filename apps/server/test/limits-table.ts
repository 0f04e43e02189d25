import type { CallLimit, Endpoint } from '@zavet/contract/endpoint';
import { limits } from '@zavet/contract/limits';
import type { RateLimit } from '../src/platform/http/rate-limiter.ts';
import { row, timeOf } from './page-table.ts';

export function lineOfEndpoint({ id, callers, ...endpoint }: Endpoint): string {
  const taken = (endpoint.limits ?? []).map(textOfLimit).join(', ') || 'none of its own';
  return row(`\`${id}\``, callers, taken, bodyOf(endpoint));
}

export function lineOfAllCalls(limit: RateLimit): string {
  return row('*all together*', 'anyone', textOfLimit({ per: 'address', ...limit }), '');
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
