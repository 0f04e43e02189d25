import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { type Activation, findActivation } from '../activation/activation-repository.ts';
import {
  type ClaimedEnvelope,
  claimEnvelopes,
  listOverdueActivations,
  postponeClaimed,
  releaseClaims,
  renewClaims,
  secondsToNextAttempt,
  type Turn,
} from './claim-repository.ts';
import { claimMs, furthestAttemptMs, unansweredPauseMs } from './delivery-rules.ts';
import { sendDeliveriesJob } from './follow-up.ts';
import { createLetterSender, type LetterOutcome, type LetterSender } from './hand-over-letter.ts';
import { createOutcomeRecorder } from './record-outcomes.ts';

const longestSleepSeconds = 6 * 3_600;

/** Later than this, the worker that should have come has been lost. */
const overdueMs = 60_000;

/** So many are left when more are claimed: the lanes go on meanwhile. */
const claimedAgainAt = 150;

const claimedAtOnce = 400;

/** Mails handed over side by side; more than a mail server is offered connections. */
const lanes = 12;

/** A job comes back for the rest, so that it never looks dead. */
const longestRunMs = 5 * 60_000;

/**
 * Sends what is due of an activation. Each mail may be repeated, by this worker or another, after
 * any interruption; it then carries the same link and the same Message-ID.
 */
export async function sendLetters(
  ctx: Context,
  activationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, log } = ctx;
  const activation = await findActivation(database, activationId);
  const office = activation && (await createLetterSender(ctx, activation));
  if (!activation || !office) return;
  const endsAt = performance.now() + longestRunMs;
  const mayGoOn = () => !signal?.aborted && performance.now() < endsAt;
  if (await sendDue(ctx, activation, office, mayGoOn)) return;
  log.warn(
    { code: 'mail_server_silent', activation_id: activationId },
    'the mail server does not answer',
  );
}

/** False when the mail server cannot be talked to: the rest waits a moment, as if never tried. */
async function sendDue(
  ctx: Context,
  activation: Activation,
  office: LetterSender,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { database, clock, log, checkpoint } = ctx;
  const claimId = newId();
  const feed = prefetchEnvelopes(async () => {
    const now = clock.now();
    const claimed = await claimEnvelopes(database, activation.id, claimId, now, claimedAtOnce);
    checkpoint('delivery.claimed');
    return claimed;
  });
  const record = createOutcomeRecorder(ctx, activation, office);
  let isAnswered = true;
  const paused: LetterOutcome[] = [];
  const lane = async () => {
    while (isAnswered && mayGoOn() && !record.hasFailed()) {
      const next = await feed.next();
      if (!next) return;
      const outcome = await office.handOver(next);
      if (outcome.refusal === 'unanswered') isAnswered = false;
      else if (outcome.refusal === 'paused') paused.push(outcome);
      // A worker that is told to stop cuts mails off; that is nobody's refusal.
      else if (outcome.refusal !== 'temporary' || mayGoOn()) record.add(outcome);
    }
  };
  const stopRenewing = keepClaims(ctx, claimId);
  try {
    const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
    // Also where a lane failed: what the others handed over is out.
    await record.finish();
    await postponeClaimed(database, claimId, turnsOf(paused, clock.now()));
    for (const lost of ended) if (lost.status === 'rejected') throw lost.reason;
  } finally {
    stopRenewing();
    const later = new Date(clock.now().getTime() + unansweredPauseMs);
    await releaseClaims(database, claimId, isAnswered ? undefined : later).catch((error) =>
      // They run out by themselves.
      log.warn(
        { code: 'delivery_claims_not_released', err: error },
        'claims of deliveries could not be given back',
      ),
    );
  }
  return isAnswered;
}

/** When the turn of letters comes whose domain gets no mail for a while. */
function turnsOf(paused: readonly LetterOutcome[], now: Date): Turn[] {
  return paused.map(({ envelope, retryAfterMs = 0 }) => ({
    id: envelope.id,
    at: new Date(now.getTime() + retryAfterMs),
  }));
}

/** While this process lives, nobody else takes what it has in hand. */
function keepClaims({ database, log }: Context, claimId: string): () => void {
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

/** Sends what is due, and comes back when the next mail is. */
export async function sendLettersAndReschedule(
  ctx: Context,
  activationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock, jobs, checkpoint } = ctx;
  await sendLetters(ctx, activationId, signal);
  const seconds = await secondsToNextAttempt(database, activationId, clock.now());
  if (seconds === undefined) return;
  checkpoint('delivery.before_next_order');
  await jobs.enqueue(
    sendDeliveriesJob,
    { activation_id: activationId },
    { startAfterSeconds: Math.min(longestSleepSeconds, Math.max(1, Math.ceil(seconds))) },
  );
  checkpoint('delivery.next_ordered');
}

/** The safety net: whatever became of its job, a mail that is overdue is sent. */
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

/** What lanes take their next envelope from. */
interface LetterFeed {
  /** Undefined when nothing more is due. */
  next(): Promise<ClaimedEnvelope | undefined>;
}

/** Claims ahead, so that nobody waits for the database while there is something to send. */
export function prefetchEnvelopes(claim: () => Promise<ClaimedEnvelope[]>): LetterFeed {
  const waiting: ClaimedEnvelope[] = [];
  let isOver = false;
  let claiming: Promise<void> | undefined;

  async function claimMore(): Promise<void> {
    const claimed = await claim();
    isOver = claimed.length === 0;
    waiting.push(...claimed);
    claiming = undefined;
  }

  function claimAhead(): void {
    if (isOver || claiming) return;
    claiming = claimMore();
    // A lane that finds nothing left hears of it.
    claiming.catch(() => {});
  }

  return {
    next: async () => {
      if (waiting.length <= claimedAgainAt) claimAhead();
      while (waiting.length === 0 && !isOver) {
        claimAhead();
        await claiming;
      }
      return waiting.shift();
    },
  };
}
