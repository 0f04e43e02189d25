import { daysOf, type Life } from './lives.ts';
import type { Outcome } from './outcome.ts';

const ended = ['payment_canceled', 'refunded', 'vetoed', 'rejected'];

/** The owner is told of every beginning, of a waiting that begins, of another day, and once of the end. */
export function wrongWithMails({ mails }: Outcome, lives: readonly Life[]): string[] {
  return lives.flatMap(({ id, moves, notes }) => {
    const times = (...kinds: string[]) =>
      mails.filter(({ mail, activation_id }) => activation_id === id && kinds.includes(mail))
        .length;
    const reached = (status: string) => moves.some(({ to }) => to === status);
    const beginnings = ['requested', 'agreement_pending', 'payment_pending'];
    const begun = beginnings.filter(reached).length;
    // The owner reads of the competing activation that won instead; a contact who was removed before
    // may have been overtaken as well.
    const end = notes.at(-1)?.end_reason;
    const isOvertaken =
      end === 'another_was_faster' ||
      (end === 'contact_removed' && times('activation_attempt_ended') === 0);
    const expected = {
      begun,
      waits: reached('waiting'),
      putOff: daysOf(notes).length > 1,
      released: Number(reached('activated')),
      ended: Number(ended.some(reached) && !isOvertaken),
    };
    const told = {
      begun: times(
        'request_filed_for_owner',
        'agreement_asked_for_owner',
        'activation_payment_started',
      ),
      waits: times('activation_waits') > 0,
      putOff: daysOf(notes).length > 1 && times('waiting_postponed', 'doubt_ended') > 0,
      released: times('protocol_activated'),
      ended: times('activation_attempt_ended', 'stop_recorded'),
    };
    const [want, got] = [JSON.stringify(expected), JSON.stringify(told)];
    return want === got ? [] : [`mails about ${id}: ${got} in place of ${want}`];
  });
}
