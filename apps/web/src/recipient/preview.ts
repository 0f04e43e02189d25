import { addresses } from 'virtual:preview-addresses';
import { requestOf } from '@zavet/contract/client';
import type { RecipientLetter } from '@zavet/contract/protocol/delivery-endpoints';
import { type Answer, call } from './delivery-api.ts';
import type { LetterCollection } from './letter-loader.ts';
import { previewPathOf } from './link.ts';

/** The owner's preview of the letters to a contact; nothing is recorded. */
export function previewOf(contactId: string, onName: (name: string) => void): LetterCollection {
  const loadLetters = async (): Promise<Answer<RecipientLetter[]>> => {
    const answer = await withSession(() =>
      call('previewLetters', { params: { id: contactId } }, addresses),
    );
    if ('trouble' in answer) return answer;
    onName(answer.value.contact.name);
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
      letters: loadLetters,
      openLetter: async () => ({ value: {} }),
      read: (instruction_id) =>
        withSession(() =>
          call('previewDelivery', { params: { id: contactId, instruction_id } }, addresses),
        ),
      fileAddress: (_, id) => requestOf(addresses.downloadFile, { params: { id } }).path,
      archiveAddress: () => undefined,
    },
  };
}

/** Refreshes an expired session once. Without a session, redirects to the login and back. */
async function withSession<Value>(request: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
  const answer = await request();
  if (!('trouble' in answer) || answer.trouble !== 'session_ended') return answer;
  if ('value' in (await call('refreshSession', {}, addresses))) return request();
  const { pathname, search } = window.location;
  window.location.replace(`/login?redirect=${encodeURIComponent(pathname + search)}`);
  // The browser is leaving the page, so nothing more is shown.
  return new Promise(() => {});
}
