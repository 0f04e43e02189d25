import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import {
  type CountedMails,
  countMails,
  keyOf,
  type MailOutcomeKind,
} from './mail-outcome-repository.ts';

/** Resolves when the mail stands in the count. */
export type MailCounter = (mail: string, outcome: MailOutcomeKind) => Promise<void>;

/**
 * Counts mails, however many: those that come while a statement is under way go into the next one
 * together. Each counts in a row that all of its kind share, and would wait for all before it.
 */
export function createMailCounter(database: Database, clock: Clock): MailCounter {
  let open = new Map<string, CountedMails>();
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  function add(mail: string, outcome: MailOutcomeKind): void {
    const hour = new Date(clock.now());
    hour.setUTCMinutes(0, 0, 0);
    const key = keyOf({ hour, mail, outcome });
    const count = (open.get(key)?.count ?? 0) + 1;
    open.set(key, { hour, mail, outcome, count });
  }

  async function write(): Promise<void> {
    const counted = [...open.values()];
    open = new Map();
    next = undefined;
    await countMails(database, counted);
  }

  return (mail, outcome) => {
    add(mail, outcome);
    next ??= last.then(write, write);
    last = next;
    return next;
  };
}
