import type { Life } from './lives.ts';
import type { Outcome } from './outcome.ts';
import type { Scene } from './scene.ts';

/** A payment that succeeded led to a release, or went back once and in full. */
export function wrongWithMoney(
  { lane }: Scene,
  { payments }: Outcome,
  lives: readonly Life[],
): string[] {
  const known = lane.provider.payments();
  return payments.flatMap(({ id, status, amount_kopecks, refunds }) => {
    const theirs = known.find(({ payment_id }) => payment_id === id);
    const wasPaid = theirs?.status === 'succeeded';
    const hasLed = lives.some(
      ({ releases }) => releases.length > 0 && releases[0]?.note.payment_id === id,
    );
    const given = refunds.map((one) => `${one.status} ${one.amount_kopecks}`).join();
    const due = wasPaid && !hasLed ? `succeeded ${amount_kopecks}` : '';
    const isEnded = status === (wasPaid ? 'succeeded' : 'canceled');
    return [
      ...(isEnded ? [] : [`payment ${id} is ${status}, at the provider ${theirs?.status}`]),
      ...(hasLed && !wasPaid ? [`payment ${id} was never paid, and led to a release`] : []),
      ...(given === due ? [] : [`payment ${id}: refunds «${given}» in place of «${due}»`]),
      ...((theirs?.refunded_kopecks ?? 0) === (due ? amount_kopecks : 0)
        ? []
        : [`payment ${id}: the provider gave ${theirs?.refunded_kopecks} back`]),
    ];
  });
}
