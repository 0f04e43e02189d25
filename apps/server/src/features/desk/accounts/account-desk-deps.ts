import type { AccountDeps } from '../../identity/account/index.ts';
import type { ContactDeps } from '../../people/contacts/index.ts';
import type { PaymentDeps } from '../../billing/payments/index.ts';
import type { PlanDeps } from '../../billing/plans/index.ts';
import type { Vault } from '../../identity/owner-keys/index.ts';

export interface AccountDeskDeps {
  account: AccountDeps;
  contacts: ContactDeps;
  payments: PaymentDeps;
  plans: Pick<PlanDeps, 'database' | 'clock' | 'jobs'>;
  vault: Vault;
}
