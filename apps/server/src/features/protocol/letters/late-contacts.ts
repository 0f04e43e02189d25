import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { lockUser } from '../../identity/account/index.ts';
import { issueLateInvitation, markActivated } from '../../people/contacts/index.ts';
import { markQueued } from '../../vault/instructions/index.ts';
import {
  type Activation,
  findEffectiveActivation,
  lockActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { mailsEvent, nextActivationStatus } from '../activation/activation-rules.ts';
import { countDeliveries, recordDeliveryEvents } from './delivery-repository.ts';
import { newEnvelope } from './enqueue-letters.ts';
import { insertEnvelopes, putIntoEnvelope } from './envelope-repository.ts';
import { sendDeliveriesJob } from './follow-up.ts';
import {
  type ForgottenActivation,
  listActivationsToCatchUp,
  listLateContacts,
  lockWithheld,
} from './withheld-repository.ts';

/**
 * Sends a contact who agreed after the activation what was kept for them; in the transaction of the
 * answer, under the owner's lock: all of it in one envelope. A second time there is nothing left.
 */
export async function releaseWithheld(
  ctx: Context,
  contact: { id: string; user_id: string },
): Promise<void> {
  const { database, clock, jobs, log } = ctx;
  const found = await findEffectiveActivation(database, contact.user_id);
  const activation = found && (await lockActivation(database, found.id));
  if (!activation) return;
  const withheld = await lockWithheld(database, activation.id, contact.id);
  if (withheld.length === 0) return;
  const now = clock.now();
  const whose = { activation_id: activation.id, user_id: contact.user_id, contact_id: contact.id };
  const envelope = newEnvelope(ctx, whose, now);
  await insertEnvelopes(database, [envelope]);
  const letterIds = withheld.map(({ id }) => id);
  await putIntoEnvelope(database, envelope.id, letterIds);
  await recordDeliveryEvents(
    database,
    letterIds.map((id) => ({ delivery_id: id, kind: 'queued', created_at: now })),
  );
  const instructionIds = withheld.map(({ instruction_id }) => instruction_id);
  await markQueued(database, contact.user_id, instructionIds, now);
  const counts = await countDeliveries(database, activation.id);
  const next = nextActivationStatus(activation.status, mailsEvent(counts));
  if (next) await moveActivation(database, activation, next, now);
  await jobs.enqueue(sendDeliveriesJob, { activation_id: activation.id });
  log.info(
    { code: 'withheld_letters_released', activation_id: activation.id, letters: letterIds.length },
    'a contact agreed after the activation, and gets what was kept',
  );
}

/**
 * Asks everyone for whom letters are kept because they had not answered; in the transaction of the
 * activation. Who declined is not asked again.
 */
export async function inviteLateContacts(
  ctx: Context,
  { id }: Pick<Activation, 'id'>,
): Promise<void> {
  for (const contactId of await listLateContacts(ctx.database, id)) {
    await issueLateInvitation(ctx, contactId);
  }
}

/**
 * Safety net for withheld letters: contacts who have agreed get them, contacts who were never asked
 * are invited. Both normally happen with the release and with the agreement.
 */
export async function catchUpLateContacts(ctx: Context, signal?: AbortSignal): Promise<void> {
  await forEachDue<ForgottenActivation>({
    list: (after, limit) => listActivationsToCatchUp(ctx.database, after?.id, limit),
    handle: (activation) => catchUp(ctx, activation),
    failed: ({ id }, err) =>
      ctx.log.error(
        { code: 'late_contacts_not_caught_up', activation_id: id, err },
        'contacts of an activation could not be asked or served',
      ),
    signal,
  });
}

function catchUp(ctx: Context, activation: ForgottenActivation): Promise<void> {
  const { database, clock } = ctx;
  const { owner_id } = activation;
  return database.transaction(async () => {
    if (!(await lockUser(database, owner_id))) return;
    for (const contact of await markActivated(database, owner_id, clock.now())) {
      await releaseWithheld(ctx, { id: contact.id, user_id: owner_id });
    }
    await inviteLateContacts(ctx, activation);
  });
}
