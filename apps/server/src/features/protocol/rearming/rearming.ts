import { vetoEndpoints } from '@zavet/contract/protocol/veto-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Caller, type Owner, type Route, route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { markContactsRearmed } from '../../people/contacts/index.ts';
import { markSent, reopenInstructions } from '../../vault/instructions/index.ts';
import { auditRelease } from '../activation/activation-notices.ts';
import {
  type Activation,
  findEffectiveActivation,
  lockActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { nextActivationStatus } from '../activation/activation-rules.ts';
import { endApprovals } from '../activation/contact-veto-repository.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { authorIsWell, lettersClosed } from '../emails/rearming-mails.ts';
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
  countOpened,
  endSending,
  listConfirmedContacts,
  listReachedEnvelopes,
  lockLetters,
  type RecalledLetter,
} from './rearming-repository.ts';

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

/**
 * Recalls all unopened letters for the owner and returns their number. The activation stays in
 * effect.
 */
export function closeLetters(ctx: Context, { user_id }: Owner, caller: Caller): Promise<number> {
  const { database, clock, log } = ctx;
  return database.transaction(async () => {
    const activation = await lockEffectiveActivation(ctx, user_id);
    if (!activation) return fail('protocol_not_active');
    const { id } = activation;
    const now = clock.now();
    const reached = await listReachedEnvelopes(database, id);
    const recalled = await recallLetters(ctx, id);
    const letters = recalled.length;
    if (letters === 0) return 0;
    await notifyRecipients(ctx, user_id, reached);
    await closeLinksOfClosed(database, id, now);
    // An instruction counts as sent once all its remaining letters were accepted.
    const touched = [...new Set(recalled.map(({ instruction_id }) => instruction_id))];
    await markSent(database, await findFullyAccepted(database, id, touched));
    await updateActivationStatus(ctx, activation);
    await recordSecurityEvent(database, user_id, 'letters_closed', caller, now);
    await auditRelease(ctx, 'letters_closed', activation, {
      actor: { kind: 'owner', id: user_id },
      facts: { letters },
    });
    await mailOwner(ctx, user_id, lettersClosed, {
      owner_id: user_id,
      change: 'closed',
      letters,
      at: now.toISOString(),
    });
    log.info({ code: 'letters_closed', activation_id: id, letters }, 'unopened letters recalled');
    return letters;
  });
}

/**
 * The owner ends the release and makes the protocol ready for another start, with the same contacts and
 * the same instructions, which become editable again.
 */
export function rearmProtocol(ctx: Context, { user_id }: Owner, caller: Caller): Promise<void> {
  const { database, clock, log } = ctx;
  return database.transaction(async () => {
    const activation = await lockEffectiveActivation(ctx, user_id);
    if (!activation || nextActivationStatus(activation.status, 'armed_again') !== 'past') {
      return fail('protocol_not_active');
    }
    const { id } = activation;
    const now = clock.now();
    await markContactsRearmed(database, user_id, now);
    await endApprovals(database, user_id, 'all');
    await reopenInstructions(database, user_id);
    const reached = await listReachedEnvelopes(database, id);
    const recalled = await recallLetters(ctx, id);
    await endSending(database, id);
    // A link shows the current text of an instruction, which the owner may edit from now on.
    await closeAllLinks(database, id, now);
    const progress = await countDeliveries(database, id);
    const opened = await countOpened(database, id);
    // After the end of the handover only the recorded counts remain.
    const past_letters = activation.past_letters ?? { progress, opened };
    await moveActivation(database, activation, 'past', now, { armed_at: now, past_letters });
    await recordSecurityEvent(database, user_id, 'protocol_rearmed', caller, now);
    const actor = { kind: 'owner', id: user_id } as const;
    await auditRelease(ctx, 'protocol_rearmed', activation, { actor });
    await mailOwner(ctx, user_id, lettersClosed, {
      owner_id: user_id,
      change: 'armed',
      at: now.toISOString(),
    });
    const contactIds = await listConfirmedContacts(database, user_id);
    for (const contact_id of contactIds) {
      await enqueueMail(ctx, authorIsWell, { contact_id });
    }
    await notifyRecipients(ctx, user_id, reached, contactIds);
    log.info(
      { code: 'protocol_rearmed', activation_id: id, letters: recalled.length },
      'protocol armed again',
    );
  });
}

async function lockEffectiveActivation(
  { database }: Context,
  ownerId: string,
): Promise<Activation | undefined> {
  await lockUser(database, ownerId);
  const effective = await findEffectiveActivation(database, ownerId);
  return effective && lockActivation(database, effective.id);
}

/** A statement takes at most 65,535 parameters. */
const eventsPerInsert = 2000;

/**
 * Closes every unopened letter and records it in the ledger. A mail that is being sent may still
 * arrive; its outcome changes nothing.
 */
export async function recallLetters(
  { database, clock }: Context,
  activationId: string,
): Promise<RecalledLetter[]> {
  const created_at = clock.now();
  await lockLetters(database, activationId);
  const recalled = await closeUnopened(database, activationId);
  for (let from = 0; from < recalled.length; from += eventsPerInsert) {
    await recordDeliveryEvents(
      database,
      recalled.slice(from, from + eventsPerInsert).map(({ id }) => ({
        id: newId(),
        delivery_id: id,
        kind: 'recalled',
        created_at,
      })),
    );
  }
  return recalled;
}
