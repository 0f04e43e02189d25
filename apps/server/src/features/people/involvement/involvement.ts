import type { Database } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { listInvolving } from './involvement-repository.ts';

interface InvolvementDeps {
  database: Database;
}

/**
 * No operator acts on their own account, nor on that of an owner who named them as a contact, in any
 * status. Call it with the owner locked, because contacts change under that lock.
 */
export async function refuseInvolvedOperator(
  deps: InvolvementDeps,
  operator: Pick<Owner, 'user_id'>,
  ownerId: string,
): Promise<void> {
  const involving = await findInvolvingOwners(deps, operator, [ownerId]);
  if (involving.has(ownerId)) fail('operator_involved');
}

/** Those of these owners that this operator may not act on, for screens. */
export async function findInvolvingOwners(
  { database }: InvolvementDeps,
  { user_id }: Pick<Owner, 'user_id'>,
  ownerIds: readonly string[],
): Promise<Set<string>> {
  if (ownerIds.length === 0) return new Set();
  return new Set(await listInvolving(database, user_id, ownerIds));
}
