import type { Database } from '../../../platform/database/database.ts';
import type { Protocols } from '../../contacts/public.ts';
import { findStartedActivation } from './activation-repository.ts';

/** Tells the contacts' feature whether an owner's protocol has been started. */
export function createProtocols(database: Database): Protocols {
  return {
    isUnderWay: async (userId) => (await findStartedActivation(database, userId)) !== undefined,
  };
}
