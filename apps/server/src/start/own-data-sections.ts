import type { OwnAuditEntry } from '@zavet/contract/audit/audit-endpoints';
import type { AccountDeps } from '../features/identity/account/account-deps.ts';
import { listOwnConsents, listOwnEvents } from '../features/identity/account/own-records-repository.ts';
import { getProfile } from '../features/identity/account/profile.ts';
import { listLiveSessions } from '../features/identity/account/session-repository.ts';
import { listOwnAudit } from '../features/identity/audit/list-audit.ts';
import type { ContactDeps } from '../features/people/contacts/contact-deps.ts';
import { listContacts } from '../features/people/contacts/list-contacts.ts';
import type { ReadSections } from '../features/vault/data-export/own-data-deps.ts';
import { listPayments } from '../features/billing/payments/list-payments.ts';
import type { PaymentDeps } from '../features/billing/payments/payment-deps.ts';
import type { PlanDeps } from '../features/billing/plans/plan-deps.ts';
import { readPlanView } from '../features/billing/plans/read-plan.ts';
import type { PresenceDeps } from '../features/protocol/check-ins/presence-deps.ts';
import { readPresence } from '../features/protocol/check-ins/read-presence.ts';
import { readOwnProtocol } from '../features/protocol/legacies/read-own-protocol.ts';
import type { ProtocolDeps } from '../features/protocol/protocol-deps.ts';
import { readRules } from '../features/protocol/rules/rules-view.ts';
import type { RehearsalDeps } from '../features/protocol/rehearsal/rehearsal-deps.ts';
import { viewRehearsals } from '../features/protocol/rehearsal/rehearsal-view.ts';
import { readSupport } from '../features/desk/support/read-support.ts';
import type { SupportDeps } from '../features/desk/support/support-deps.ts';
import type { Database } from '../platform/database/database.ts';

interface SectionDeps {
  account: AccountDeps;
  contacts: ContactDeps;
  payments: PaymentDeps;
  plans: PlanDeps;
  presence: PresenceDeps;
  protocol: ProtocolDeps;
  rehearsal: RehearsalDeps;
  support: SupportDeps;
}

/** More than anybody has: an export leaves nothing out. */
const everything = 1_000_000;

/** What every feature has to say about an owner, for the export. */
export function createReadSections(deps: SectionDeps): ReadSections {
  const { database, clock } = deps.account;
  return async (user_id) => {
    // The readers ask for the owner of a session; nothing of it is looked at here.
    const owner = { user_id, session_id: '' };
    const { protocol, paying: _, ...own } = await readOwnProtocol(deps.protocol, owner);
    const sessions = await listLiveSessions(database, user_id, clock.now());
    return {
      profile: await getProfile(deps.account, user_id),
      consents: (await listOwnConsents(database, user_id)).map(({ accepted_at, ...consent }) => ({
        ...consent,
        accepted_at: accepted_at.toISOString(),
      })),
      contacts: await listContacts(deps.contacts, owner),
      protocol_rules: await readRules(deps.protocol, user_id),
      protocol: { ...own, started: protocol },
      presence: await readPresence(deps.presence, user_id),
      rehearsals: await viewRehearsals(deps.rehearsal, user_id),
      plan: await readPlanView(deps.plans, deps.payments, user_id),
      payments: await listPayments(deps.payments, user_id, everything),
      support_requests: (await readSupport(deps.support, user_id, everything)).requests,
      sessions: sessions.map(({ created_at, last_seen_at, ...session }) => ({
        ...session,
        created_at: created_at.toISOString(),
        last_seen_at: last_seen_at.toISOString(),
      })),
      security_events: (await listOwnEvents(database, user_id)).map(({ created_at, ...event }) => ({
        ...event,
        created_at: created_at.toISOString(),
      })),
      operator_acts: await listWholeAudit(database, user_id),
    };
  };
}

async function listWholeAudit(database: Database, user_id: string): Promise<OwnAuditEntry[]> {
  const all: OwnAuditEntry[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listOwnAudit(database, { user_id, session_id: '' }, after);
    all.push(...page.entries);
    if (page.next === null) return all;
    after = page.next;
  }
}
