import { perContext } from '../../../context.ts';
import {
  type ImapSettings,
  resolveByDns,
  usualTimeouts,
} from '../../../platform/imap/imap-host.ts';
import { createInTurn } from './in-turn.ts';
import { createReadingThread } from './reading/reading-thread.ts';

export const imapSettings = perContext(
  ({ config }): ImapSettings => ({
    ...config.mailbox,
    resolve: resolveByDns,
    timeouts: usualTimeouts,
  }),
);

/** A mail may have thirty megabytes, and takes a multiple of that while it is read. */
export const readInTurn = perContext(() => createInTurn(4, 2));

/** A search opens everything that is listed. */
export const searchInTurn = perContext(() => createInTurn(2, 1));

export const readingThread = perContext(({ closing }) => {
  const thread = createReadingThread();
  closing.push(() => thread.close());
  return thread;
});
