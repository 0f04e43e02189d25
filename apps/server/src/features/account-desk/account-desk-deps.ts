import type { AccountDeps } from '../account/public.ts';
import type { ContactDeps } from '../contacts/public.ts';
import type { PaymentDeps } from '../payments/public.ts';
import type { PlanDeps } from '../plans/public.ts';
import type { Vault } from '../vault/public.ts';

export interface AccountDeskDeps {
  account: AccountDeps;
  contacts: ContactDeps;
  payments: PaymentDeps;
  plans: Pick<PlanDeps, 'database' | 'clock' | 'jobs'>;
  vault: Vault;
}
