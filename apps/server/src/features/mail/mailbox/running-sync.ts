import type { Mailbox } from './mailbox-repository.ts';

/** A sync that is at work. */
export interface RunningSync {
  mailbox: Mailbox;
  /** Runs `work` in a transaction, if the mailbox is still this sync's to change. */
  change(work: () => Promise<void>): Promise<void>;
  signal: AbortSignal;
}
