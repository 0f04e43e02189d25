import type { addPasskeyInput, PasskeyCreation } from '@zavet/contract/account/factor-schemas';
import { limits } from '@zavet/contract/limits';
import type { z } from 'zod';
import type { Context } from '../../../../../context.ts';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../../platform/http/route.ts';
import { newId } from '../../../../../platform/new-id.ts';
import { changeFactors } from '../change-factors.ts';
import { factorAdded } from '../factor-added.ts';
import { passkeyDoor } from './passkey-door.ts';
import { insertPasskey, listPasskeys, spendChallenge } from './passkey-repository.ts';

const challengeFor = ({ session_id }: Owner) =>
  ({ purpose: 'register', subject: session_id }) as const;

/** What the browser needs to make a passkey; one device is not asked twice. */
export function beginPasskey(ctx: Context, owner: Owner, caller: Caller): Promise<PasskeyCreation> {
  return changeFactors(ctx, owner, caller, async (account) => {
    const existing = await listOwn(ctx, owner);
    return passkeyDoor(ctx).creation(challengeFor(owner), account, existing, ctx.clock.now());
  });
}

/** Adds a passkey. The first factor of an account brings its recovery codes, shown this once. */
export async function addPasskey(
  ctx: Context,
  owner: Owner,
  input: z.output<typeof addPasskeyInput>,
  caller: Caller,
): Promise<string[] | null> {
  const { database, clock } = ctx;
  const read = await passkeyDoor(ctx).readNew(challengeFor(owner), input.passkey, clock.now());
  return changeFactors(ctx, owner, caller, async () => {
    if (!read || !(await spendChallenge(database, read.challenge))) return fail('passkey_refused');
    await listOwn(ctx, owner);
    const created_at = clock.now();
    const isNew = await insertPasskey(database, {
      ...read.passkey,
      id: newId(),
      user_id: owner.user_id,
      name: input.name,
      created_at,
      last_used_at: null,
      disowned_at: null,
    });
    if (!isNew) fail('passkey_refused');
    return factorAdded(ctx, owner, 'passkey_added', caller, created_at);
  });
}

async function listOwn({ database }: Context, { user_id }: Owner) {
  const existing = await listPasskeys(database, user_id);
  const limit = limits.passkeys;
  if (existing.length >= limit) fail('passkey_limit_reached', { facts: { limit } });
  return existing;
}
