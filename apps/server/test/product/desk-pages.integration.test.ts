import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendAudit } from '../../src/features/identity/audit/index.ts';
import { type ProductWithMailServer, startWithMailServer } from '../letters.ts';
import { operatorAtDesk, type TestOperator } from '../operators.ts';
import { family } from '../protocol.ts';
import type { TestProduct } from '../test-product.ts';

let mailProduct: ProductWithMailServer;
let product: TestProduct;
let operator: TestOperator;
beforeAll(async () => {
  mailProduct = await startWithMailServer();
  product = mailProduct.product;
  operator = await operatorAtDesk(product);
});
afterAll(() => mailProduct.stop());

const rowCount = 120;

/** Some rows have equal times, because a page may end between two of them. */
const equalMoments = sql`generate_series(0, ${rowCount - 1}) number,
  lateral (select now() - make_interval(days => 30) + make_interval(mins => number / 3) as at) moment`;

interface ListedRow {
  id: string | number;
  /** Sort key of the list. */
  at: string | null;
}

/** Reads all pages and compares ids and order. */
async function expectAllPages(
  order: 'oldest first' | 'newest first',
  page: (query: { after?: string }) => Promise<{ rows: ListedRow[]; next: string | null }>,
): Promise<void> {
  const rows: ListedRow[] = [];
  let pages = 0;
  for (let query = {}; pages < rowCount; ) {
    const currentPage = await page(query);
    rows.push(...currentPage.rows);
    pages += 1;
    if (currentPage.next === null) break;
    query = { after: currentPage.next };
  }
  expect(pages).toBe(3);
  expect(rows).toHaveLength(rowCount);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rowCount);
  const times = rows.map(({ at }) => at ?? '');
  const sorted = times.toSorted();
  expect(times).toEqual(order === 'oldest first' ? sorted : sorted.reverse());
}

describe('a desk list longer than a page lists every row once and in order:', () => {
  it('pending and decided requests', async () => {
    const { owner, contacts } = await family(product);
    await product.database.rows(sql`
      insert into activation_requests (id, deceased_user_id, initiator_user_id, status,
        request_reason, rejection, decided_at, created_at, updated_at)
      select gen_random_uuid(), ${owner.userId}, ${contacts[0]?.userId}, status, 'review',
        case when status = 'rejected' then 'not_proven' end,
        case when status = 'rejected' then at end, at, at
      from unnest(array['requested', 'rejected']) status, ${equalMoments}`);
    await expectAllPages('oldest first', async (query) => {
      const { reviews, next } = await operator.browser.listReviews({ query });
      return { rows: reviews.map(({ id, filed_at: at }) => ({ id, at })), next };
    });
    await expectAllPages('newest first', async (query) => {
      const decided = { ...query, state: 'decided' as const };
      const { reviews, next } = await operator.browser.listReviews({ query: decided });
      return { rows: reviews.map(({ id, decided_at: at }) => ({ id, at })), next };
    });
  });

  it('undelivered letters', async () => {
    const { owner, activationId } = await mailProduct.releaseProtocol();
    const { database } = product;
    await database.rows(sql`update deliveries set state = 'accepted'`);
    await database.rows(sql`update envelopes set state = 'accepted'`);
    const copied = await database.rows<{ id: string }>(sql`
      insert into instructions
      select copy.* from instructions one, generate_series(1, ${rowCount}) number,
        lateral jsonb_populate_record(null::instructions,
          to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(),
            'draft_id', gen_random_uuid(), 'copy', number)) copy
      where one.id = (select id from instructions where user_id = ${owner.userId} limit 1)
      returning id`);
    expect(copied).toHaveLength(rowCount);
    await database.rows(sql`
      with sent as (
        insert into envelopes (id, activation_id, user_id, state, last_refusal, next_attempt_at,
          created_at)
        select one.id, ${activationId}, ${owner.userId}, 'unreachable', 'permanent', now(),
          now() - make_interval(days => 30) + make_interval(mins => (number / 3)::int)
        from (select id, row_number() over () as number from instructions
          where user_id = ${owner.userId}) one
        where not exists (select 1 from deliveries where instruction_id = one.id)
        limit ${rowCount}
        returning *)
      insert into deliveries (id, activation_id, user_id, instruction_id, envelope_id, state,
        created_at)
      select id, activation_id, user_id, id, id, state, created_at from sent`);
    await expectAllPages('oldest first', async (query) => {
      const { letters, next } = await operator.browser.listLetters({ query });
      return { rows: letters.map(({ id, written_at: at }) => ({ id, at })), next };
    });
  });

  it('support messages', async () => {
    const { owner } = await family(product);
    const body = { userEmail: owner.email, name: 'Анна', subject: 'Вопрос', message: 'Как?' };
    await owner.browser.sendSupportEmail({ body });
    await product.database.rows(sql`
      insert into support_requests
      select copy.* from support_requests one, ${equalMoments},
        lateral jsonb_populate_record(null::support_requests,
          to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(), 'answer_by', at,
            'draft_id', gen_random_uuid(), 'reference', 'N-' || number)) copy
      where one.user_id = ${owner.userId}
      limit ${rowCount - 1}`);
    await expectAllPages('oldest first', async (query) => {
      const { requests, next } = await operator.browser.listSupportRequests({ query });
      return { rows: requests.map(({ id, answer_by: at }) => ({ id, at })), next };
    });
  });

  it('audit entries', async () => {
    const { database, clock } = product;
    await database.transaction(async () => {
      for (let number = 0; number < rowCount; number++) {
        await appendAudit({ database, clock }, { actor: { kind: 'command' }, act: 'backup_made' });
      }
    });
    await expectAllPages('newest first', async (query) => {
      const entries = { ...query, act: 'backup_made' as const };
      const page = await operator.browser.listAudit({ query: entries });
      return { rows: page.entries.map(({ seq: id, at }) => ({ id, at })), next: page.next };
    });
  });
});
