import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { isConfirmedAddress, listOwnerAddresses } from './address-repository.ts';
import { deleteSecondAddress, isConfirmedSecondAddress } from './second-address-repository.ts';

/** Keeps the first and the second address of an owner, and those of the contacts, apart. */
export function createOwnAddresses({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Where an owner is told what must not be missed. */
    list: (ownerId: string) => listOwnerAddresses(database, ownerId),
    /** The holder of the address has confirmed it once. */
    isConfirmed: (email: string) => isConfirmedAddress(database, email),
    /** Whether no contact may have the address. One that nobody confirmed may be a stranger's. */
    isSecondAddress: (ownerId: string, email: string) =>
      isConfirmedSecondAddress(database, ownerId, email),
    /** In the transaction that makes an address the first: then it is not the second as well. */
    addressBecameFirst: async (ownerId: string, email: string) => {
      if (!(await deleteSecondAddress(database, ownerId, email))) return;
      const now = clock.now();
      await recordSecurityEvent(database, ownerId, 'second_address_removed', systemActor, now);
    },
  };
}
