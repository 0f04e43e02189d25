import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { lockUser } from '../../identity/account/index.ts';
import { markActivated } from '../../people/contacts/index.ts';
import { askLateContacts } from './ask-late-contacts.ts';
import { releaseWithheld } from './release-withheld.ts';
import { type ForgottenActivation, listForgotten } from './withheld-repository.ts';

/**
 * Safety net for withheld letters: contacts who have agreed get them, contacts who were never asked
 * are invited. Both normally happen with the release and with the agreement.
 */
export async function catchUpLateContacts(ctx: Context, signal?: AbortSignal): Promise<void> {
  await forEachDue<ForgottenActivation>({
    list: (after, limit) => listForgotten(ctx.database, after?.id, limit),
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
    await askLateContacts(ctx, activation);
  });
}
