import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';

/** A legacy for tests: confirmed, nothing started. */
export function legacyFixture(change: Partial<LegacyView>): LegacyView {
  return {
    user_id: '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2a11',
    first_name: 'Сергей',
    last_name: 'Белов',
    full_name: 'Сергей Белов',
    user_email: 'sergey@example.org',
    trusted_contact_id: '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2a12',
    is_confirmed: true,
    status: 'confirmed',
    protocol_activated_at: null,
    asks_for_pin: false,
    pin_locked_until: null,
    activation: null,
    still_here_asked_at: null,
    is_paid_by_other: false,
    instruction_count: 0,
    ...change,
  };
}
