import type { Database } from '../../platform/database/database.ts';
import type { OwnersProtocol } from '../people/contacts/index.ts';
import {
  findEffectiveActivation,
  findStartedActivation,
  listStoppable,
} from './activation/activation-repository.ts';
import { releaseWithheld } from './delivery/release-withheld.ts';
import { findPeopleOfActivation } from './people-repository.ts';
import type { ProtocolDeps } from './protocol-deps.ts';
import { needsSignIn } from './requests/request-rules.ts';

/** What the contacts of an owner have to know of the owner's protocol. */
export function createOwnersProtocol(deps: ProtocolDeps): OwnersProtocol {
  const { database } = deps;
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
    contactJoined: (contact) => releaseWithheld(deps, contact),
  };
}

/** A start runs that links and codes do not veto. */
export async function mustSignInToVeto(database: Database, ownerId: string): Promise<boolean> {
  return (await listStoppable(database, ownerId)).some(needsSignIn);
}
