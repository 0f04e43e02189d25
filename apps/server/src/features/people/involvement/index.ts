import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { listInvolvingOwners } from './involvement-repository.ts';

export { listUninvolvedOperators, ownerInvolves } from './involvement-repository.ts';

/**
 * Fails if the owner is the operator, or has the operator as a contact in any status. The owner
 * must be locked, because contacts change under that lock.
 */
export async function refuseInvolvedOperator(
  ctx: Context,
  operator: Pick<Owner, 'user_id'>,
  ownerId: string,
): Promise<void> {
  const involving = await findInvolvingOwners(ctx, operator, [ownerId]);
  if (involving.has(ownerId)) fail('operator_involved');
}

/** Returns the given owners that this operator may not act on, so that screens can show it. */
export async function findInvolvingOwners(
  { database }: Context,
  { user_id }: Pick<Owner, 'user_id'>,
  ownerIds: readonly string[],
): Promise<Set<string>> {
  if (ownerIds.length === 0) return new Set();
  return new Set(await listInvolvingOwners(database, user_id, ownerIds));
}
