import { setInterval } from 'node:timers';
import type { Activation } from '../activation/activation-repository.ts';
import { findActivation } from '../activation/activation-repository.ts';
import type { ProtocolParts } from '../protocol-parts.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  releaseClaims,
  renewClaims,
} from './claim-repository.ts';
import { claimMs } from './delivery-rules.ts';
import { createPostOffice, type LetterOutcome, type PostOffice } from './hand-over-letter.ts';
import { recordOutcomes } from './record-outcomes.ts';

const claimedAtOnce = 400;
/** Mails handed over side by side; more than a mail server is offered connections. */
const lanes = 12;
const recordedAtOnce = 100;
/** A job comes back for the rest, so that it never looks dead. */
const longestRunMs = 5 * 60_000;

/**
 * Sends what is due of an activation. Each mail may be repeated, by this worker or another, after
 * any interruption; it then carries the same link and the same Message-ID.
 */
export async function sendDeliveries(
  parts: ProtocolParts,
  activationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock, checkpoint } = parts;
  const activation = await findActivation(database, activationId);
  if (!activation) return;
  const startedAt = performance.now();
  const office = await createPostOffice(parts, activation.deceased_user_id);
  if (!office) return;
  while (!signal?.aborted && performance.now() - startedAt < longestRunMs) {
    const claimed = await claimDeliveries(database, activationId, clock.now(), claimedAtOnce);
    checkpoint('delivery.claimed');
    if (claimed.length === 0) return;
    await sendClaimed(parts, activation, office, claimed, signal);
  }
}

/** Results are recorded while others are still under way: a crash repeats few mails. */
async function sendClaimed(
  parts: ProtocolParts,
  activation: Activation,
  office: PostOffice,
  claimed: readonly ClaimedDelivery[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const open = new Set(claimed.map(({ id }) => id));
  const waiting = [...claimed];
  const done: LetterOutcome[] = [];
  let recording = Promise.resolve();
  let isRecording = true;
  const record = () => {
    const outcomes = done.splice(0);
    if (outcomes.length === 0) return;
    recording = recording.then(async () => {
      await recordOutcomes(parts, activation, office, outcomes);
      for (const { delivery } of outcomes) open.delete(delivery.id);
    });
    // Thrown at the end; until then it only keeps more mails from being sent without a record.
    recording.catch(() => {
      isRecording = false;
    });
  };
  const goesOn = () => isRecording && !signal?.aborted;
  const lane = async () => {
    for (let next = waiting.shift(); next && goesOn(); next = waiting.shift()) {
      done.push(await office.handOver(next));
      if (done.length >= recordedAtOnce) record();
    }
  };
  const stopRenewing = keepClaims(parts, open);
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
    record();
    await recording;
  } finally {
    stopRenewing();
    await releaseClaims(parts.database, [...open]).catch(() => {});
  }
}

/** While this process lives, nobody else takes what it has in hand. */
function keepClaims({ database, clock, log }: ProtocolParts, open: ReadonlySet<string>) {
  const timer = setInterval(() => {
    renewClaims(database, [...open], clock.now()).catch((error) =>
      log.warn({ err: error }, 'claims of deliveries could not be renewed'),
    );
  }, claimMs / 4);
  return () => clearInterval(timer);
}
