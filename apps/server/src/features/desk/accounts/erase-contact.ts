import type { Context } from '../../../context.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { lockUsers } from '../../identity/account/index.ts';
import { eraseContactOf, listOwnersNaming } from '../../people/contacts/index.ts';
import { noteAct } from './note-act.ts';

/**
 * Erases a trusted person on their request: every entry with this address, each owner being notified.
 * Entries of owners whose letters were released stay until the handover ends, for their recipients.
 */
export async function eraseContact(
  ctx: Context,
  operator: Owner,
  email: string,
): Promise<{ erased: number; kept: number }> {
  const { database } = ctx;
  return database.transaction(async () => {
    const owners = await listOwnersNaming(database, email);
    await lockUsers(database, owners);
    const found = { erased: 0, kept: 0 };
    for (const owner_id of owners) {
      const isErased = await eraseContactOf(ctx, owner_id, email);
      if (isErased) await noteAct(ctx, operator, 'contact_erased', owner_id);
      found[isErased ? 'erased' : 'kept'] += 1;
    }
    return found;
  });
}
