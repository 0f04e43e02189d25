import type { Context } from '../../../context.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { MailRefused, type MailTransport } from '../../../platform/mail/mail-transport.ts';
import { mailKindOf } from '../../../platform/mail/mailer.ts';
import {
  addMailCounts,
  type CountedMails,
  counterKey,
  type MailOutcomeKind,
} from './mail-outcome-repository.ts';

/** Resolves when the mail is counted in the database. */
type MailCounter = (mail: string, outcome: MailOutcomeKind) => Promise<void>;

/**
 * Collects outcomes while a statement runs and writes them with the next one, because concurrent
 * updates of a shared row would wait for each other.
 */
function createMailCounter(database: Database, clock: Clock): MailCounter {
  let pending = new Map<string, CountedMails>();
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  function add(mail: string, outcome: MailOutcomeKind): void {
    const hour = new Date(clock.now());
    hour.setUTCMinutes(0, 0, 0);
    const key = counterKey({ hour, mail, outcome });
    const count = (pending.get(key)?.count ?? 0) + 1;
    pending.set(key, { hour, mail, outcome, count });
  }

  async function write(): Promise<void> {
    const counted = [...pending.values()];
    pending = new Map();
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

/** Counts the replies of mail servers. A failure to count does not affect the mail. */
export function createCountedTransport(
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
        'the outcome of a mail could not be counted',
      );
    }
  };
  return {
    deliver: async (mail) => {
      const receipt = await transport.deliver(mail).catch(async (error: unknown) => {
        // Throttled before sending: no mail server has seen the mail.
        if (error instanceof MailRefused && error.retryAfterMs !== undefined) throw error;
        const isFinal = error instanceof MailRefused && error.permanent;
        await count(mail.message_id, isFinal ? 'refused' : 'postponed');
        throw error;
      });
      await count(mail.message_id, 'accepted');
      return receipt;
    },
    close: () => transport.close(),
  };
}
