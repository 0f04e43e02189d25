import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';

/** A legacy for tests: the contact is confirmed, the protocol was not started. */
export function legacyFixture(change: Partial<LegacyView> = {}): LegacyView {
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
    agreed_at: '2026-03-12T09:00:00.000Z',
    asks_for_pin: false,
    pin_locked_until: null,
    activation: null,
    reconfirmation_asked_at: null,
    activation_price: 7000,
    needs_agreement: false,
    request: null,
    answer_by: null,
    waiting_hours: 0,
    is_vetoed: false,
    is_paid_by_other: false,
    instruction_count: 0,
    ...change,
  };
}

type Activation = NonNullable<LegacyView['activation']>;
type Agreement = NonNullable<Activation['agreement']>;

/** An activation by the signed-in contact, with a pending payment. */
export function activationFixture(change: Partial<Activation> = {}): Activation {
  return {
    id: '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2a14',
    status: 'payment_pending',
    end_reason: null,
    is_mine: true,
    contact_name: 'Анна Лаврова',
    started_at: '2026-11-15T10:00:00.000Z',
    release_at: null,
    is_postponed: false,
    ends_at: null,
    rejection: null,
    paid_amount: 7000,
    activated_at: null,
    agreement: null,
    doubt: null,
    may_doubt: false,
    progress: {
      total: 1,
      accepted: 0,
      waiting: 1,
      unreachable: 0,
      withheld: 0,
      closed: 0,
      opened: 0,
    },
    ...change,
  };
}

/** An agreement without answers. */
export function agreementFixture(change: Partial<Agreement> = {}): Agreement {
  return {
    asked_at: '2026-11-15T10:00:00.000Z',
    alone_from: '2026-11-29T10:00:00.000Z',
    may_continue_alone: false,
    is_agreed: false,
    is_mine_to_answer: false,
    ...change,
  };
}
