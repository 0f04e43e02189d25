import { addresses } from 'virtual:endpoint-addresses';
import { type AnyInput, requestOf } from '@zavet/contract/client';
import type { Endpoint, OutputOf } from '@zavet/contract/endpoint';
import type { EndpointName, endpoints } from '@zavet/contract/endpoints';
import type { DeliveryView, LetterOfReader } from '@zavet/contract/protocol/delivery-schemas';
import { type Trouble, troubleOf } from './trouble.ts';

/** Where letters come from: from a mailed link, or beforehand from the owner's own. */
export interface LetterSource {
  letters(id: string): Promise<Answer<LetterOfReader[]>>;
  read(letterId: string): Promise<Answer<DeliveryView>>;
  /** Before another letter is read than the one whose link was opened. */
  openLetter(id: string, letterId: string): Promise<Answer<unknown>>;
  fileAddress(letterId: string, fileId: string): string;
  archiveAddress(letterId: string): string;
  /** Of everything that came to the reader; undefined while nothing has come yet. */
  keepsakeAddress(letterId: string): string | undefined;
}

export const deliveryApi = {
  openLink: (token: string) => call('openDeliveryLink', { body: { token } }),
  letters: async (id: string) => {
    const answer = await call('listDeliveredLetters', { params: { id } });
    return 'value' in answer ? { value: answer.value.letters } : answer;
  },
  openLetter: (id: string, letter_id: string) =>
    call('openDeliveredLetter', { params: { id, letter_id } }),
  read: (id: string) => call('getDelivery', { params: { id } }),
  closeLink: (id: string) => call('closeDeliveryLink', { params: { id } }),
  fileAddress: (id: string, file_id: string) =>
    requestOf(addresses.downloadDeliveredFile, { params: { id, file_id } }).path,
  archiveAddress: (id: string) =>
    requestOf(addresses.downloadDeliveredFiles, { params: { id } }).path,
  keepsakeAddress: (id: string) => requestOf(addresses.downloadKeepsake, { params: { id } }).path,
} satisfies LetterSource & Record<string, unknown>;
export type DeliveryApi = typeof deliveryApi;

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
