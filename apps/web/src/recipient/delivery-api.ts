import { addresses } from 'virtual:endpoint-addresses';
import { type AnyInput, requestOf } from '@zavet/contract/client';
import type { Endpoint, OutputOf } from '@zavet/contract/endpoint';
import type { EndpointName, endpoints } from '@zavet/contract/endpoints';
import type { DeliveryView, RecipientLetter } from '@zavet/contract/protocol/delivery-endpoints';
import { type Trouble, troubleOf } from './trouble.ts';

/** The source of letters: a mailed link, or the owner's preview. */
export interface LetterSource {
  letters(id: string): Promise<Answer<RecipientLetter[]>>;
  read(letterId: string): Promise<Answer<DeliveryView>>;
  /** Called before a letter other than the linked one is read. */
  openLetter(id: string, letterId: string): Promise<Answer<unknown>>;
  fileAddress(letterId: string, fileId: string): string;
  /** URL to download everything sent to the reader; undefined in a preview. */
  archiveAddress(letterId: string): string | undefined;
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
    requestOf(addresses.downloadLetterArchive, { params: { id } }).path,
} satisfies LetterSource & Record<string, unknown>;
export type DeliveryApi = typeof deliveryApi;

/** The result of a call: a value or a failure. Calls never throw. */
export type Answer<Value> = { value: Value } | { trouble: Trouble };

type Output<Name extends EndpointName> = OutputOf<(typeof endpoints)[Name]>;

/** Long, for very slow connections. */
const timeoutMs = 60_000;

export async function call<Name extends EndpointName>(
  name: Name,
  input: AnyInput,
  endpointTable: Record<EndpointName, Endpoint> = addresses,
): Promise<Answer<Output<Name>>> {
  const { path, ...request } = requestOf(endpointTable[name], input);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(path, {
      ...request,
      // Old browsers send no cookies by default.
      credentials: 'same-origin',
      signal: controller.signal,
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
