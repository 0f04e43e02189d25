import type { SweptKind } from '@zavet/contract/legal/retention-table';
import type { Remover } from '../../../platform/database/removal.ts';
import { closeWindows, forgetTellings } from './maintenance-repository.ts';

export const maintenanceRemovers = {
  maintenance_tellings: async ({ database }, now, limit) => {
    await closeWindows(database, now);
    return { maintenance_tellings: await forgetTellings(database, limit) };
  },
} as const satisfies Partial<Record<SweptKind, Remover>>;
