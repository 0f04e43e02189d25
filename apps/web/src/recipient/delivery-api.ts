import { addresses } from 'virtual:endpoint-addresses';
import { requestOf } from '@zavet/contract/client';
import type { DeliveryView, LetterOfReader } from '@zavet/contract/protocol/delivery-schemas';
import { type Answer, call } from './call.ts';

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
