import type { ReviewRow, ReviewView } from '@zavet/contract/desk/request-endpoints';
import type { RequestDocument, RequestView } from '@zavet/contract/protocol/request-endpoints';
import { activationFixture } from './legacy-fixture.ts';

const filed_at = '2026-11-15T10:00:00.000Z';

export function documentFixture(change: Partial<RequestDocument> = {}): RequestDocument {
  return {
    id: '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2b01',
    file_name: 'Свидетельство.png',
    mime_type: 'image/png',
    size_bytes: 120_000,
    created_at: filed_at,
    ...change,
  };
}

/** A request as its contact sees it: filed, with one document. */
export function requestFixture(change: Partial<RequestView> = {}): RequestView {
  return {
    id: activationFixture().id,
    status: 'requested',
    reason: 'review',
    filed_at,
    answer_by: '2026-11-18T10:00:00.000Z',
    explanation: 'Сергей умер в больнице.\nЯ его сестра.',
    documents: [documentFixture()],
    decided_at: null,
    rejection: null,
    note: null,
    asked_for: null,
    ...change,
  };
}

export function reviewRowFixture(change: Partial<ReviewRow> = {}): ReviewRow {
  return {
    id: activationFixture().id,
    status: 'requested',
    reason: 'review',
    owner: { name: 'Сергей Белов', email: 'sergey@example.org' },
    contact: { name: 'Анна Лаврова', email: 'anna@example.org' },
    filed_at,
    documents: 1,
    decided_at: null,
    is_overdue: false,
    is_proposed: false,
    awaits_document: false,
    claim: null,
    ...change,
  };
}

/** A claim of another operator. */
export function claimFixture(change: Partial<Claim> = {}): Claim {
  return {
    operator_id: '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2b10',
    operator: { name: 'Борис Лапин', email: 'boris@example.org' },
    until: '2026-11-16T14:00:00.000Z',
    is_mine: false,
    ...change,
  };
}

type Claim = NonNullable<ReviewRow['claim']>;

/** The request of `requestFixture`, as an operator sees it. */
export function reviewFixture(change: Partial<ReviewView> = {}): ReviewView {
  return {
    ...reviewRowFixture(),
    explanation: 'Сергей умер в больнице.\nЯ его сестра.',
    documents: [documentFixture()],
    rejection: null,
    owner_born_on: '1958-03-02',
    asked: null,
    certificate: { step: 'propose', proposed_at: null, from: null },
    basis: null,
    note: null,
    rules: {
      waiting_hours: 72,
      needs_second: true,
      has_pin: false,
      has_second_address: true,
      has_veto_code: false,
    },
    owner_seen_at: '2026-09-01T08:00:00.000Z',
    earlier: [
      {
        id: '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2b09',
        status: 'rejected',
        contact_name: 'Анна Лаврова',
        created_at: '2026-11-10T10:00:00.000Z',
      },
    ],
    confirmed_contacts: 2,
    is_involved: false,
    ...change,
  };
}
