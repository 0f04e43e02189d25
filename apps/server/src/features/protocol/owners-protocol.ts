import type { Context } from '../../context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { OwnersProtocol } from '../people/contacts/index.ts';
import {
  findEffectiveActivation,
  findStartedActivation,
  listVetoable,
} from './activation/activation-repository.ts';
import { findPeopleOfActivation } from './people-repository.ts';
import { needsSignIn } from './requests/request-rules.ts';
import { isConfirmedSecondAddress } from './settings/address-repository.ts';

/** What the contacts of an owner have to know of the owner's protocol. */
export function createOwnersProtocol(ctx: Context): OwnersProtocol {
  const { database } = ctx;
  return {
    isUnderWay: async (userId) => (await findStartedActivation(database, userId)) !== undefined,
    findActive: async (userId) => {
      const activation = await findEffectiveActivation(database, userId);
      if (!activation?.activated_at) return undefined;
      const people = await findPeopleOfActivation(database, activation.id);
      const { contact, initiator } = people ?? {};
      return {
        activated_by: contact?.name ?? initiator?.full_name ?? null,
        activated_at: activation.activated_at,
      };
    },
    isSecondAddress: (ownerId, email) => isConfirmedSecondAddress(database, ownerId, email),
  };
}

/** A start runs that links and codes do not veto. */
export async function ownerMustSignInToVeto(database: Database, ownerId: string): Promise<boolean> {
  return (await listVetoable(database, ownerId)).some(needsSignIn);
}
