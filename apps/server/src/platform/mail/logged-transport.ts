import type { Logger } from 'pino';
import { answerFacts } from './mail-answer.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';

/** Logs every mail that a server did not take, with what it answered and over which line. */
export function loggedTransport(transport: MailTransport, log: Logger): MailTransport {
  return {
    deliver: (mail) =>
      transport.deliver(mail).catch((error: unknown) => {
        // What waits for its turn was not handed to anybody.
        if (error instanceof MailRefused && error.retryAfterMs === undefined) {
          log.warn(
            {
              code: 'mail_not_taken',
              message_id: mail.message_id,
              is_permanent: error.permanent,
              ...(error.isUnanswered && { is_unanswered: true }),
              ...answerFacts(error, mail.to),
            },
            'a mail server did not take a mail',
          );
        }
        throw error;
      }),
    close: () => transport.close(),
  };
}
