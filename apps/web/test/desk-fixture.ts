import type { AccountView } from '@zavet/contract/desk/account-endpoints';
import type { TroubleView } from '@zavet/contract/desk/payment-endpoints';
import type { ServiceStatus } from '@zavet/contract/desk/status-endpoints';
import { page } from 'vitest/browser';
import type { OutputOf } from '../src/platform/client/api.ts';
import { fakeServer } from './fake-server.ts';
import { answerSignedInUser } from './signed-in-person.ts';

const moment = '2026-11-01T10:00:00.000Z';
const someId = '00000000-0000-4000-8000-000000000001';

/** Answers the queries of a signed-in operator whose desk is open. */
export function answerOperator(): void {
  answerSignedInUser(fakeServer);
  fakeServer.answer('getDesk', { is_operator: true, open_until: '2026-11-01T18:40:00.000Z' });
  answerReviewCounts();
}

/** All counts are zero, except the given ones. */
export function answerReviewCounts(counts: Partial<OutputOf<'countReviews'>> = {}): void {
  fakeServer.answer('countReviews', {
    open: 0,
    overdue: 0,
    without_documents: 0,
    awaiting_document: 0,
    mine: 0,
    doubts: 0,
    ...counts,
  });
}

/** Enters a code in the open dialog. */
export async function confirmWithCode(code = '123456'): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Код из 6 цифр').fill(code);
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
}

/** An account as an operator sees it: confirmed, with a renewing plan. */
export function accountOf(facts: Partial<AccountView> = {}): AccountView {
  return {
    id: someId,
    email: 'maria@example.org',
    pending_email: null,
    state: 'active',
    language: 'ru',
    created_at: moment,
    last_seen_at: moment,
    first_name: 'Мария',
    last_name: 'Орлова',
    date_of_birth: '1980-05-17',
    has_pin: true,
    plan: {
      plan: 'storage_300',
      period: 'monthly',
      limit_mb: 300,
      valid_until: '2026-12-01',
      grace_until: null,
      auto_renewal: true,
      has_card: true,
    },
    contacts: { pending: 1, confirmed: 2, declined: 0, activated: 0 },
    instructions: 4,
    files: 3,
    used_bytes: 12_582_912,
    sessions: [
      {
        id: someId,
        ip_address: '203.0.113.7',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
        created_at: moment,
        last_seen_at: moment,
      },
    ],
    consents: [{ document: 'terms', version: '2026-01-01', accepted_at: moment }],
    throttles: [],
    corrections: [],
    suspension: null,
    refundable: [],
    is_involved: false,
    ...facts,
  };
}

/** A refund without a response for a day. */
export function troubleOf(facts: Partial<TroubleView> = {}): TroubleView {
  return {
    id: someId,
    kind: 'refund_needs_operator',
    payment_id: someId,
    amount_kopecks: 30_000,
    since: moment,
    last_seen_at: moment,
    resolved_at: null,
    resolution: null,
    payer: { id: someId, email: 'maria@example.org' },
    payment: {
      plan_id: 'storage_300_monthly',
      kind: 'purchase',
      provider: 'yookassa',
      provider_payment_id: '22d6d597-000f-5000-9000-145f6df21d6f',
      amount_kopecks: 30_000,
      refunded_kopecks: 30_000,
      status: 'succeeded',
      created_at: moment,
      settled_at: moment,
    },
    refund: {
      id: someId,
      amount_kopecks: 30_000,
      reason: 'superseded',
      status: 'pending',
      provider_refund_id: null,
      checks: 12,
      created_at: moment,
    },
    reference: null,
    settled_kopecks: null,
    events: [{ kind: 'refund_enqueued', detail: 'superseded', created_at: moment }],
    acts: ['ask_again', 'refund_again', 'refunded_manually', 'settled_with_payer'],
    ...facts,
  };
}

/** A service with one failed job. */
export function serviceStateOf(): ServiceStatus {
  return {
    queues: [{ job: 'mail', waiting: 12, running: 1, later: 3, oldest_due_at: moment }],
    requests: { waiting: 3, overdue: 2, oldest_filed_at: moment },
    failed_jobs: {
      total: 2,
      jobs: [
        {
          id: 'j1',
          job: 'settle-refund',
          tries: 4,
          times: 2,
          failed_at: moment,
          codes: ['E1', '42'],
        },
      ],
    },
    mail: { counts: [{ mail: 'check_in', accepted: 5, refused: 1, postponed: 2 }], waiting: 16 },
    reports: {
      ways: [
        {
          way: 'mailbox',
          read_at: '2026-11-15T11:59:00.000Z',
          failed_at: null,
          trouble: null,
        },
      ],
      failed: 3,
      delayed: 1,
    },
    storage: { used_bytes: 3 * 1024 * 1024, objects: 7, waiting_removals: 1, is_estimated: false },
    backup_made_at: null,
    versions: {
      program: '1.0.0',
      node: 'v24.0.0',
      database: 'PostgreSQL 17',
      migrations_applied: 26,
      migrations_known: 27,
    },
  };
}
