import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import type { SupportMessage } from './message-repository.ts';

export type OpenedMessage = Omit<SupportMessage, 'draft_id' | 'request_id'>;

export function sealMessage(key: OwnerKey, id: string, text: string): string {
  return key.seal(id, 'text', text);
}

/** Throws when it does not open. */
export function openMessage(key: OwnerKey, { id, text }: Pick<SupportMessage, 'id' | 'text'>) {
  return key.open(id, 'text', text);
}

/** One that is damaged is shown without its text, and does not hide the others. */
export function openMessages(
  { log }: Pick<Context, 'log'>,
  key: OwnerKey,
  messages: readonly SupportMessage[],
): OpenedMessage[] {
  return messages.map((message) => {
    try {
      return { ...message, text: openMessage(key, message) };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.error(
        { code: 'support_request_damaged', request_id: message.request_id },
        'a message of a support request does not open',
      );
      return { ...message, text: '' };
    }
  });
}
