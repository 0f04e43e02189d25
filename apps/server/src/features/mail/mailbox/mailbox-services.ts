import { perContext } from '../../../context.ts';
import {
  defaultTimeouts,
  type ImapSettings,
  resolveByDns,
} from '../../../platform/imap/imap-host.ts';
import { createSlots, createSlotsByKey } from '../../../platform/slots.ts';
import { createParserThread } from './reading/parser-thread.ts';

export const imapSettings = perContext(
  ({ config }): ImapSettings => ({
    allowedHosts: config.mailboxHosts,
    resolve: resolveByDns,
    timeouts: defaultTimeouts,
  }),
);

/** Limits memory: a mail has up to 30 MB and needs a multiple of that to be parsed. */
export const withReadSlot = perContext(() => createOwnerSlots(4, 2));

/** Limits searches, which decrypt all listed mails. */
export const withSearchSlot = perContext(() => createOwnerSlots(2, 1));

export const parserThread = perContext(({ onClose }) => {
  const thread = createParserThread();
  onClose.push(() => thread.close());
  return thread;
});

/** Runs work once a slot of the owner and a slot of the process are free. */
type SlotRunner = <T>(userId: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

function createOwnerSlots(total: number, perOwner: number): SlotRunner {
  const inSlot = createSlots(total);
  const inSlotOf = createSlotsByKey(perOwner);
  return (userId, work, signal) => inSlotOf(userId, () => inSlot(work, signal), signal);
}
