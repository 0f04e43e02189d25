import type { FactorsView, PasskeyRequest } from '@zavet/contract/account/factor-schemas';
import type { Context } from '../../../../context.ts';
import type { Owner } from '../../../../platform/http/route.ts';
import { findAuthenticator } from './codes/authenticator-repository.ts';
import { findOpenWait } from './lost-device/wait-repository.ts';
import { passkeyDoor } from './passkeys/passkey-door.ts';
import { listPasskeys } from './passkeys/passkey-repository.ts';
import { countRecoveryCodes } from './recovery-codes/recovery-code-repository.ts';

export async function readFactors({ database }: Context, { user_id }: Owner): Promise<FactorsView> {
  const passkeys = await listPasskeys(database, user_id);
  const authenticator = await findAuthenticator(database, user_id);
  const wait = await findOpenWait(database, user_id);
  return {
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      ...{ id, name, created_at, last_used_at },
    })),
    has_codes: Boolean(authenticator?.confirmed_at),
    recovery_codes_left: await countRecoveryCodes(database, user_id),
    lost_device_until: wait?.ends_at ?? null,
  };
}

/** For the dialog that asks whether the owner is there. */
export async function offerPasskeyProof(
  ctx: Context,
  { user_id, session_id }: Owner,
): Promise<PasskeyRequest> {
  const { database, clock } = ctx;
  const own = await listPasskeys(database, user_id);
  return passkeyDoor(ctx).request({ purpose: 'proof', subject: session_id }, own, clock.now());
}
