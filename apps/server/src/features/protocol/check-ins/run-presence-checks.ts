import { orderMail } from '../../../platform/mail/order-mail.ts';
import { newId } from '../../../platform/new-id.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { checkInMail } from './emails/check-in-mail.ts';
import { contactsTold, ownerSilent } from './emails/silence-mails.ts';
import { endRound } from './end-round.ts';
import { lastSignOfLife } from './last-sign-of-life.ts';
import type { PresenceDeps } from './presence-deps.ts';
import {
  type DueOwner,
  findCheck,
  isPaused,
  listConfirmedContacts,
  listDueOwners,
  noteLook,
} from './presence-repository.ts';
import { lookAgainAt, nextStep, type PresenceStep } from './presence-rules.ts';
import {
  findOpenRound,
  insertCheckIn,
  insertRound,
  markTold,
  orderedAgain,
  type Round,
  repeatCheckIn,
} from './round-repository.ts';
import { insertTellings } from './telling-repository.ts';

const ownersAtOnce = 100;

/** Looks at every owner whose time has come. May run twice, and at once. */
export async function runPresenceChecks(deps: PresenceDeps, signal?: AbortSignal): Promise<void> {
  const { database, clock, log } = deps;
  const now = clock.now();
  let last: DueOwner | undefined;
  for (let isMore = true; isMore && !signal?.aborted; isMore = last !== undefined) {
    const owners: DueOwner[] = await listDueOwners(database, now, last, ownersAtOnce);
    for (const { user_id } of owners) {
      await checkOwner(deps, user_id).catch((error) =>
        log.error(
          { code: 'presence_not_checked', err: error, user_id },
          'an owner could not be asked for a sign of life',
        ),
      );
    }
    last = owners.length < ownersAtOnce ? undefined : owners.at(-1);
  }
}

/** One step of one owner: whatever it changes and orders is one transaction. */
function checkOwner(deps: PresenceDeps, userId: string): Promise<void> {
  const { database, clock } = deps;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const now = clock.now();
    const check = await findCheck(database, userId);
    // Another worker may have looked meanwhile, or the owner has changed the setting.
    if (!check || check.look_at > now) return;
    const seenAt = await lastSignOfLife(database, check, now);
    const round = await findOpenRound(database, userId);
    const is_paused = await isPaused(database, userId);
    const step = nextStep({ frequency: check.frequency, is_paused, round }, seenAt, now);
    await takeStep(deps, step, { userId, seenAt, round, now });
    await noteLook(database, userId, seenAt, lookAgainAt(step, round, now));
  });
}

interface Situation {
  userId: string;
  seenAt: Date;
  round: Round | undefined;
  now: Date;
}

async function takeStep(
  deps: PresenceDeps,
  step: PresenceStep,
  situation: Situation,
): Promise<void> {
  const { round, userId, now } = situation;
  switch (step.kind) {
    case 'wait':
      return;
    case 'ask':
      return ask(deps, step.number, situation);
    case 'ask_again':
      return round && askAgain(deps, step.number, round, now);
    case 'tell_contacts':
      return round && tellContacts(deps, userId, round, now);
    case 'end_round':
      return round && endRound(deps, round, 'seen', systemActor, now);
  }
}

async function ask(
  deps: PresenceDeps,
  number: number,
  { userId, seenAt, round, now }: Situation,
): Promise<void> {
  const { database, linkTokens } = deps;
  const round_id = round?.id ?? (await insertRound(database, userId, seenAt, now));
  const id = newId();
  const digest = linkTokens.digestOf(linkTokens.tokenOf(id));
  await insertCheckIn(database, { id, round_id, number, digest, ordered_at: now });
  await recordSecurityEvent(database, userId, 'check_in_sent', systemActor, now);
  await orderMail(deps, checkInMail, { check_in_id: id }, { mailId: id });
}

async function askAgain(
  deps: PresenceDeps,
  number: number,
  { check_ins, user_id }: Round,
  now: Date,
): Promise<void> {
  const lost = check_ins.find((checkIn) => checkIn.number === number);
  if (!lost) return;
  if (await repeatCheckIn(deps.database, lost.id, now)) {
    await recordSecurityEvent(deps.database, user_id, 'check_in_sent', systemActor, now);
  } else {
    await orderedAgain(deps.database, lost.id, now);
  }
  await orderMail(deps, checkInMail, { check_in_id: lost.id }, { mailId: lost.id });
}

async function tellContacts(
  deps: PresenceDeps,
  userId: string,
  round: Round,
  now: Date,
): Promise<void> {
  const { database } = deps;
  const contacts = await listConfirmedContacts(database, userId);
  if (!(await markTold(database, round.id, contacts.length, now))) return;
  const tellings = await insertTellings(
    database,
    round.id,
    contacts.map(({ id }) => id),
  );
  for (const telling_id of tellings) await orderMail(deps, ownerSilent, { telling_id });
  await orderMail(deps, contactsTold, { round_id: round.id });
  if (tellings.length === 0) return;
  await recordSecurityEvent(database, userId, 'contacts_told_of_silence', systemActor, now);
}
