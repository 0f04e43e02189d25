import type { Context } from '../../../context.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { MailRefused, type MailTransport } from '../../../platform/mail/mail-transport.ts';
import { mailKindOf } from '../../../platform/mail/mailer.ts';
import {
  addMailCounts,
  type CountedMails,
  keyOf,
  type MailOutcomeKind,
} from './mail-outcome-repository.ts';

/** Resolves when the mail stands in the count. */
type MailCounter = (mail: string, outcome: MailOutcomeKind) => Promise<void>;

/**
 * Counts mails, however many: those that come while a statement is under way go into the next one
 * together. Each counts in a row that all of its kind share, and would wait for all before it.
 */
function createMailCounter(database: Database, clock: Clock): MailCounter {
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
    await addMailCounts(database, counted);
  }

  return (mail, outcome) => {
    add(mail, outcome);
    next ??= last.then(write, write);
    last = next;
    return next;
  };
}

/** Counts replies of the mail server by kind. A mail is sent even if it cannot be counted. */
export function countedTransport(
  transport: MailTransport,
  ctx: Pick<Context, 'database' | 'clock' | 'log'>,
): MailTransport {
  const counter = createMailCounter(ctx.database, ctx.clock);
  const count = async (message_id: string, outcome: MailOutcomeKind) => {
    try {
      await counter(mailKindOf(message_id), outcome);
    } catch (error) {
      ctx.log.warn(
        { code: 'mail_not_counted', err: error },
        'the outcome of a mail is not counted',
      );
    }
  };
  return {
    deliver: async (mail) => {
      const receipt = await transport.deliver(mail).catch(async (error: unknown) => {
        // A mail that waits for its turn was not handed to anybody.
        if (error instanceof MailRefused && error.retryAfterMs !== undefined) throw error;
        const isFinal = error instanceof MailRefused && error.permanent;
        await count(mail.message_id, isFinal ? 'refused' : 'postponed');
        throw error;
      });
      await count(mail.message_id, 'taken');
      return receipt;
    },
    close: () => transport.close(),
  };
}
