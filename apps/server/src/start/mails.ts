import type { AccountDeps } from '../features/identity/account/account-deps.ts';
import { accountMails } from '../features/identity/account/emails/account-mails.ts';
import type { AccountDeskDeps } from '../features/desk/accounts/account-desk-deps.ts';
import { accountDeskMails } from '../features/desk/accounts/emails/account-desk-mails.ts';
import type { ContactDeps } from '../features/people/contacts/contact-deps.ts';
import { contactMails } from '../features/people/contacts/emails/contact-mails.ts';
import { editionNotice } from '../features/identity/legal/emails/edition-notice.ts';
import { priceNotice } from '../features/identity/legal/emails/price-notice.ts';
import type { LegalDeps } from '../features/identity/legal/legal-deps.ts';
import { mailboxMails } from '../features/mail/mailbox/emails/mailbox-mails.ts';
import type { MailboxDeps } from '../features/mail/mailbox/mailbox-deps.ts';
import { maintenanceMails } from '../features/desk/maintenance/emails/maintenance-mails.ts';
import type { MaintenanceDeps } from '../features/desk/maintenance/maintenance-deps.ts';
import { deskTest } from '../features/desk/service-status/emails/desk-test.ts';
import type { OperationDeps } from '../features/desk/service-status/operation-deps.ts';
import { ownDataMails } from '../features/vault/data-export/emails/own-data-mails.ts';
import type { OwnDataDeps } from '../features/vault/data-export/own-data-deps.ts';
import type { PaymentDeps } from '../features/billing/payments/payment-deps.ts';
import { planMails, planNoticeMails } from '../features/billing/plans/emails/plan-mails.ts';
import type { PlanDeps } from '../features/billing/plans/plan-deps.ts';
import { presenceMails } from '../features/protocol/check-ins/emails/presence-mails.ts';
import type { PresenceDeps } from '../features/protocol/check-ins/presence-deps.ts';
import { protocolMails } from '../features/protocol/emails/protocol-mails.ts';
import type { ProtocolDeps } from '../features/protocol/protocol-deps.ts';
import { rehearsalMails } from '../features/protocol/rehearsal/emails/rehearsal-mails.ts';
import type { RehearsalDeps } from '../features/protocol/rehearsal/rehearsal-deps.ts';
import { retentionMails } from '../features/service/retention/emails/retention-mails.ts';
import type { RetentionDeps } from '../features/service/retention/retention-deps.ts';
import { supportMails } from '../features/desk/support/emails/support-mails.ts';
import type { SupportDeps } from '../features/desk/support/support-deps.ts';
import { type KnownMail, knownMails } from '../platform/mail/mail-work.ts';

interface MailDeps {
  account: AccountDeps;
  accountDesk: AccountDeskDeps;
  contacts: ContactDeps;
  plans: PlanDeps;
  payments: PaymentDeps;
  protocol: ProtocolDeps;
  presence: PresenceDeps;
  rehearsal: RehearsalDeps;
  support: SupportDeps;
  legal: LegalDeps;
  retention: RetentionDeps;
  operation: OperationDeps;
  maintenance: MaintenanceDeps;
  ownData: OwnDataDeps;
  mailbox: MailboxDeps;
}

/** Every mail that the job of mails sends; docs/mails.md is the same list for people. */
export function allMails(deps: MailDeps): KnownMail[] {
  const { plans, payments } = deps;
  return [
    ...knownMails(accountMails, deps.account),
    ...knownMails(accountDeskMails, deps.accountDesk),
    ...knownMails(contactMails, deps.contacts),
    ...knownMails(planMails, plans),
    ...knownMails(planNoticeMails, { ...plans, payments }),
    ...knownMails(protocolMails, deps.protocol),
    ...knownMails(presenceMails, deps.presence),
    ...knownMails(rehearsalMails, deps.rehearsal),
    ...knownMails(supportMails, deps.support),
    ...knownMails([editionNotice, priceNotice], deps.legal),
    ...knownMails([deskTest], deps.operation),
    ...knownMails(maintenanceMails, deps.maintenance),
    ...knownMails(retentionMails, deps.retention),
    ...knownMails(ownDataMails, deps.ownData),
    ...knownMails(mailboxMails, deps.mailbox),
  ];
}
