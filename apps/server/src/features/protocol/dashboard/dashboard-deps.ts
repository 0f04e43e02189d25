import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ProtocolDeps } from '../index.ts';
import type { Vault } from '../../identity/owner-keys/index.ts';

/** What the use cases of this feature work with. */
export interface DashboardDeps {
  database: Database;
  clock: Clock;
  vault: Vault;
  protocol: ProtocolDeps;
  maxTrustedContacts: number;
  /** Mail stays on this server, where `/dev/mailbox` shows it. Never in production. */
  isMailCaptured: boolean;
  arePaymentsConfigured: boolean;
}
