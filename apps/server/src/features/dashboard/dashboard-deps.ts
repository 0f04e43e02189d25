import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ProtocolDeps } from '../protocol/public.ts';
import type { Vault } from '../vault/public.ts';

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
