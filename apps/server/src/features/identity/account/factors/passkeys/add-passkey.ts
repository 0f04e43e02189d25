import type { addPasskeyInput, PasskeyCreation } from '@zavet/contract/account/factor-schemas';
import { limits } from '@zavet/contract/limits';
import type { z } from 'zod';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../../platform/http/route.ts';
import { newId } from '../../../../../platform/new-id.ts';
import type { AccountDeps } from '../../account-deps.ts';
import { changeFactors } from '../change-factors.ts';
import { factorAdded } from '../factor-added.ts';
import { insertPasskey, listPasskeys, spendChallenge } from './passkey-repository.ts';

const challengeFor = ({ session_id }: Owner) =>
  ({ purpose: 'register', subject: session_id }) as const;

/** What the browser needs to make a passkey; one device is not asked twice. */
export function beginPasskey(
  deps: AccountDeps,
  owner: Owner,
  caller: Caller,
): Promise<PasskeyCreation> {
  return changeFactors(deps, owner, caller, async (account) => {
    const existing = await listOwn(deps, owner);
    return deps.passkeyDoor.creation(challengeFor(owner), account, existing, deps.clock.now());
  });
}

/** Adds a passkey. The first factor of an account brings its recovery codes, shown this once. */
export async function addPasskey(
  deps: AccountDeps,
  owner: Owner,
  input: z.output<typeof addPasskeyInput>,
  caller: Caller,
): Promise<string[] | null> {
  const { database, clock, passkeyDoor } = deps;
  const read = await passkeyDoor.readNew(challengeFor(owner), input.passkey, clock.now());
  return changeFactors(deps, owner, caller, async () => {
    if (!read || !(await spendChallenge(database, read.challenge))) return fail('passkey_refused');
    await listOwn(deps, owner);
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
    return factorAdded(deps, owner, 'passkey_added', caller, created_at);
  });
}

async function listOwn({ database }: AccountDeps, { user_id }: Owner) {
  const existing = await listPasskeys(database, user_id);
  const limit = limits.passkeys;
  if (existing.length >= limit) fail('passkey_limit_reached', { facts: { limit } });
  return existing;
}
