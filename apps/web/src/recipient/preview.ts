import { addresses } from 'virtual:preview-addresses';
import { requestOf } from '@zavet/contract/client';
import type { RecipientLetter } from '@zavet/contract/protocol/delivery-endpoints';
import { type Answer, call } from './delivery-api.ts';
import { previewPathOf } from './link.ts';
import type { Place } from './reading.ts';

/** The letters of a contact as the owner's preview; nothing is recorded. */
export function previewOf(contactId: string, tellName: (name: string) => void): Place {
  const letters = async (): Promise<Answer<RecipientLetter[]>> => {
    const answer = await asOwner(() =>
      call('previewLetters', { params: { id: contactId } }, addresses),
    );
    if ('trouble' in answer) return answer;
    tellName(answer.value.contact.name);
    return {
      value: answer.value.letters
        // A contact who declined receives nothing.
        .filter(({ withheld }) => withheld !== 'declined')
        .map(({ instruction_id, title, is_unreadable, file_count }) => ({
          id: instruction_id,
          title: is_unreadable ? null : title,
          file_count,
          // Unused: a preview cannot be saved.
          file_bytes: 0,
          opened_at: null,
        })),
    };
  };
  return {
    id: contactId,
    home: previewPathOf(contactId),
    source: {
      letters,
      openLetter: async () => ({ value: {} }),
      read: (instruction_id) =>
        asOwner(() =>
          call('previewDelivery', { params: { id: contactId, instruction_id } }, addresses),
        ),
      fileAddress: (_, id) => requestOf(addresses.downloadFile, { params: { id } }).path,
      archiveAddress: () => undefined,
    },
  };
}

/** Refreshes an expired session once; without any session, leads to the login and back. */
async function asOwner<Value>(ask: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
  const answer = await ask();
  if (!('trouble' in answer) || answer.trouble !== 'session_ended') return answer;
  if ('value' in (await call('refreshSession', {}, addresses))) return ask();
  const { pathname, search } = window.location;
  window.location.replace(`/login?redirect=${encodeURIComponent(pathname + search)}`);
  // The page is being left: show nothing more.
  return new Promise(() => {});
}
