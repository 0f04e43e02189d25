import type { AccountDeps } from '../account/public.ts';
import type { PlanDeps } from '../plans/public.ts';
import type { Vault } from '../vault/public.ts';

/** What the use cases of this feature work with. */
export interface AccountDeskDeps {
  account: AccountDeps;
  plans: Pick<PlanDeps, 'database' | 'clock'>;
  vault: Vault;
}
