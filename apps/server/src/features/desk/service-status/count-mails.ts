import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { MailRefused, type MailTransport } from '../../../platform/mail/mail-transport.ts';
import { mailKindOf } from '../../../platform/mail/message-id.ts';
import { createMailCounter } from './mail-counter.ts';
import type { MailOutcomeKind } from './mail-outcome-repository.ts';

interface CountDeps {
  database: Database;
  clock: Clock;
  log: Logger;
}

/** Counts by kind what the mail server says. A mail that cannot be counted is a mail all the same. */
export function countedTransport(transport: MailTransport, deps: CountDeps): MailTransport {
  const counter = createMailCounter(deps.database, deps.clock);
  const count = async (message_id: string, outcome: MailOutcomeKind) => {
    try {
      await counter(mailKindOf(message_id), outcome);
    } catch (error) {
      deps.log.warn(
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
