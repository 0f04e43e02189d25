import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { lockUser } from '../../identity/account/index.ts';
import { deleteExpected, findExpected } from './expected-file-repository.ts';
import { deleteArriving } from './file-repository.ts';
import { lockOpenInstruction } from './lock-open-instruction.ts';

/** Nobody waits for this file any more. Bytes of it that are arriving elsewhere find no place. */
export async function giveUpFile(
  ctx: Pick<Context, 'database'>,
  owner: Owner,
  id: string,
): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, owner.user_id))) fail('session_missing');
    const expected = await findExpected(database, owner.user_id, id);
    if (!expected) return fail('not_found');
    await lockOpenInstruction(ctx, expected);
    await deleteArriving(database, expected);
    await deleteExpected(database, expected);
  });
}
