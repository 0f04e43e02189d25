import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import type { ReadinessView } from '@zavet/contract/protocol/dashboard-endpoints';
import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { contactFixture } from './contact-fixture.ts';
import type { FakeServer } from './fake-server.ts';
import { instructionListOf } from './instruction-list-fixture.ts';
import { rehearsalsOf } from './rehearsal-fixture.ts';

const moment = '2026-11-01T10:00:00.000Z';
const storage = { plan: 'free', used_mb: 0, limit_mb: 30, remaining_mb: 30, percent_used: 0 };

const person = { id: 'anna', email: 'anna@example.org', preferred_language: 'ru' as const };

const profile: ProfileView = {
  user_id: person.id,
  first_name: 'Анна',
  last_name: 'Лаврова',
  full_name: 'Анна Лаврова',
  user_email: person.email,
  pending_email: null,
  pending_email_until: null,
  phone: null,
  date_of_birth: null,
  preferred_language: 'ru',
  has_pin: false,
  created_at: moment,
  updated_at: moment,
};

export function profileOf(facts: Partial<ProfileView> = {}): ProfileView {
  return { ...profile, ...facts };
}

/** The own protocol of an owner, not started. */
export const emptyProtocol = {
  protocol: null,
  paying: [],
  attempts: [],
  past: [],
  vetoed_contacts: [],
};

/** The readiness of an owner without instructions and contacts. */
export const emptyReadiness: ReadinessView = {
  findings: [],
  letters: { total: 0, arriving: 0, incomplete: 0, shown: [] },
  people: [],
  waiting_hours: 0,
  needs_second: false,
  rehearsal: null,
};

/** Release rules that the owner has chosen, without a waiting period. */
export function rulesOf(facts: Partial<ProtocolRulesView> = {}): ProtocolRulesView {
  return {
    waiting_hours: 0,
    needs_second: false,
    pending: null,
    is_chosen: true,
    second_address: null,
    veto_code_created_at: null,
    contacts: [],
    release_at: moment,
    ...facts,
  };
}

export function sessionOf(user = person) {
  return { expires_at: new Date(Date.now() + 3_600_000).toISOString(), user };
}

const noFactors = {
  passkeys: [],
  has_codes: false,
  recovery_codes_left: 0,
  lost_device_until: null,
};

/** A configured server without a session. */
export function answerVisitor(fakeServer: FakeServer): void {
  fakeServer.answer('getSession', { session: null });
  fakeServer.answer('getLive', { status: 'live' });
  fakeServer.answer('getMaintenance', { maintenance: null });
  // Also requested when a link to a document is hovered.
  fakeServer.answer('getService', {
    operator: null,
    support_email: 'help@example.org',
    site_address: 'https://zavet.example',
    trusted_contacts: 3,
  });
  fakeServer.answer('checkSetup', {
    status: 'ready',
    errors: [],
    warnings: [],
    mailbox_available: false,
    mock_payment_available: false,
  });
}

/** A configured server with Anna signed in, without contacts and instructions. */
export function answerSignedInUser(fakeServer: FakeServer): void {
  answerVisitor(fakeServer);
  fakeServer.answer('getSession', () => ({ session: sessionOf() }));
  fakeServer.answer('signOut', {});
  fakeServer.answer('getProfile', profile);
  fakeServer.answer('getFactors', noFactors);
  fakeServer.answer('getMailbox', { mailbox: null });
  fakeServer.answer('listOwnAudit', { entries: [], next: null });
  fakeServer.answer('listSecurityEvents', { events: [], next: null });
  fakeServer.answer('listSessions', { sessions: [] });
  fakeServer.answer('getCheckInSettings', {
    frequency: 'disabled',
    state: 'disabled',
    next_step_at: null,
    is_last_step: false,
    confirmed_contacts: 0,
    steps: [],
  });
  fakeServer.answer('getDataExports', { export: null, import: null, is_empty: true });
  fakeServer.answer('getDesk', { is_operator: false, open_until: null });
  fakeServer.answer('getDocuments', { in_force: [], coming: [] });
  fakeServer.answer('getOwnProtocol', emptyProtocol);
  fakeServer.answer('getProtocolRules', rulesOf());
  fakeServer.answer('listLapsingPlans', { plans: [] });
  fakeServer.answer('listContacts', { contacts: [], limit: 3 });
  fakeServer.answer('listInstructions', instructionListOf());
  fakeServer.answer('getStorage', storage);
  fakeServer.answer('getReadiness', emptyReadiness);
  fakeServer.answer('getRehearsals', rehearsalsOf());
  fakeServer.answer('getAssistant', {
    kind: 'guide',
    service: null,
    model: null,
    messages_per_day: null,
  });
  fakeServer.answer('getDashboard', {
    first_name: profile.first_name,
    last_name: profile.last_name,
    trusted_contacts: { total: 0, confirmed: 0, pending: 0, uninvited: 0, limit: 3 },
    instructions: { total: 0 },
    storage,
    protocol_activated_at: null,
    legacies: [],
  });
}

export function instructionOf(facts: Partial<InstructionView> = {}): InstructionView {
  return {
    id: '0190f3a2-7c1e-7b3d-9a55-2f6f1f0c9d11',
    title: 'Ключи от дачи',
    category: 'personal',
    priority: 'medium',
    preview: 'Висят в сенях',
    content: 'Висят в сенях',
    recipient_name: null,
    recipient_email: null,
    trusted_contact_ids: [contactFixture().id],
    status: 'outbox',
    queued_at: null,
    version: 1,
    reviewed_at: new Date().toISOString(),
    created_at: moment,
    updated_at: moment,
    files: [],
    expected_files: [],
    files_to_remove: null,
    removed_files: [],
    is_unreadable: false,
    ...facts,
  };
}
