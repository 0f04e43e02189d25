import type { Context } from '../../../context.ts';
import { issueLateInvitation } from '../../people/contacts/index.ts';
import type { Activation } from '../activation/activation-repository.ts';
import { listLateContacts } from './withheld-repository.ts';

/**
 * Asks everyone for whom letters are kept because they had not answered; in the transaction of the
 * activation. Who declined is not asked again.
 */
export async function askLateContacts(ctx: Context, { id }: Pick<Activation, 'id'>): Promise<void> {
  for (const contactId of await listLateContacts(ctx.database, id)) {
    await issueLateInvitation(ctx, contactId);
  }
}
