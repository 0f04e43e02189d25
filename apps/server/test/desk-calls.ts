import { randomUUID } from 'node:crypto';
import type { AnyInput } from '@zavet/contract/client';
import type { TestOperator } from './operators.ts';

/** Ids of everything that an operator can open or change. */
export interface DeskIds {
  operator: Pick<TestOperator, 'code'>;
  owner: { id: string; email: string };
  /** A pending request and its document. */
  review: string;
  document: string;
  /** A request with a certificate proposed by another operator, and its document. */
  proposedReview: string;
  proposedDocument: string;
  /** A request that the test rejects. */
  otherReview: string;
  /** An activation that another contact doubts. */
  doubtedStart: string;
  lastDoubtedAt: string;
  /** Refused letters: one is corrected, the other retried. */
  letter: string;
  otherLetter: string;
  support: string;
  /** An account suspended long ago. */
  violator: string;
  /** A payer and the payment. */
  payer: string;
  payment: string;
  /** An account with an unconfirmed address. */
  newcomer: string;
  /** Payment problems: the first is settled manually, each of the others by its own action. */
  trouble: string;
  pendingTrouble: string;
  refundTrouble: string;
  settledTrouble: string;
  failedJob: string;
  /** A planned maintenance far in the future. */
  maintenance: string;
  /** A corrected letter address, which is stored encrypted. */
  correctedAddress: string;
}

type Input = (ids: DeskIds) => AnyInput;
const emptyInput: Input = () => ({});
const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const outageTimes = { started_at: '2026-01-01T00:00:00Z', ended_at: '2026-01-02T00:00:00Z' };
const byIdOf =
  (
    which:
      | 'newcomer'
      | 'violator'
      | 'doubtedStart'
      | 'payer'
      | 'trouble'
      | 'pendingTrouble'
      | 'refundTrouble'
      | 'settledTrouble',
  ): Input =>
  (ids) => ({ params: { id: ids[which] } });
const ownerInput: Input = (ids) => ({ params: { id: ids.owner.id } });
const reviewInput: Input = (ids) => ({ params: { id: ids.review } });
const supportInput: Input = (ids) => ({ params: { id: ids.support } });
const letterInput: Input = (ids) => ({ params: { id: ids.letter } });

/** Adds a fresh one-time code to the input. */
const withCode =
  (input: Input, body: (ids: DeskIds) => object = () => ({})): Input =>
  (ids) => ({ ...input(ids), body: { code: ids.operator.code(), ...body(ids) } });

/** Every read endpoint with input that finds data. A missing endpoint fails the test. */
export const deskReads: Record<string, Input> = {
  'search-accounts': (ids) => ({ body: { email: ids.owner.email } }),
  'get-account': ownerInput,
  'list-support-requests': emptyInput,
  'get-support-request': supportInput,
  'list-audit': emptyInput,
  'get-service-state': emptyInput,
  'list-letters': emptyInput,
  'list-outages': emptyInput,
  'list-maintenance': emptyInput,
  'preview-outage': () => ({ body: outageTimes }),
  'list-reviews': emptyInput,
  'search-reviews': (ids) => ({ body: { words: ids.owner.email } }),
  'count-reviews': emptyInput,
  'get-review': reviewInput,
  'download-review-document': (ids) => ({
    params: { id: ids.review, document_id: ids.document },
  }),
  'list-doubts': emptyInput,
  'list-payment-troubles': emptyInput,
  'get-payment-trouble': byIdOf('trouble'),
};

/** Every write endpoint, in an order in which each call has an effect. */
export const deskWrites: Record<string, Input> = {
  'resend-confirmation': byIdOf('newcomer'),
  'lift-sign-in-delay': withCode(ownerInput),
  'correct-basic-info': withCode(ownerInput, () => ({
    first_name: 'Анна',
    last_name: 'Иванова',
    date_of_birth: '1980-05-17',
    proof: 'passport',
    reference: '4510 000000',
  })),
  'end-renewals': withCode(ownerInput, () => ({ reason: 'death_certificate' })),
  'suspend-account': withCode(ownerInput, () => ({ reason: 'harm' })),
  'delete-suspended-account': withCode(byIdOf('violator')),
  'lift-suspension': withCode(ownerInput),
  'grant-custom-plan': withCode(ownerInput, () => ({
    storage_mb: 5000,
    valid_until: inDays(90).slice(0, 10),
  })),
  'refund-on-request': withCode(byIdOf('payer'), ({ payment }) => ({
    payment_id: payment,
    ground: 'changed_mind',
  })),
  'erase-contact': withCode(emptyInput, () => ({ email: 'unknown@example.org' })),
  'answer-support-request': (ids) => ({
    ...supportInput(ids),
    body: { draft_id: randomUUID(), text: 'Здравствуйте.', seen_messages: 0 },
  }),
  'settle-support-request': supportInput,
  'retry-failed-job': (ids) => ({ params: { id: ids.failedJob } }),
  'send-test-mail': emptyInput,
  'correct-letter-address': withCode(letterInput, (ids) => ({
    recipient_email: ids.correctedAddress,
  })),
  'retry-letter': (ids) => ({ params: { id: ids.otherLetter } }),
  'record-outage': withCode(emptyInput, () => outageTimes),
  'plan-maintenance': withCode(emptyInput, () => ({
    starts_at: inDays(30),
    ends_at: inDays(30.5),
  })),
  'cancel-maintenance': withCode((ids) => ({ params: { id: ids.maintenance } })),
  'claim-next-review': emptyInput,
  'claim-review': (ids) => ({ ...reviewInput(ids), body: { instead_of: null } }),
  'ask-for-document': withCode(reviewInput, () => ({
    text: 'Пришлите, пожалуйста, вторую страницу.',
  })),
  'release-review': reviewInput,
  'reject-review': withCode(
    (ids) => ({ params: { id: ids.otherReview } }),
    () => ({ reason: 'documents_unreadable', note: '' }),
  ),
  'propose-certificate': withCode(reviewInput, (ids) => ({
    document_ids: [ids.document],
    note: '',
  })),
  'withdraw-certificate': withCode(reviewInput),
  'approve-by-certificate': withCode(
    (ids) => ({ params: { id: ids.proposedReview } }),
    (ids) => ({ document_ids: [ids.proposedDocument], note: '' }),
  ),
  'approve-review': withCode(reviewInput, () => ({ basis: 'other', note: '' })),
  'decide-doubt': withCode(byIdOf('doubtedStart'), (ids) => ({
    verdict: 'dismissed',
    last_doubted_at: ids.lastDoubtedAt,
  })),
  'refetch-payment': byIdOf('pendingTrouble'),
  'refund-again': withCode(byIdOf('refundTrouble')),
  'record-manual-refund': withCode(byIdOf('trouble'), () => ({
    amount_kopecks: 100,
    reference: 'П-1',
  })),
  'record-settled': withCode(byIdOf('settledTrouble'), () => ({ reference: 'П-2' })),
  'close-desk': emptyInput,
};
