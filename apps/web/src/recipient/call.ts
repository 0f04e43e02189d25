import { addresses } from 'virtual:endpoint-addresses';
import { type AnyInput, requestOf } from '@zavet/contract/client';
import type { Endpoint, OutputOf } from '@zavet/contract/endpoint';
import type { EndpointName, endpoints } from '@zavet/contract/endpoints';
import { type Trouble, troubleOf } from './trouble.ts';

/** What came of a call: its value, or why there is none. Calls never throw. */
export type Answer<Value> = { value: Value } | { trouble: Trouble };

type Output<Name extends EndpointName> = OutputOf<(typeof endpoints)[Name]>;

/** Lines can be very slow; after this nothing is on its way any more. */
const patienceMs = 60_000;

export async function call<Name extends EndpointName>(
  name: Name,
  input: AnyInput,
  known: Record<EndpointName, Endpoint> = addresses,
): Promise<Answer<Output<Name>>> {
  const { path, ...request } = requestOf(known[name], input);
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  try {
    const response = await fetch(path, {
      ...request,
      // Browsers of old send no cookies unless told so.
      credentials: 'same-origin',
      signal: patience.signal,
    });
    if (response.ok) return { value: await response.json() };
    return { trouble: troubleOf(await codeOf(response)) };
  } catch {
    return { trouble: 'network' };
  } finally {
    clearTimeout(timer);
  }
}

async function codeOf(response: Response): Promise<unknown> {
  const body = await response.json().catch(() => undefined);
  return body?.error?.code;
}
