import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerWithTwoContacts } from '../../../../test/activations.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { newId } from '../../../platform/ids.ts';
import { insertActivation, moveActivation } from '../activation/activation-repository.ts';
import { agreementAskedForOwner } from './agreement-mails.ts';
import { stopRecorded } from './veto-mails.ts';
import { activationWaits } from './waiting-mails.ts';

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
  const find = () => agreementAskedForOwner.find(ctx, { activation_id: id });
  expect(await find()).toMatchObject({ to: owner.email, facts: { is_agreed: false } });
  await moveActivation(database, { id, status: 'agreement_pending' }, 'agreed', now);
  expect(await find()).toMatchObject({ to: owner.email, facts: { is_agreed: true } });
  const end = { end_reason: 'given_up' } as const;
  await moveActivation(database, { id, status: 'agreed' }, 'payment_canceled', now, end);
  expect(await find()).toBeUndefined();
});

test('finds mails to the owner after the starter is gone', async () => {
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
  const gone = { contact_name: null, contact_email: null };
  expect(await activationWaits.find(ctx, { ...ids, warning: 'daily' })).toMatchObject({
    to: owner.email,
    facts: gone,
  });
  const end = { end_reason: 'vetoed', stopped_by: 'first_address' } as const;
  await moveActivation(database, { id, status: 'waiting' }, 'vetoed', now, end);
  expect(await stopRecorded.find(ctx, ids)).toMatchObject({
    to: owner.email,
    facts: { ...gone, is_contact: false },
  });
  expect(await activationWaits.find(ctx, { ...ids, warning: 'daily' })).toBeUndefined();
});
