import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { replaceAssignments } from './assignment-repository.ts';
import { lockInstructions } from './instruction-repository.ts';

interface Readdressing {
  ids: readonly string[];
  trusted_contact_ids: readonly string[];
}

/** Replaces the trusted contacts of all given instructions or, on failure, of none. */
export async function readdressInstructions(
  { database, clock }: Context,
  { user_id }: Owner,
  { ids, trusted_contact_ids }: Readdressing,
  caller: Caller,
): Promise<number> {
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const found = await lockInstructions(database, user_id, ids);
    if (found.length < ids.length) fail('not_found');
    const now = clock.now();
    const { known_contacts, count } = await replaceAssignments(
      database,
      user_id,
      ids,
      trusted_contact_ids,
      now,
    );
    if (known_contacts < trusted_contact_ids.length) {
      fail('invalid_input', { fields: { trusted_contact_ids: 'contact_unknown' } });
    }
    if (count < ids.length) fail('instruction_closed');
    await recordSecurityEvent(database, user_id, 'instruction_readdressed', caller, now, count);
    return count;
  });
}
