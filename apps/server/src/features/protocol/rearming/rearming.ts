import { vetoEndpoints } from '@zavet/contract/protocol/veto-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Caller, type Owner, type Route, route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { markArmedAgain } from '../../people/contacts/index.ts';
import { markSent, reopenInstructions } from '../../vault/instructions/index.ts';
import { auditRelease } from '../activation/activation-notices.ts';
import { findEffectiveActivation, lockActivation } from '../activation/activation-repository.ts';
import { nextActivationStatus } from '../activation/activation-rules.ts';
import { endApprovals } from '../activation/standing-repository.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { lettersClosed, protocolArmedAgain, protocolReadyAgain } from '../emails/rearming-mails.ts';
import {
  countDeliveries,
  findFullyAccepted,
  recordDeliveryEvents,
} from '../letters/delivery-repository.ts';
import { updateActivationStatus } from '../letters/follow-up.ts';
import { notifyRecipients } from './notify-recipients.ts';
import {
  closeAllLinks,
  closeLinksOfClosed,
  closeUnopened,
  countRead,
  endSending,
  listConfirmedContacts,
  listReached,
  lockLetters,
  markPast,
  type RecalledLetter,
} from './rearming-repository.ts';

/** A statement takes at most 65,535 values. */
const eventsAtOnce = 2000;

/**
 * An owner who lives ends what was started and keeps the protocol ready for another start: with the
 * same contacts, and the same instructions, which can be changed again. All of it or nothing.
 */
export function rearmProtocol(ctx: Context, owner: Owner, caller: Caller): Promise<void> {
  const { database, clock, log } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const effective = await findEffectiveActivation(database, user_id);
    const activation = effective && (await lockActivation(database, effective.id));
    if (!activation || nextActivationStatus(activation.status, 'armed_again') !== 'past') {
      return fail('protocol_not_active');
    }
    const { id } = activation;
    const now = clock.now();
    await markArmedAgain(database, user_id, now);
    await endApprovals(database, user_id, 'all');
    await reopenInstructions(database, user_id);
    const reached = await listReached(database, id);
    const taken = await recallLetters(ctx, id);
    await endSending(database, id);
    // Behind a link stands the instruction as it is now, and from now on the owner changes it.
    await closeAllLinks(database, id, now);
    const progress = await countDeliveries(database, id);
    const opened = await countRead(database, id);
    // Once the handover has ended its letters are gone, and only their count is left.
    await markPast(database, activation, activation.past_letters ?? { progress, opened }, now);
    await recordSecurityEvent(database, user_id, 'protocol_armed_again', caller, now);
    const actor = { kind: 'owner', id: user_id } as const;
    await auditRelease(ctx, 'protocol_armed_again', activation, { actor });
    await mailOwner(ctx, user_id, protocolArmedAgain, {
      owner_id: user_id,
      at: now.toISOString(),
    });
    const contactIds = await listConfirmedContacts(database, user_id);
    for (const contact_id of contactIds) {
      await enqueueMail(ctx, protocolReadyAgain, { contact_id });
    }
    await notifyRecipients(ctx, user_id, reached, contactIds);
    log.info(
      { code: 'protocol_armed_again', activation_id: id, letters: taken.length },
      'an owner armed the protocol again',
    );
  });
}

/**
 * An owner who lives takes back every letter that nobody has opened. Answers with how many. The
 * protocol stays started, and what was read was read.
 */
export function closeLetters(ctx: Context, owner: Owner, caller: Caller): Promise<number> {
  const { database, clock, log } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const effective = await findEffectiveActivation(database, user_id);
    const activation = effective && (await lockActivation(database, effective.id));
    if (!activation) return fail('protocol_not_active');
    const now = clock.now();
    const reached = await listReached(database, activation.id);
    const taken = await recallLetters(ctx, activation.id);
    if (taken.length === 0) return 0;
    await notifyRecipients(ctx, user_id, reached);
    await closeLinksOfClosed(database, activation.id, now);
    // What the others of an instruction have got is all there is to be sent of it now.
    const touched = [...new Set(taken.map(({ instruction_id }) => instruction_id))];
    await markSent(database, await findFullyAccepted(database, activation.id, touched));
    await updateActivationStatus(ctx, activation);
    await recordSecurityEvent(database, user_id, 'letters_closed', caller, now);
    await auditRelease(ctx, 'letters_closed', activation, {
      actor: { kind: 'owner', id: user_id },
      facts: { letters: taken.length },
    });
    await mailOwner(ctx, user_id, lettersClosed, {
      owner_id: user_id,
      letters: taken.length,
      at: now.toISOString(),
    });
    log.info(
      { code: 'letters_closed', activation_id: activation.id, letters: taken.length },
      'an owner took back letters that nobody had opened',
    );
    return taken.length;
  });
}

/**
 * Takes back every letter that nobody has opened, with its place in the ledger. A mail that is being
 * handed over at this moment may still arrive: whatever its worker records changes nothing.
 */
export async function recallLetters(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  activationId: string,
): Promise<RecalledLetter[]> {
  const created_at = clock.now();
  await lockLetters(database, activationId);
  const taken = await closeUnopened(database, activationId);
  for (let from = 0; from < taken.length; from += eventsAtOnce) {
    await recordDeliveryEvents(
      database,
      taken.slice(from, from + eventsAtOnce).map(({ id }) => ({
        id: newId(),
        delivery_id: id,
        kind: 'taken_back',
        created_at,
      })),
    );
  }
  return taken;
}

/** What a living owner does after letters have left. */
export function rearmingRoutes(ctx: Context): Route[] {
  return [
    route(vetoEndpoints.closeLetters, async ({ owner, caller }) => ({
      closed: await closeLetters(ctx, owner, caller),
    })),
    route(vetoEndpoints.rearmProtocol, async ({ owner, caller }) => {
      await rearmProtocol(ctx, owner, caller);
      return {};
    }),
  ];
}
