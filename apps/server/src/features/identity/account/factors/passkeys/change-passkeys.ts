import type { Context } from '../../../../../context.ts';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../../platform/http/route.ts';
import { withProvenPassword } from '../../prove-password.ts';
import { recordSecurityEvent } from '../../security-event-repository.ts';
import { changeFactors } from '../change-factors.ts';
import { factorRemoved } from '../factor-removed.ts';
import { deleteOwnPasskey, renameOwnPasskey } from './passkey-repository.ts';

export async function renamePasskey(
  ctx: Context,
  owner: Owner,
  { id, name }: { id: string; name: string },
  caller: Caller,
): Promise<void> {
  const { database, clock } = ctx;
  await withProvenPassword(ctx, owner, undefined, caller, async () => {
    if (!(await renameOwnPasskey(database, owner.user_id, id, name))) fail('not_found');
    await recordSecurityEvent(database, owner.user_id, 'passkey_renamed', caller, clock.now());
  });
}

export async function removePasskey(
  ctx: Context,
  owner: Owner,
  id: string,
  caller: Caller,
): Promise<void> {
  await changeFactors(ctx, owner, caller, async () => {
    if (!(await deleteOwnPasskey(ctx.database, owner.user_id, id))) fail('not_found');
    await factorRemoved(ctx, owner.user_id, 'passkey_removed', caller);
  });
}
