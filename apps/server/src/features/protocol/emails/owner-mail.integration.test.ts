import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerWithTwoContacts, setReleaseRules, start } from '../../../../test/activations.ts';
import { payFor } from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { newId } from '../../../platform/ids.ts';
import { insertActivation, moveActivation } from '../activation/activation-repository.ts';
import { activationAnnounced } from './announcement-mail.ts';
import { activationAttemptEnded } from './end-mails.ts';
import { activationProgress } from './progress-mails.ts';
import { activationWaits } from './waiting-mail.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

const day = 24 * 60 * 60 * 1000;

test('finds the mail about an agreement only until the attempt is paid or ends', async () => {
  const { owner, first } = await ownerWithTwoContacts(product);
  const { database, clock, ctx } = product;
  const now = clock.now();
  const id = newId();
  await insertActivation(database, {
    id,
    deceased_user_id: owner.userId,
    trusted_contact_id: first.contactId,
    initiator_user_id: first.userId,
    status: 'agreement_pending',
    agreement_asked_at: now,
    created_at: now,
    updated_at: now,
  });
  const find = () => activationAnnounced.find(ctx, { activation_id: id, stage: 'asked' });
  expect(await find()).toMatchObject({ to: owner.email, facts: { is_agreed: false } });
  await moveActivation(database, { id, status: 'agreement_pending' }, 'agreed', now);
  expect(await find()).toMatchObject({ to: owner.email, facts: { is_agreed: true } });
  const end = { end_reason: 'given_up' } as const;
  await moveActivation(database, { id, status: 'agreed' }, 'payment_canceled', now, end);
  expect(await find()).toBeUndefined();
});

test('finds mails to the owner after the starter was deleted', async () => {
  const { owner } = await ownerWithTwoContacts(product);
  const { database, clock, ctx } = product;
  const now = clock.now();
  const id = newId();
  await insertActivation(database, {
    id,
    deceased_user_id: owner.userId,
    trusted_contact_id: null,
    initiator_user_id: null,
    status: 'waiting',
    waiting_hours: 72,
    waiting_since: now,
    release_at: new Date(now.getTime() + 3 * day),
    created_at: now,
    updated_at: now,
  });
  const ids = { activation_id: id };
  const deletedStarter = { contact_name: null, contact_email: null };
  expect(await activationWaits.find(ctx, { ...ids, warning: 'daily' })).toMatchObject({
    to: owner.email,
    facts: deletedStarter,
  });
  const end = { end_reason: 'vetoed', vetoed_by: 'first_address' } as const;
  await moveActivation(database, { id, status: 'waiting' }, 'vetoed', now, end);
  expect(await activationAttemptEnded.find(ctx, ids)).toMatchObject({
    to: owner.email,
    facts: { ...deletedStarter, is_contact: false },
  });
  expect(await activationWaits.find(ctx, { ...ids, warning: 'daily' })).toBeUndefined();
});

async function idOfActivation(ownerId: string): Promise<string> {
  const [row] = await product.database.rows<{ id: string }>(sql`
    select id from activation_requests where deceased_user_id = ${ownerId}`);
  return row?.id ?? '';
}

test('announces a payment immediately, or after ten minutes if a waiting period follows and it is still open', async () => {
  const { database, clock, ctx } = product;
  const announced = async (hours: 0 | 72) => {
    const { owner, first } = await ownerWithTwoContacts(product);
    await setReleaseRules(product, owner, hours);
    await start(owner, first);
    const id = await idOfActivation(owner.userId);
    const [job] = await database.rows<{ delay: number; is_delayed: boolean }>(sql`
      select round(extract(epoch from start_after - created_on))::int as delay,
        (data -> 'ids' ->> 'is_delayed')::boolean as is_delayed
      from pgboss.job
      where data ->> 'mail' = 'activation_announced' and data -> 'ids' ->> 'activation_id' = ${id}`);
    const ids = { activation_id: id, stage: 'payment', is_delayed: job?.is_delayed } as const;
    return { id, delay: job?.delay, find: () => activationAnnounced.find(ctx, ids) };
  };
  const direct = await announced(0);
  expect(direct.delay).toBe(0);
  expect(await direct.find()).toMatchObject({ facts: { waiting_hours: 0 } });
  const later = await announced(72);
  expect(later.delay).toBe(600);
  expect(await later.find()).toMatchObject({ facts: { waiting_hours: 72 } });
  const end = { end_reason: 'given_up' } as const;
  for (const { id } of [direct, later]) {
    const pending = { id, status: 'payment_pending' } as const;
    await moveActivation(database, pending, 'payment_canceled', clock.now(), end);
  }
  expect(await direct.find()).toBeDefined();
  expect(await later.find()).toBeUndefined();
});

test('mails the release to the starter only if there is no letter to them', async () => {
  const { owner, first } = await ownerWithTwoContacts(product);
  await payFor(owner, first);
  const ids = { activation_id: await idOfActivation(owner.userId), step: 'activated' } as const;
  expect(await activationProgress.find(product.ctx, ids)).toBeUndefined();
  await product.database.rows(sql`delete from deliveries where contact_id = ${first.contactId}`);
  expect(await activationProgress.find(product.ctx, ids)).toMatchObject({ to: first.email });
});
