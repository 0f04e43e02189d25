import type { PastProtocol } from '@zavet/contract/protocol/protocol-schemas';
import type { Database } from '../../../platform/database/database.ts';

export async function countUnopened(_database: Database, _activationId: string): Promise<number> {
  return 0;
}

export async function listPast(_database: Database, _ownerId: string): Promise<PastProtocol[]> {
  return [];
}
