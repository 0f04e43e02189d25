import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
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
import { afterRefusal, maxReplyLength } from './delivery-rules.ts';
import { reportAfterSeconds, reportUnreachedJob, updateActivationStatus } from './follow-up.ts';
import type { LetterOutcome } from './hand-over-letter.ts';

const batchSize = 100;

type ActivationRef = Pick<Activation, 'id' | 'deceased_user_id'>;

/**
 * Records outcomes in batches while other mails are still being sent, so that few mails are
 * repeated after a crash.
 */
interface OutcomeRecorder {
  add(outcome: LetterOutcome): void;
  /** True if outcomes could not be recorded; no more mails may then be sent. */
  hasFailed(): boolean;
  /**
   * Records the remaining outcomes. Throws the first failure; the unrecorded mails are then sent
   * again.
   */
  finish(): Promise<void>;
}

export function createOutcomeRecorder(
  ctx: Context,
  activation: ActivationRef,
  key: OwnerKey,
): OutcomeRecorder {
  let batch: LetterOutcome[] = [];
  let failure: { error: unknown } | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(outcomes: readonly LetterOutcome[]): Promise<void> {
    try {
      await recordOutcomes(ctx, activation, key, outcomes);
    } catch (error) {
      // Retried once, in case the connection was lost: these mails were already sent.
      ctx.log.warn(
        { code: 'letters_not_recorded', err: error, activation_id: activation.id },
        'sent letters could not be recorded; retrying once',
      );
      await recordOutcomes(ctx, activation, key, outcomes);
    }
  }

  function writeBatch(): void {
    const outcomes = batch;
    batch = [];
    if (outcomes.length === 0) return;
    writing = writing
      .then(() => write(outcomes))
      // Thrown by `finish`.
      .catch((error) => {
        failure ??= { error };
      });
  }

  return {
    add: (outcome) => {
      batch.push(outcome);
      if (batch.length >= batchSize) writeBatch();
    },
    hasFailed: () => failure !== undefined,
    finish: async () => {
      writeBatch();
      await writing;
      if (failure) throw failure.error;
    },
  };
}

/**
 * Records outcomes of mails in one transaction: envelopes, letters, ledger, instructions and
 * activation. An outcome that was already recorded changes nothing. Readers of letters that the owner
 * closed meanwhile are notified.
 */
export async function recordOutcomes(
  ctx: Context,
  { id, deceased_user_id }: ActivationRef,
  key: OwnerKey,
  outcomes: readonly LetterOutcome[],
): Promise<void> {
  const { database, clock, checkpoint } = ctx;
  await database.transaction(async () => {
    await lockUser(database, deceased_user_id);
    const activation = await lockActivation(database, id);
    // The account was deleted meanwhile.
    if (!activation) return;
    const now = clock.now();
    const results = outcomes.map((outcome) => ({ ...outcome, settled: settle(outcome, now) }));
    const letters = await settleEnvelopes(
      database,
      id,
      results.map(({ settled }) => settled),
    );
    const lettersByEnvelope = Map.groupBy(letters, ({ envelope_id }) => envelope_id);
    const recorded = results.flatMap((result) => {
      const own = lettersByEnvelope.get(result.envelope.id);
      return own ? [{ ...result, letters: own }] : [];
    });
    const events = recorded.flatMap((outcome) => eventsOf(key, outcome, now));
    await recordDeliveryEvents(database, events);
    await followUp(ctx, activation, recorded);
    const lateOutcomes = outcomes.filter(
      ({ envelope, refusal }) => refusal === null && !lettersByEnvelope.has(envelope.id),
    );
    await notifyLateRecipients(
      ctx,
      activation,
      lateOutcomes.map(({ envelope }) => envelope),
    );
    checkpoint('delivery.before_record_commit');
  });
  checkpoint('delivery.recorded');
}

interface RecordedOutcome extends LetterOutcome {
  settled: SettledEnvelope;
  letters: SettledLetter[];
}

function settle({ envelope, refusal, isInterrupted }: LetterOutcome, now: Date): SettledEnvelope {
  const { id, link_id, bounces } = envelope;
  // An acceptance does not reset the refusals, because the mail may still bounce.
  const refusals = envelope.refusals + (refusal === null ? 0 : 1);
  const next =
    refusal === null
      ? { state: 'accepted' as const, next_attempt_at: now }
      : afterRefusal(refusals, now, isInterrupted);
  return { id, link_id, bounces, refusals, last_refusal: refusal, ...next };
}

function eventsOf(
  key: OwnerKey,
  { settled, letters, refusal, reply }: RecordedOutcome,
  now: Date,
): NewDeliveryEvent[] {
  return letters.flatMap(({ id: delivery_id }): NewDeliveryEvent[] => {
    const id = newId();
    const event: NewDeliveryEvent = {
      id,
      delivery_id,
      kind: refusal === null ? 'accepted' : 'refused',
      reply: key.seal(id, 'reply', reply.slice(0, maxReplyLength)),
      created_at: now,
    };
    if (settled.state !== 'unreachable') return [event];
    return [event, { delivery_id, kind: 'given_up', created_at: now }];
  });
}

async function followUp(
  ctx: Context,
  activation: Activation,
  outcomes: readonly RecordedOutcome[],
): Promise<void> {
  const { database, jobs } = ctx;
  const accepted = outcomes.filter(({ refusal }) => refusal === null);
  const instructionIds = new Set(
    accepted.flatMap(({ letters }) => letters.map(({ instruction_id }) => instruction_id)),
  );
  await markSent(database, await findFullyAccepted(database, activation.id, [...instructionIds]));
  await updateActivationStatus(ctx, activation);
  const isUnreached = outcomes.some(
    ({ refusal, settled }) =>
      refusal === 'permanent' || refusal === 'unknown_address' || settled.state === 'unreachable',
  );
  if (isUnreached) {
    const ids = { activation_id: activation.id };
    await jobs.enqueue(reportUnreachedJob, ids, { startAfterSeconds: reportAfterSeconds });
  }
}
