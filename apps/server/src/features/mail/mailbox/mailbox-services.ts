import { perContext } from '../../../context.ts';
import {
  type ImapSettings,
  resolveByDns,
  usualTimeouts,
} from '../../../platform/imap/imap-host.ts';
import { createSlots, createSlotsByKey } from '../../../platform/slots.ts';
import { createParserThread } from './reading/parser-thread.ts';

export const imapSettings = perContext(
  ({ config }): ImapSettings => ({
    ...config.mailbox,
    resolve: resolveByDns,
    timeouts: usualTimeouts,
  }),
);

/** A mail may have thirty megabytes, and takes a multiple of that while it is read. */
export const withReadSlot = perContext(() => createOwnerSlots(4, 2));

/** A search opens everything that is listed. */
export const withSearchSlot = perContext(() => createOwnerSlots(2, 1));

export const parserThread = perContext(({ closing }) => {
  const thread = createParserThread();
  closing.push(() => thread.close());
  return thread;
});

/** Does work of an owner when there is room for it: some at once, and fewer of the same owner. */
type SlotRunner = <T>(userId: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

function createOwnerSlots(atOnce: number, atOnceEach: number): SlotRunner {
  const inSlot = createSlots(atOnce);
  const inSlotOf = createSlotsByKey(atOnceEach);
  return (userId, work, signal) => inSlotOf(userId, () => inSlot(work, signal), signal);
}
