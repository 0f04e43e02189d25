import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { type Activation, findActivation } from '../activation/activation-repository.ts';
import {
  type ClaimedEnvelope,
  claimEnvelopes,
  listOverdueActivations,
  postponeClaimed,
  type RetryTime,
  releaseClaims,
  renewClaims,
  secondsToNextAttempt,
} from './claim-repository.ts';
import { claimMs, furthestAttemptMs, unansweredPauseMs } from './delivery-rules.ts';
import { sendDeliveriesJob } from './follow-up.ts';
import { createLetterSender, type LetterSender } from './hand-over-letter.ts';
import { createOutcomeRecorder } from './record-outcomes.ts';

const maxSleepSeconds = 6 * 3_600;
/** A letter overdue by more than this has presumably lost its job. */
const overdueMs = 60_000;
const claimBatchSize = 400;
/** The next batch is claimed while this many envelopes are left. */
const refillAt = 150;
/**
 * Mails handed over in parallel: more than the connections to the mail server, to keep all of them
 * busy.
 */
const parallelMails = 12;
/** Longest run of a job. Another job then continues, so that no job runs into its time limit. */
const maxRunMs = 5 * 60_000;

/** Job: sends due letters and enqueues the job of the next attempt. */
export async function sendLettersAndReschedule(
  ctx: Context,
  activationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock, jobs, checkpoint } = ctx;
  await sendLetters(ctx, activationId, signal);
  const seconds = await secondsToNextAttempt(database, activationId, clock.now());
  if (seconds === undefined) return;
  checkpoint('delivery.before_next_enqueued');
  await jobs.enqueue(
    sendDeliveriesJob,
    { activation_id: activationId },
    { startAfterSeconds: Math.min(maxSleepSeconds, Math.max(1, Math.ceil(seconds))) },
  );
  checkpoint('delivery.next_enqueued');
}

/** Safety net: sends overdue letters even if their job was lost. */
export async function sendOverdueLetters(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now().getTime();
  const times = { overdue: new Date(now - overdueMs), furthest: new Date(now + furthestAttemptMs) };
  await forEachDue<string>({
    list: (after, limit) => listOverdueActivations(ctx.database, times, after, limit),
    handle: (activationId) => sendLetters(ctx, activationId, signal),
    failed: (activation_id, err) =>
      ctx.log.error(
        { code: 'overdue_letters_not_sent', activation_id, err },
        'overdue letters of an activation could not be sent',
      ),
    signal,
  });
}

/**
 * Sends the due letters of an activation. An interruption may repeat a mail, with the same link and
 * the same Message-ID.
 */
export async function sendLetters(
  ctx: Context,
  activationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const activation = await findActivation(ctx.database, activationId);
  const sender = activation && (await createLetterSender(ctx, activation));
  if (!activation || !sender) return;
  const endsAt = performance.now() + maxRunMs;
  const mayContinue = () => !signal?.aborted && performance.now() < endsAt;
  if (await sendInParallel(ctx, activation, sender, mayContinue)) return;
  ctx.log.warn(
    { code: 'mail_server_silent', activation_id: activationId },
    'the mail server does not answer',
  );
}

/**
 * Sends due letters; false if the mail server does not answer. The remaining letters then back off
 * without counting an attempt.
 */
async function sendInParallel(
  ctx: Context,
  activation: Activation,
  sender: LetterSender,
  mayContinue: () => boolean,
): Promise<boolean> {
  const { database, clock, log, checkpoint } = ctx;
  const claimId = newId();
  const nextEnvelope = prefetchEnvelopes(async () => {
    const now = clock.now();
    const claimed = await claimEnvelopes(database, activation.id, claimId, now, claimBatchSize);
    checkpoint('delivery.claimed');
    return claimed;
  });
  const recorder = createOutcomeRecorder(ctx, activation, sender.key);
  let isAnswered = true;
  const paused: RetryTime[] = [];
  const sendNext = async () => {
    while (isAnswered && mayContinue() && !recorder.hasFailed()) {
      const envelope = await nextEnvelope();
      if (!envelope) return;
      const result = await sender.handOver(envelope);
      if (result.refusal === 'unanswered') isAnswered = false;
      else if (result.refusal === 'paused') {
        paused.push({ id: envelope.id, at: new Date(clock.now().getTime() + result.retryAfterMs) });
      }
      // An interruption of a mail by a stopping worker does not count as a refusal.
      else if (result.refusal !== 'temporary' || mayContinue()) recorder.add(result);
    }
  };
  const stopRenewing = startRenewing(ctx, claimId);
  try {
    const ended = await Promise.allSettled(Array.from({ length: parallelMails }, sendNext));
    // Also after a failure, because other mails were already sent.
    await recorder.finish();
    await postponeClaimed(database, claimId, paused);
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
  } finally {
    stopRenewing();
    const later = new Date(clock.now().getTime() + unansweredPauseMs);
    await releaseClaims(database, claimId, isAnswered ? undefined : later).catch((error) =>
      // The leases expire by themselves.
      log.warn(
        { code: 'delivery_claims_not_released', err: error },
        'claims of deliveries could not be released',
      ),
    );
  }
  return isAnswered;
}

function startRenewing({ database, log }: Context, claimId: string): () => void {
  const timer = setInterval(() => {
    renewClaims(database, claimId).catch((error) =>
      log.warn(
        { code: 'delivery_claims_not_renewed', err: error },
        'claims of deliveries could not be renewed',
      ),
    );
  }, claimMs / 4);
  return () => clearInterval(timer);
}

/**
 * Returns a function that resolves to the next claimed envelope, or undefined if none is due. Prefetches
 * the next batch, so that sending never waits for the database.
 */
export function prefetchEnvelopes(
  claimBatch: () => Promise<ClaimedEnvelope[]>,
): () => Promise<ClaimedEnvelope | undefined> {
  const claimed: ClaimedEnvelope[] = [];
  let isExhausted = false;
  let claiming: Promise<void> | undefined;

  async function claimMore(): Promise<void> {
    const batch = await claimBatch();
    isExhausted = batch.length === 0;
    claimed.push(...batch);
    claiming = undefined;
  }

  function refill(): void {
    if (isExhausted || claiming) return;
    claiming = claimMore();
    // The caller that awaits `claiming` gets the error.
    claiming.catch(() => {});
  }

  return async () => {
    if (claimed.length <= refillAt) refill();
    while (claimed.length === 0 && !isExhausted) {
      refill();
      await claiming;
    }
    return claimed.shift();
  };
}
