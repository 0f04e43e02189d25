import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { lockUser } from '../../identity/account/index.ts';
import { issueLateInvitation, markContactsActivated } from '../../people/contacts/index.ts';
import { markQueued } from '../../vault/instructions/index.ts';
import {
  findEffectiveActivation,
  lockActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { deliveryEventOf, nextActivationStatus } from '../activation/activation-rules.ts';
import { countDeliveries, recordDeliveryEvents } from './delivery-repository.ts';
import { newEnvelope } from './enqueue-letters.ts';
import { insertEnvelopes, putIntoEnvelope } from './envelope-repository.ts';
import { sendDeliveriesJob } from './follow-up.ts';
import {
  type LateActivation,
  listActivationsToCatchUp,
  listLateContacts,
  lockWithheld,
} from './withheld-repository.ts';

/**
 * Queues the withheld letters of a contact who confirmed after the release, in one envelope. Runs
 * in the transaction of the confirmation, with the owner locked. A repeated call changes nothing.
 */
export async function releaseWithheld(
  ctx: Context,
  contact: { id: string; user_id: string },
): Promise<void> {
  const { database, clock, jobs, log } = ctx;
  const { id: contact_id, user_id } = contact;
  const found = await findEffectiveActivation(database, user_id);
  const activation = found && (await lockActivation(database, found.id));
  if (!activation) return;
  const activation_id = activation.id;
  const withheld = await lockWithheld(database, activation_id, contact_id);
  if (withheld.length === 0) return;
  const now = clock.now();
  const envelope = newEnvelope(ctx, { activation_id, user_id, contact_id }, now);
  await insertEnvelopes(database, [envelope]);
  const letterIds = withheld.map(({ id }) => id);
  await putIntoEnvelope(database, envelope.id, letterIds);
  await recordDeliveryEvents(
    database,
    letterIds.map((id) => ({ delivery_id: id, kind: 'queued', created_at: now })),
  );
  const instructionIds = withheld.map(({ instruction_id }) => instruction_id);
  await markQueued(database, user_id, instructionIds, now);
  const counts = await countDeliveries(database, activation_id);
  const next = nextActivationStatus(activation.status, deliveryEventOf(counts));
  if (next) await moveActivation(database, activation, next, now);
  await jobs.enqueue(sendDeliveriesJob, { activation_id });
  log.info(
    { code: 'withheld_letters_released', activation_id, letters: letterIds.length },
    'withheld letters are sent to a contact who confirmed late',
  );
}

/** Invites contacts with withheld letters who have neither answered nor declined. */
export async function inviteLateContacts(ctx: Context, activation: { id: string }): Promise<void> {
  for (const contactId of await listLateContacts(ctx.database, activation.id)) {
    await issueLateInvitation(ctx, contactId);
  }
}

/**
 * Job, as a safety net: repeats missed invitations and releases of withheld letters, which normally
 * happen with the release and the confirmation.
 */
export async function catchUpLateContacts(ctx: Context, signal?: AbortSignal): Promise<void> {
  await forEachDue<LateActivation>({
    list: (after, limit) => listActivationsToCatchUp(ctx.database, after?.id, limit),
    handle: (activation) => catchUp(ctx, activation),
    failed: ({ id }, err) =>
      ctx.log.error(
        { code: 'late_contacts_not_caught_up', activation_id: id, err },
        'late contacts of an activation could not be invited or served',
      ),
    signal,
  });
}

function catchUp(ctx: Context, activation: LateActivation): Promise<void> {
  const { database, clock } = ctx;
  const { owner_id } = activation;
  return database.transaction(async () => {
    if (!(await lockUser(database, owner_id))) return;
    for (const contact of await markContactsActivated(database, owner_id, clock.now())) {
      await releaseWithheld(ctx, { id: contact.id, user_id: owner_id });
    }
    await inviteLateContacts(ctx, activation);
  });
}
