import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { OneTimeCodes } from '../../../platform/encryption/one-time-codes.ts';

/** What the use cases of this feature work with. */
export interface OperatorDeps {
  database: Database;
  clock: Clock;
  codes: OneTimeCodes;
}
