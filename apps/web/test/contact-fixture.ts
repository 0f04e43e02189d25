import type { ContactView } from '@zavet/contract/people/contact-endpoints';

/** A contact for tests: pending, invited, in no instruction. */
export function contactFixture(facts: Partial<ContactView> = {}): ContactView {
  return {
    id: '6f1c2f0e-6a0b-4d3e-9a57-0c4b6c8f1a01',
    name: 'Мария Климова',
    email: 'maria@example.com',
    phone: null,
    relationship: '',
    category: 'family',
    notes: '',
    address: '',
    invitation_note: '',
    preferred_language: 'ru',
    is_minor: false,
    guardian_consent_at: null,
    is_confirmed: false,
    status: 'pending',
    protocol_activated_at: null,
    is_bound: false,
    invitation: {
      mail_state: 'sent',
      created_at: '2026-11-01T10:00:00.000Z',
      expires_at: '2026-12-01T10:00:00.000Z',
      tries_left: 10,
    },
    yearly: null,
    instruction_count: 0,
    sole_instruction_count: 0,
    is_unreadable: false,
    created_at: '2026-11-01T10:00:00.000Z',
    updated_at: '2026-11-01T10:00:00.000Z',
    ...facts,
  };
}
