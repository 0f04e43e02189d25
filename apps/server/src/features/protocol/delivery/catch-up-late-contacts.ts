import type { Context } from '../../../context.ts';
import { lockUser } from '../../identity/account/index.ts';
import { markActivated } from '../../people/contacts/index.ts';
import { askLateContacts } from './ask-late-contacts.ts';
import { releaseWithheld } from './release-withheld.ts';
import { listForgotten } from './withheld-repository.ts';

/**
 * Safety net for withheld letters: contacts who have agreed get them, contacts who were never asked
 * are invited. Both normally happen with the release and with the agreement.
 */
export async function catchUpLateContacts(ctx: Context): Promise<void> {
  const { database, clock, log } = ctx;
  for (const activation of await listForgotten(database)) {
    const { id, owner_id } = activation;
    const work = database.transaction(async () => {
      if (!(await lockUser(database, owner_id))) return;
      for (const contact of await markActivated(database, owner_id, clock.now())) {
        await releaseWithheld(ctx, { id: contact.id, user_id: owner_id });
      }
      await askLateContacts(ctx, activation);
    });
    // One that fails must not keep the others waiting.
    await work.catch((error) =>
      log.error(
        { code: 'late_contacts_not_caught_up', err: error, activation_id: id },
        'contacts of an activation could not be asked or served',
      ),
    );
  }
}
