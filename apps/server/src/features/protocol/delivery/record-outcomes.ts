import { newId } from '../../../platform/new-id.ts';
import { lockUser } from '../../account/public.ts';
import { markSent } from '../../instructions/public.ts';
import { type Activation, lockActivation } from '../activation/activation-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { reportUnreachedJob } from './delivery-orders.ts';
import {
  findFullyAccepted,
  type NewDeliveryEvent,
  recordDeliveryEvents,
} from './delivery-repository.ts';
import { afterRefusal } from './delivery-rules.ts';
import { followLetters } from './follow-letters.ts';
import type { LetterOutcome, PostOffice } from './hand-over-letter.ts';
import { type SettledDelivery, settleDeliveries } from './outcome-repository.ts';

/** Several refusals make one mail to the contact who activated. */
const reportAfterSeconds = 60;
const longestReply = 500;

/**
 * What became of some mails, with everything that follows: ledger, instructions that are sent now,
 * the activation. A result that another worker recorded before changes nothing, nor does one of a
 * letter that the owner has taken back.
 */
export function recordOutcomes(
  deps: ProtocolDeps,
  { id, deceased_user_id }: Pick<Activation, 'id' | 'deceased_user_id'>,
  office: Pick<PostOffice, 'key'>,
  outcomes: readonly LetterOutcome[],
): Promise<void> {
  const { database, clock, checkpoint } = deps;
  return database
    .transaction(async () => {
      await lockUser(database, deceased_user_id);
      const activation = await lockActivation(database, id);
      // The owner deleted the account meanwhile.
      if (!activation) return;
      const now = clock.now();
      const settled = await settleDeliveries(
        database,
        id,
        outcomes.map((outcome) => settledBy(outcome, now)),
      );
      const counted = outcomes.filter(({ delivery }) => settled.has(delivery.id));
      await recordDeliveryEvents(
        database,
        counted.flatMap((outcome) => eventsOf(office, outcome, now)),
      );
      await followUp(deps, activation, counted);
      checkpoint('delivery.before_record_commit');
    })
    .then(() => checkpoint('delivery.recorded'));
}

function settledBy(outcome: LetterOutcome, now: Date): SettledDelivery {
  const { delivery, refusal, isInterrupted } = outcome;
  if (refusal === 'unanswered' || refusal === 'paused') {
    throw new Error('What nobody answered is not recorded.');
  }
  const { id } = delivery;
  const is_corrected = delivery.corrected_email !== null;
  if (refusal === null) {
    const { refusals } = delivery;
    const accepted = { state: 'accepted', last_refusal: null, next_attempt_at: now } as const;
    return { id, is_corrected, refusals, ...accepted };
  }
  const refusals = delivery.refusals + 1;
  return {
    id,
    is_corrected,
    refusals,
    last_refusal: refusal,
    ...afterRefusal(refusals, now, isInterrupted),
  };
}

function eventsOf(
  { key }: Pick<PostOffice, 'key'>,
  { delivery, refusal, reply }: LetterOutcome,
  now: Date,
): NewDeliveryEvent[] {
  const id = newId();
  const event = {
    id,
    delivery_id: delivery.id,
    kind: refusal === null ? ('accepted' as const) : ('refused' as const),
    reply: key.seal(id, 'reply', reply.slice(0, longestReply)),
    created_at: now,
  };
  const isOver = refusal !== null && afterRefusal(delivery.refusals + 1, now).state !== 'queued';
  const end = { delivery_id: delivery.id, kind: 'given_up' as const, created_at: now };
  return isOver ? [event, end] : [event];
}

async function followUp(
  deps: ProtocolDeps,
  activation: Activation,
  outcomes: readonly LetterOutcome[],
): Promise<void> {
  const { database, clock, jobs } = deps;
  const accepted = outcomes.filter(({ refusal }) => refusal === null);
  const touched = [...new Set(accepted.map(({ delivery }) => delivery.instruction_id))];
  await markSent(database, await findFullyAccepted(database, activation.id, touched));
  await followLetters(deps, activation);
  const isNews = outcomes.some(
    ({ delivery, refusal }) =>
      refusal === 'permanent' ||
      refusal === 'unknown_address' ||
      (refusal && afterRefusal(delivery.refusals + 1, clock.now()).state === 'unreachable'),
  );
  if (isNews) {
    const order = { activation_id: activation.id };
    await jobs.enqueue(reportUnreachedJob, order, { startAfterSeconds: reportAfterSeconds });
  }
}
