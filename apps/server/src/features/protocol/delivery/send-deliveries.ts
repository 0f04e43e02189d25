import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/new-id.ts';
import { type Activation, findActivation } from '../activation/activation-repository.ts';
import {
  claimEnvelopes,
  postponeClaimed,
  releaseClaims,
  renewClaims,
  type Turn,
} from './claim-repository.ts';
import { claimMs, unansweredPauseMs } from './delivery-rules.ts';
import { createPostOffice, type LetterOutcome, type PostOffice } from './hand-over-letter.ts';
import { createLetterFeed } from './letter-feed.ts';
import { createLetterRecord } from './letter-record.ts';

const claimedAtOnce = 400;
/** Mails handed over side by side; more than a mail server is offered connections. */
const lanes = 12;
/** A job comes back for the rest, so that it never looks dead. */
const longestRunMs = 5 * 60_000;

/**
 * Sends what is due of an activation. Each mail may be repeated, by this worker or another, after
 * any interruption; it then carries the same link and the same Message-ID.
 */
export async function sendDeliveries(
  ctx: Context,
  activationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, log } = ctx;
  const activation = await findActivation(database, activationId);
  const office = activation && (await createPostOffice(ctx, activation));
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
  office: PostOffice,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { database, clock, log, checkpoint } = ctx;
  const claimId = newId();
  const feed = createLetterFeed(async () => {
    const now = clock.now();
    const claimed = await claimEnvelopes(database, activation.id, claimId, now, claimedAtOnce);
    checkpoint('delivery.claimed');
    return claimed;
  });
  const record = createLetterRecord(ctx, activation, office);
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
