import { randomUUID } from 'node:crypto';
import type { AnyInput } from '@zavet/contract/client';
import type { TestOperator } from './operators.ts';

/** Ids of everything an operator can open. */
export interface DeskFacts {
  operator: Pick<TestOperator, 'code'>;
  owner: { id: string; email: string };
  /** A pending request and its document. */
  review: string;
  document: string;
  /** A request with a certificate proposed by another operator, and its document. */
  proposedReview: string;
  proposedDocument: string;
  /** A request that the walk rejects. */
  otherReview: string;
  /** A start that another contact doubts. */
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
  /**
   * Payments that need attention: one is settled manually, each of the others by its own action.
   */
  trouble: string;
  pendingTrouble: string;
  refundTrouble: string;
  settledTrouble: string;
  failedJob: string;
  /** A planned maintenance far in the future. */
  maintenance: string;
  /** Encrypted on arrival. */
  correctedAddress: string;
}

type Input = (facts: DeskFacts) => AnyInput;
const nothing: Input = () => ({});
const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const outage = { started_at: '2026-01-01T00:00:00Z', ended_at: '2026-01-02T00:00:00Z' };
const about =
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
  (facts) => ({ params: { id: facts[which] } });
const owner: Input = (facts) => ({ params: { id: facts.owner.id } });
const review: Input = (facts) => ({ params: { id: facts.review } });
const support: Input = (facts) => ({ params: { id: facts.support } });
const letter: Input = (facts) => ({ params: { id: facts.letter } });

/** Adds a fresh code to the input of an act. */
const coded =
  (input: Input, body: (facts: DeskFacts) => object = () => ({})): Input =>
  (facts) => ({ ...input(facts), body: { code: facts.operator.code(), ...body(facts) } });

/** Every read endpoint with input that finds data. A missing endpoint fails the test. */
export const reads: Record<string, Input> = {
  'search-accounts': (facts) => ({ body: { email: facts.owner.email } }),
  'get-account': owner,
  'list-support-requests': nothing,
  'get-support-request': support,
  'list-audit': nothing,
  'get-service-state': nothing,
  'list-letters': nothing,
  'list-outages': nothing,
  'list-maintenance': nothing,
  'preview-outage': () => ({ body: outage }),
  'list-reviews': nothing,
  'search-reviews': (facts) => ({ body: { words: facts.owner.email } }),
  'count-reviews': nothing,
  'get-review': review,
  'download-review-document': (facts) => ({
    params: { id: facts.review, document_id: facts.document },
  }),
  'list-doubts': nothing,
  'list-payment-troubles': nothing,
  'get-payment-trouble': about('trouble'),
};

/** Every write endpoint, in an order in which each has something to do. */
export const writes: Record<string, Input> = {
  'resend-confirmation': about('newcomer'),
  'lift-sign-in-delay': coded(owner),
  'correct-basic-info': coded(owner, () => ({
    first_name: 'Анна',
    last_name: 'Иванова',
    date_of_birth: '1980-05-17',
    proof: 'passport',
    reference: '4510 000000',
  })),
  'end-renewals': coded(owner, () => ({ reason: 'death_certificate' })),
  'suspend-account': coded(owner, () => ({ reason: 'harm' })),
  'delete-suspended-account': coded(about('violator')),
  'lift-suspension': coded(owner),
  'grant-custom-plan': coded(owner, () => ({
    storage_mb: 5000,
    valid_until: inDays(90).slice(0, 10),
  })),
  'refund-on-request': coded(about('payer'), ({ payment }) => ({
    payment_id: payment,
    ground: 'changed_mind',
  })),
  'erase-contact': coded(nothing, () => ({ email: 'unknown@example.org' })),
  'answer-support-request': (facts) => ({
    ...support(facts),
    body: { draft_id: randomUUID(), text: 'Здравствуйте.', seen_messages: 0 },
  }),
  'settle-support-request': support,
  'retry-failed-job': (facts) => ({ params: { id: facts.failedJob } }),
  'send-test-mail': nothing,
  'correct-letter-address': coded(letter, (facts) => ({
    recipient_email: facts.correctedAddress,
  })),
  'retry-letter': (facts) => ({ params: { id: facts.otherLetter } }),
  'record-outage': coded(nothing, () => outage),
  'plan-maintenance': coded(nothing, () => ({ starts_at: inDays(30), ends_at: inDays(30.5) })),
  'cancel-maintenance': coded((facts) => ({ params: { id: facts.maintenance } })),
  'claim-next-review': nothing,
  'claim-review': (facts) => ({ ...review(facts), body: { instead_of: null } }),
  'ask-for-document': coded(review, () => ({ text: 'Пришлите, пожалуйста, вторую страницу.' })),
  'release-review': review,
  'reject-review': coded(
    (facts) => ({ params: { id: facts.otherReview } }),
    () => ({ reason: 'documents_unreadable', note: '' }),
  ),
  'propose-certificate': coded(review, (facts) => ({ document_ids: [facts.document], note: '' })),
  'withdraw-certificate': coded(review),
  'approve-by-certificate': coded(
    (facts) => ({ params: { id: facts.proposedReview } }),
    (facts) => ({ document_ids: [facts.proposedDocument], note: '' }),
  ),
  'approve-review': coded(review, () => ({ basis: 'other', note: '' })),
  'decide-doubt': coded(about('doubtedStart'), (facts) => ({
    verdict: 'dismissed',
    last_doubted_at: facts.lastDoubtedAt,
  })),
  'refetch-payment': about('pendingTrouble'),
  'refund-again': coded(about('refundTrouble')),
  'record-manual-refund': coded(about('trouble'), () => ({
    amount_kopecks: 100,
    reference: 'П-1',
  })),
  'record-settled': coded(about('settledTrouble'), () => ({ reference: 'П-2' })),
  'close-desk': nothing,
};
