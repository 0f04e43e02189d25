import type { MailOutcome, Meter } from '../metrics/meter.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { MailRefused, type MailTransport, type OutgoingMail } from './mail-transport.ts';
import { mailKindOf } from './message-id.ts';

export interface MailWatch {
  meter?: Meter | undefined;
  tracing?: Tracing | undefined;
  /** The mail server said something, whatever it was. */
  answered?(): void;
}

/** Counts and follows mails on their way to the mail server, by the name of their kind alone. */
export function watchedTransport(
  transport: MailTransport,
  { meter, tracing, answered }: MailWatch,
): MailTransport {
  const deliver = async (mail: OutgoingMail) => {
    try {
      const receipt = await transport.deliver(mail);
      answered?.();
      meter?.mailHandedOver('taken');
      return receipt;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome !== 'held_back' && error instanceof MailRefused && hasAnswered(error)) {
        answered?.();
      }
      meter?.mailHandedOver(outcome);
      throw error;
    }
  };
  return {
    deliver: (mail) => {
      if (!tracing) return deliver(mail);
      const attributes = { 'zavet.mail': mailKindOf(mail.message_id) };
      return tracing.inSpan('mail hand over', { kind: 'client', attributes }, async (span) => {
        const sent = deliver(mail);
        await sent.catch((error: unknown) => span.note({ 'zavet.mail_outcome': outcomeOf(error) }));
        return sent;
      });
    },
    close: () => transport.close(),
  };
}

function hasAnswered({ isUnanswered, isInterrupted }: MailRefused): boolean {
  return !isUnanswered && !isInterrupted;
}

function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof MailRefused)) return 'postponed';
  if (error.retryAfterMs !== undefined) return 'held_back';
  return error.permanent ? 'refused' : 'postponed';
}
