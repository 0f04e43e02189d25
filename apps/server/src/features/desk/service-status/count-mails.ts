import type { Context } from '../../../context.ts';
import { MailRefused, type MailTransport } from '../../../platform/mail/mail-transport.ts';
import { mailKindOf } from '../../../platform/mail/mailer.ts';
import { createMailCounter } from './mail-counter.ts';
import type { MailOutcomeKind } from './mail-outcome-repository.ts';

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
