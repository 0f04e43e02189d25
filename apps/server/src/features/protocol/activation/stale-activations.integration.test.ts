import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorCodeOf,
  mailStagesOf,
  onlyContact,
  ownerWithTwoContacts,
  setReleaseRules,
  start,
} from '../../../../test/activations.ts';
import { hour } from '../../../../test/durations.ts';
import { operatorAtDesk } from '../../../../test/operators.ts';
import type { Person } from '../../../../test/people.ts';
import { activationsOf, family, payFor } from '../../../../test/protocol.ts';
import { approve, auditOf, fileRequest } from '../../../../test/requests.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { expireStaleActivations } from './stale-activations.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ ACTIVATION_MODE: 'verified' }, { runsJobs: false });
});
afterAll(() => product.stop());

const day = 24 * hour;
const minute = hour / 60;
const signIn = (person: Person) => person.browser.signIn({ body: person });

/** Advances the clock and runs the job twice. */
async function passDays(...spans: number[]): Promise<void> {
  for (const days of spans) {
    product.clock.advance(days * day);
    for (let time = 0; time < 2; time++) {
      await expireStaleActivations(product.ctx, new AbortController().signal);
    }
  }
}

const namesOf = (id: string) => mailStagesOf(product, id);
const timesOf = async (id: string, name: string) =>
  (await namesOf(id)).filter((one) => one === name).length;

describe('a stale activation', () => {
  it('ends with its approval after 90 days and two reminders, and can be requested again immediately', async () => {
    const { owner, contacts } = await family(product);
    const contact = onlyContact(contacts);
    const { id } = await fileRequest(owner, contact);
    await approve(await operatorAtDesk(product), id);
    const { legacies } = await contact.browser.listLegacies();
    expect(legacies[0]?.activation?.status).toBe('approved');
    const rest = Date.parse(legacies[0]?.activation?.ends_at ?? '') - product.clock.now().getTime();
    expect(rest / day).toBeCloseTo(90, 2);
    await passDays(59);
    expect(await timesOf(id, 'activation_progress ends')).toBe(0);
    await passDays(1);
    expect(await timesOf(id, 'activation_progress ends')).toBe(1);
    await passDays(22, 1);
    expect(await timesOf(id, 'activation_progress ends')).toBe(2);
    await passDays(6);
    expect(await activationsOf(product.database, owner)).toEqual(['approved']);
    await passDays(1);
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled']);
    for (const name of ['activation_ended', 'activation_attempt_ended']) {
      expect(await timesOf(id, name), name).toBe(1);
    }
    expect((await auditOf(product, owner)).at(-1)).toBe('system activation_stale');
    await signIn(contact);
    expect((await contact.browser.listLegacies()).legacies[0]).toMatchObject({
      activation: { status: 'payment_canceled', end_reason: 'stale', ends_at: null },
      request: { reason: 'review', is_needed: true, not_before: null },
    });
    expect(await errorCodeOf(start(owner, contact))).toBe('review_required');
    const again = await fileRequest(owner, contact);
    await approve(await operatorAtDesk(product), again.id);
    await payFor(owner, contact);
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled', 'activated']);
    await passDays(200);
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled', 'activated']);
  });

  it('gets its last reminder and seven more days even after a year of downtime', async () => {
    const { owner, contacts } = await family(product);
    const contact = onlyContact(contacts);
    const { id } = await fileRequest(owner, contact);
    await approve(await operatorAtDesk(product), id);
    await passDays(365);
    expect(await timesOf(id, 'activation_progress ends')).toBe(1);
    await passDays(6);
    expect(await activationsOf(product.database, owner)).toEqual(['approved']);
    await passDays(1);
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled']);
  });

  it('expires 90 days after its last step, and an agreement must then be asked for again', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    await setReleaseRules(product, owner, 0, true);
    const { id } = await fileRequest(owner, first);
    await approve(await operatorAtDesk(product), id);
    await passDays(80);
    await signIn(first);
    const named = { deceased_user_id: owner.userId, trusted_contact_id: first.contactId };
    await first.browser.requestAgreement({ body: named });
    await passDays(59);
    expect(await timesOf(id, 'activation_progress ends')).toBe(1);
    expect(await activationsOf(product.database, owner)).toEqual(['agreement_pending']);
    await passDays(1, 23, 7);
    expect(await timesOf(id, 'activation_progress ends')).toBe(3);
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled']);
    await signIn(second);
    expect((await second.browser.listLegacies()).legacies[0]?.activation).toBeNull();
    await signIn(first);
    const again = await fileRequest(owner, first);
    await approve(await operatorAtDesk(product), again.id);
    // The expired request for agreement does not let the first contact continue alone.
    expect(await errorCodeOf(start(owner, first))).toBe('agreement_required');
  });
});

it('an undecided request does not expire, and is overdue after three days', async () => {
  await product.database.rows(sql`delete from activation_requests`);
  const { owner, contacts } = await family(product);
  const { id } = await fileRequest(owner, onlyContact(contacts));
  product.clock.advance(3 * day - minute);
  const early = await operatorAtDesk(product);
  const open = { query: { state: 'open' as const } };
  expect((await early.browser.listReviews(open)).reviews).toMatchObject([
    { id, is_overdue: false },
  ]);
  expect((await early.browser.getServiceStatus()).requests).toMatchObject({
    waiting: 1,
    overdue: 0,
  });
  product.clock.advance(minute);
  expect((await early.browser.getServiceStatus()).requests).toMatchObject({ overdue: 1 });
  await passDays(200, 100, 100);
  expect(await activationsOf(product.database, owner)).toEqual(['requested']);
  const late = await operatorAtDesk(product);
  expect((await late.browser.listReviews(open)).reviews).toMatchObject([{ id, is_overdue: true }]);
  await approve(late, id);
  expect((await late.browser.listReviews({ query: { state: 'decided' } })).reviews).toMatchObject([
    { id, is_overdue: false },
  ]);
  expect((await late.browser.getServiceStatus()).requests).toMatchObject({
    waiting: 0,
    overdue: 0,
  });
});
