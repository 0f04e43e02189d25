import type { ReviewList } from '@zavet/contract/desk/desk-values';
import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enqueuedMails, errorCodeOf, onlyContact } from '../../../../test/activations.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { family } from '../../../../test/protocol.ts';
import {
  addDocument,
  approve,
  askForDocument,
  confirm,
  fileRequest,
  propose,
  reject,
} from '../../../../test/requests.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';
import { activationProgress } from '../emails/progress-mails.ts';

let product: TestProduct;
let anna: TestOperator;
let boris: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ ACTIVATION_MODE: 'verified' }, { runsJobs: false });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.database.rows(sql`delete from operators`);
  await product.database.rows(sql`delete from activation_requests`);
  anna = await operatorAtDesk(product);
  boris = await operatorAtDesk(product);
});

async function fileNewRequest() {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  const { id } = await fileRequest(owner, contact);
  return { owner, contact, id };
}
const claim = ({ browser }: TestOperator, id: string, instead_of: string | null = null) =>
  browser.claimReview({ params: { id }, body: { instead_of } });
const next = async ({ browser }: TestOperator) => (await browser.takeNextReview()).id;
const view = async ({ browser }: TestOperator, id: string) =>
  (await browser.getReview({ params: { id } })).review;
const idsOf = async ({ browser }: TestOperator, state: ReviewList) =>
  (await browser.listReviews({ query: { state } })).reviews.map(({ id }) => id);
const advanceClock = async (ms: number, ...operators: TestOperator[]) => {
  product.clock.advance(ms);
  for (const operator of operators) {
    await operator.browser.refreshSession();
    await operator.openDesk();
  }
};

describe('a claimed request', () => {
  it('shows its operator to others, who decide it only after they take it over', async () => {
    const { id } = await fileNewRequest();
    await claim(anna, id);
    expect((await view(anna, id)).claim).toMatchObject({ is_mine: true });
    expect((await view(boris, id)).claim).toMatchObject({
      operator_id: anna.userId,
      operator: { email: anna.email },
      is_mine: false,
    });
    // The calls run sequentially, because a code is void once a later code was used.
    for (const act of [claim, approve, askForDocument]) {
      expect(await errorCodeOf(act(boris, id))).toBe('review_claimed');
    }
    await claim(boris, id, anna.userId);
    expect((await view(boris, id)).claim).toMatchObject({ is_mine: true });
    // The screen of this operator still shows the previous holder of the claim.
    const outdated = claim(await operatorAtDesk(product), id, anna.userId);
    expect(await errorCodeOf(outdated)).toBe('review_claimed');
    await approve(boris, id);
  });

  it('can be claimed again once returned, after four hours, and for the second step', async () => {
    const { id, contact } = await fileNewRequest();
    await addDocument(contact, id);
    await claim(anna, id);
    await boris.browser.releaseReview({ params: { id } });
    expect((await view(boris, id)).claim?.is_mine).toBe(false);
    await anna.browser.releaseReview({ params: { id } });
    expect((await view(boris, id)).claim).toBeNull();
    await claim(anna, id);
    await advanceClock(requestTerms.claimedFor, anna, boris);
    expect(await idsOf(anna, 'mine')).toEqual([]);
    await claim(boris, id);
    await propose(boris, id);
    await confirm(anna, id);
  });

  it('is claimed by only one of two concurrent operators', async () => {
    const { id } = await fileNewRequest();
    const both = await Promise.allSettled([claim(anna, id), claim(boris, id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('cannot belong to an owner who named the operator as a contact', async () => {
    const { id, owner } = await fileNewRequest();
    await addContact(owner, anna.email);
    expect(await errorCodeOf(claim(anna, id))).toBe('operator_involved');
    expect(await next(anna)).toBeNull();
    expect(await next(boris)).toBe(id);
    await reject(boris, id);
    expect(await errorCodeOf(claim(boris, id))).toBe('review_closed');
  });

  it('is never offered to the operator who filed it, even after their removal as a contact', async () => {
    const { id } = await fileNewRequest();
    await product.database.rows(sql`
      update activation_requests set initiator_user_id = ${anna.userId}, trusted_contact_id = null
      where id = ${id}`);
    expect(await next(anna)).toBeNull();
    expect(await next(boris)).toBe(id);
  });

  it('is offered for the second step to another operator, or to a sole one a day later', async () => {
    const { id, owner, contact } = await fileNewRequest();
    await addDocument(contact, id);
    await propose(anna, id);
    expect(await next(anna)).toBeNull();
    expect(await next(boris)).toBe(id);
    await boris.browser.releaseReview({ params: { id } });
    await addContact(owner, boris.email);
    expect(await next(anna)).toBeNull();
    await advanceClock(requestTerms.certificatePause, anna);
    expect(await next(anna)).toBe(id);
    await confirm(anna, id);
  });

  it('shows the date of birth of the owner', async () => {
    const { id, owner } = await fileNewRequest();
    expect((await view(anna, id)).owner_born_on).toBeNull();
    await owner.browser.updateBasicInfo({
      body: { first_name: 'Анна', last_name: 'Иванова', date_of_birth: '1950-05-17' },
    });
    expect((await view(anna, id)).owner_born_on).toBe('1950-05-17');
  });
});

describe('a request with a question for another document', () => {
  it('waits for the contact to read the question, and is listed again with the document', async () => {
    const { id, contact } = await fileNewRequest();
    await addDocument(contact, id);
    await advanceClock(requestTerms.answerWithin, anna);
    expect(await idsOf(anna, 'overdue')).toEqual([id]);
    expect(await view(anna, id)).toMatchObject({ is_overdue: true });
    await claim(anna, id);
    await askForDocument(anna, id, 'КАНАРЕЙКА-ВОПРОС');
    expect(await view(anna, id)).toMatchObject({ claim: null, is_overdue: false });
    expect(await enqueuedMails(product, id)).toContainEqual({
      name: activationProgress.name,
      step: 'document',
      activation_id: id,
      asked_at: expect.any(String),
    });
    await contact.browser.refreshSession();
    const asked = await contact.browser.getRequest({ params: { id } });
    expect(asked.request).toMatchObject({ asked_for: 'КАНАРЕЙКА-ВОПРОС', answer_by: null });
    const onCard = async () => (await contact.browser.listLegacies()).legacies[0]?.answer_by;
    expect(await onCard()).toBeNull();
    expect(await tablesHolding(product.database, ['КАНАРЕЙКА'])).toEqual([]);
    expect(await idsOf(anna, 'overdue')).toEqual([]);
    expect(await idsOf(anna, 'awaiting_document')).toEqual([id]);
    expect(await next(anna)).toBeNull();
    await addDocument(contact, id, 'ещё.pdf');
    const answered = await contact.browser.getRequest({ params: { id } });
    expect(answered.request).toMatchObject({ asked_for: null, answer_by: expect.any(String) });
    expect(await onCard()).toBe(answered.request.answer_by);
    expect((await view(anna, id)).asked).toMatchObject({
      text: 'КАНАРЕЙКА-ВОПРОС',
      answered_at: expect.any(String),
    });
    expect(await idsOf(anna, 'overdue')).toEqual([]);
    expect(await next(anna)).toBe(id);
  });

  it('is listed again without a document after seven days', async () => {
    const { id } = await fileNewRequest();
    await askForDocument(anna, id);
    await advanceClock(requestTerms.documentWait, anna);
    expect(await idsOf(anna, 'awaiting_document')).toEqual([]);
    expect(await next(anna)).toBe(id);
  });
});

describe('with two hundred requests', () => {
  it('lists, searches, counts and distributes them by waiting time', async () => {
    const { owner, contacts } = await family(product);
    const { userId } = onlyContact(contacts);
    const { database } = product;
    const rows = await database.rows<{ id: string }>(sql`
      insert into activation_requests (id, deceased_user_id, initiator_user_id, status,
        request_reason, created_at, updated_at)
      select gen_random_uuid(), ${owner.userId}, ${userId}, 'requested', 'review', at, at
      from generate_series(1, 200) number,
        lateral (select ${product.clock.now().toISOString()}::timestamptz
          - make_interval(hours => number) as at) moment
      order by at returning id`);
    const { id } = await fileNewRequest();
    const counts = await anna.browser.countReviews();
    expect(counts).toEqual({
      ...{ open: 201, overdue: 129, without_documents: 201, awaiting_document: 0, mine: 0 },
      doubts: 0,
    });
    expect(await idsOf(anna, 'open')).toEqual(rows.slice(0, 50).map((row) => row.id));
    const search = async (words: string) =>
      (await anna.browser.searchReviews({ body: { words, state: 'open' } })).reviews;
    const { contact } = await view(anna, id);
    const found = await search(contact.email.slice(0, -4).toUpperCase());
    expect(found.map((row) => row.id)).toEqual([id]);
    expect(await search('%')).toEqual([]);
    const many = await anna.browser.searchReviews({ body: { words: owner.email } });
    expect([many.reviews.length, many.has_more]).toEqual([50, true]);

    const claimed = await Promise.all([next(anna), next(boris), next(anna), next(boris)]);
    expect(new Set(claimed)).toEqual(new Set(rows.slice(0, 4).map((row) => row.id)));
    expect(await idsOf(anna, 'mine')).toHaveLength(2);
  });
});
