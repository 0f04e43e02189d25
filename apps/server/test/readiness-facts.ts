import type {
  ContactFacts,
  InstructionFacts,
  ReadinessFacts,
  RehearsalFacts,
} from '../src/features/protocol/dashboard/readiness-rules.ts';

export const contact = (changes: Partial<ContactFacts> = {}): ContactFacts => ({
  id: 'anna',
  name: 'Анна',
  status: 'confirmed',
  mail_state: 'sent',
  asked_at: null,
  is_unreached: false,
  is_blocked: false,
  ...changes,
});

export const instruction = (changes: Partial<InstructionFacts> = {}): InstructionFacts => ({
  id: 'letter',
  reviewed_at: '2026-07-01T00:00:00Z',
  has_recipient: false,
  contact_ids: ['anna'],
  missing_files: 0,
  ...changes,
});

export function rehearsal(changes: Partial<RehearsalFacts> = {}): RehearsalFacts {
  const parts = [{ kind: 'contact', state: 'answered', pin: 'right' } as const];
  return { started_at: '2026-07-01T00:00:00Z', is_open: false, parts, ...changes };
}

/** A protocol without findings. */
export const ready: ReadinessFacts = {
  is_active: false,
  is_owner_named: true,
  is_mail_captured: false,
  are_payments_configured: true,
  contacts: [contact()],
  instructions: [instruction()],
  files_to_remove: 0,
  is_owner_unreached: false,
  is_second_address_unreached: false,
  rules: { waiting_hours: 72, needs_second: false, pending: null },
  rehearsal: rehearsal(),
};
