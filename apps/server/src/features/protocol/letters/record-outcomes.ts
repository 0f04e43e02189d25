import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { lockUser } from '../../identity/account/index.ts';
import { markSent } from '../../vault/instructions/index.ts';
import { type Activation, lockActivation } from '../activation/activation-repository.ts';
import { notifyLateRecipients } from '../rearming/notify-recipients.ts';
import { type SettledEnvelope, type SettledLetter, settleEnvelopes } from './claim-repository.ts';
import {
  findFullyAccepted,
  type NewDeliveryEvent,
  recordDeliveryEvents,
} from './delivery-repository.ts';
import { afterRefusal } from './delivery-rules.ts';
import { reportUnreachedJob, updateActivationStatus } from './follow-up.ts';
import type { LetterOutcome, LetterSender } from './hand-over-letter.ts';

/** Several refusals make one mail to the contact who activated. */
export const reportAfterSeconds = 60;

export const longestReply = 500;

const recordedAtOnce = 100;

/** Writes results down in parts, while others are still under way: a crash repeats few mails. */
interface OutcomeRecorder {
  add(outcome: LetterOutcome): void;
  /** Nothing more should be sent that could not be written down. */
  hasFailed(): boolean;
  /** Throws what went wrong on the way; what was not written down is then sent again. */
  finish(): Promise<void>;
}

export function createOutcomeRecorder(
  ctx: Context,
  activation: Pick<Activation, 'id' | 'deceased_user_id'>,
  office: Pick<LetterSender, 'key'>,
): OutcomeRecorder {
  let open: LetterOutcome[] = [];
  let failure: { error: unknown } | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(outcomes: readonly LetterOutcome[]): Promise<void> {
    try {
      await recordOutcomes(ctx, activation, office, outcomes);
    } catch (error) {
      // One more try: a connection may have been lost in the middle, and these mails are out.
      ctx.log.warn(
        { code: 'letters_not_recorded', err: error, activation_id: activation.id },
        'sent letters could not be recorded; trying once more',
      );
      await recordOutcomes(ctx, activation, office, outcomes);
    }
  }

  function writeNext(): void {
    const outcomes = open;
    open = [];
    if (outcomes.length === 0) return;
    writing = writing
      .then(() => write(outcomes))
      // Kept for the end: nobody listens to this promise before.
      .catch((error) => {
        failure ??= { error };
      });
  }

  return {
    add: (outcome) => {
      open.push(outcome);
      if (open.length >= recordedAtOnce) writeNext();
    },
    hasFailed: () => failure !== undefined,
    finish: async () => {
      writeNext();
      await writing;
      if (failure) throw failure.error;
    },
  };
}

/**
 * What became of some mails, with everything that follows: every letter in them, ledger, instructions
 * that are sent now, the activation. A result that another worker recorded before changes nothing. The
 * reader of a letter that its owner took back meanwhile is notified of that.
 */
export function recordOutcomes(
  ctx: Context,
  { id, deceased_user_id }: Pick<Activation, 'id' | 'deceased_user_id'>,
  office: Pick<LetterSender, 'key'>,
  outcomes: readonly LetterOutcome[],
): Promise<void> {
  const { database, clock, checkpoint } = ctx;
  return database
    .transaction(async () => {
      await lockUser(database, deceased_user_id);
      const activation = await lockActivation(database, id);
      // The owner deleted the account meanwhile.
      if (!activation) return;
      const now = clock.now();
      const letters = await settleEnvelopes(
        database,
        id,
        outcomes.map((outcome) => settledBy(outcome, now)),
      );
      const counted = withLetters(outcomes, letters);
      await recordDeliveryEvents(
        database,
        counted.flatMap((outcome) => eventsOf(office, outcome, now)),
      );
      await followUp(ctx, activation, counted);
      const taken = outcomes.filter(({ refusal }) => refusal === null);
      const isCounted = ({ envelope }: LetterOutcome) =>
        counted.some((one) => one.envelope.id === envelope.id);
      const late = taken.filter((outcome) => !isCounted(outcome));
      await notifyLateRecipients(
        ctx,
        activation,
        late.map(({ envelope }) => envelope),
      );
      checkpoint('delivery.before_record_commit');
    })
    .then(() => checkpoint('delivery.recorded'));
}

/** An outcome that counts, with the letters that it settled. */
interface CountedOutcome extends LetterOutcome {
  letters: SettledLetter[];
}

function withLetters(
  outcomes: readonly LetterOutcome[],
  letters: readonly SettledLetter[],
): CountedOutcome[] {
  const inside = Map.groupBy(letters, ({ envelope_id }) => envelope_id);
  return outcomes.flatMap((outcome) => {
    const own = inside.get(outcome.envelope.id);
    return own ? [{ ...outcome, letters: own }] : [];
  });
}

function settledBy(outcome: LetterOutcome, now: Date): SettledEnvelope {
  const { envelope, refusal, isInterrupted } = outcome;
  if (refusal === 'unanswered' || refusal === 'paused') {
    throw new Error('What nobody answered is not recorded.');
  }
  const { id, link_id, bounces } = envelope;
  if (refusal === null) {
    // Refusals go on counting, in case it is taken each time and then comes back.
    const { refusals } = envelope;
    const accepted = { state: 'accepted', last_refusal: null, next_attempt_at: now } as const;
    return { id, link_id, bounces, refusals, ...accepted };
  }
  const refusals = envelope.refusals + 1;
  return {
    ...{ id, link_id, bounces, refusals },
    last_refusal: refusal,
    ...afterRefusal(refusals, now, isInterrupted),
  };
}

function eventsOf(
  { key }: Pick<LetterSender, 'key'>,
  { envelope, letters, refusal, reply }: CountedOutcome,
  now: Date,
): NewDeliveryEvent[] {
  const isOver = refusal !== null && afterRefusal(envelope.refusals + 1, now).state !== 'queued';
  return letters.flatMap(({ id: delivery_id }) => {
    const id = newId();
    const event = {
      id,
      delivery_id,
      kind: refusal === null ? ('accepted' as const) : ('refused' as const),
      reply: key.seal(id, 'reply', reply.slice(0, longestReply)),
      created_at: now,
    };
    const end = { delivery_id, kind: 'given_up' as const, created_at: now };
    return isOver ? [event, end] : [event];
  });
}

async function followUp(
  ctx: Context,
  activation: Activation,
  outcomes: readonly CountedOutcome[],
): Promise<void> {
  const { database, clock, jobs } = ctx;
  const accepted = outcomes.filter(({ refusal }) => refusal === null);
  const touched = accepted.flatMap(({ letters }) => letters.map((one) => one.instruction_id));
  await markSent(database, await findFullyAccepted(database, activation.id, [...new Set(touched)]));
  await updateActivationStatus(ctx, activation);
  const isNews = outcomes.some(
    ({ envelope, refusal }) =>
      refusal === 'permanent' ||
      refusal === 'unknown_address' ||
      (refusal && afterRefusal(envelope.refusals + 1, clock.now()).state === 'unreachable'),
  );
  if (isNews) {
    const order = { activation_id: activation.id };
    await jobs.enqueue(reportUnreachedJob, order, { startAfterSeconds: reportAfterSeconds });
  }
}
