import { newId } from '../../../platform/new-id.ts';
import { type Activation, findActivation } from '../activation/activation-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  releaseClaims,
  renewClaims,
} from './claim-repository.ts';
import { claimMs, unansweredPauseMs } from './delivery-rules.ts';
import { createPostOffice, type PostOffice } from './hand-over-letter.ts';
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
  deps: ProtocolDeps,
  activationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock, checkpoint } = deps;
  const activation = await findActivation(database, activationId);
  const office = activation && (await createPostOffice(deps, activation.deceased_user_id));
  if (!activation || !office) return;
  const endsAt = performance.now() + longestRunMs;
  const mayGoOn = () => !signal?.aborted && performance.now() < endsAt;
  while (mayGoOn()) {
    const claimId = newId();
    const now = clock.now();
    const claimed = await claimDeliveries(database, activationId, claimId, now, claimedAtOnce);
    checkpoint('delivery.claimed');
    if (claimed.length === 0) return;
    const isAnswered = await sendClaimed(deps, { activation, office, claimId, claimed, mayGoOn });
    if (!isAnswered) return;
  }
}

interface Batch {
  activation: Activation;
  office: PostOffice;
  claimId: string;
  claimed: readonly ClaimedDelivery[];
  mayGoOn(): boolean;
}

/** False when the mail server cannot be talked to: the rest waits a moment, as if never tried. */
async function sendClaimed(deps: ProtocolDeps, batch: Batch): Promise<boolean> {
  const { database, clock, log } = deps;
  const { activation, office, claimId, claimed, mayGoOn } = batch;
  const waiting = [...claimed];
  const record = createLetterRecord(deps, activation, office);
  let isAnswered = true;
  const lane = async () => {
    for (let next = waiting.shift(); next && isAnswered; next = waiting.shift()) {
      if (!mayGoOn() || record.hasFailed()) return;
      const outcome = await office.handOver(next);
      if (outcome.refusal === 'unanswered') isAnswered = false;
      // A worker that is told to stop cuts mails off; that is nobody's refusal.
      else if (outcome.refusal !== 'temporary' || mayGoOn()) record.add(outcome);
    }
  };
  const stopRenewing = keepClaims(deps, claimId);
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
    await record.finish();
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
  if (!isAnswered)
    log.warn(
      { code: 'mail_server_silent', activation_id: activation.id },
      'the mail server does not answer',
    );
  return isAnswered;
}

/** While this process lives, nobody else takes what it has in hand. */
function keepClaims({ database, log }: ProtocolDeps, claimId: string): () => void {
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
