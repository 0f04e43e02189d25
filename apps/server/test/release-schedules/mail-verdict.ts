import type { Life } from './lives.ts';
import type { Outcome } from './outcome.ts';

const ended = ['payment_canceled', 'refunded', 'vetoed'];

/** The owner is told of every beginning, of a waiting that begins, and once of the end. */
export function wrongWithMails({ mails }: Outcome, lives: readonly Life[]): string[] {
  return lives.flatMap(({ id, moves }) => {
    const times = (...kinds: string[]) =>
      mails.filter(({ mail, activation_id }) => activation_id === id && kinds.includes(mail))
        .length;
    const reached = (status: string) => moves.some(({ to }) => to === status);
    const begun = Number(reached('agreement_pending')) + Number(reached('payment_pending'));
    const expected = {
      begun,
      waits: reached('waiting'),
      released: Number(reached('activated')),
      ended: Number(ended.some(reached)),
    };
    const told = {
      begun: times('agreement_asked_for_owner', 'activation_payment_started'),
      waits: times('activation_waits') > 0,
      released: times('protocol_activated'),
      ended: times('activation_attempt_ended', 'stop_recorded'),
    };
    const [want, got] = [JSON.stringify(expected), JSON.stringify(told)];
    return want === got ? [] : [`mails about ${id}: ${got} in place of ${want}`];
  });
}
