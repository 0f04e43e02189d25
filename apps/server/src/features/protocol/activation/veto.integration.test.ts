import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  enqueuedMails,
  errorCodeOf,
  mailStagesOf,
  ownerWithTwoContacts,
  processWaiting,
  refundsOf,
  setReleaseRules,
} from '../../../../test/activations.ts';
import { hour } from '../../../../test/durations.ts';
import { operatorAtDesk } from '../../../../test/operators.ts';
import type { Person } from '../../../../test/people.ts';
import {
  activationOf,
  activationsOf,
  deliveriesOf,
  payFor,
  type TrustedPerson,
} from '../../../../test/protocol.ts';
import { approve, fileRequest } from '../../../../test/requests.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import type { Payment } from '../../billing/payments/index.ts';
import { activationEnded } from '../emails/end-mails.ts';
import { createActivationEffects } from './on-activation-paid.ts';
import { digestOfPaperCode, newPaperCode } from './veto-codes.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

async function approveAtDesk(owner: Person, contact: TrustedPerson): Promise<void> {
  const { id } = await fileRequest(owner, contact);
  await approve(await operatorAtDesk(product), id);
}

async function waitingPair() {
  const pair = await ownerWithTwoContacts(product);
  await setReleaseRules(product, pair.owner, 24);
  await payFor(pair.owner, pair.first);
  return pair;
}

async function tokenOf(ownerId: string, address = 'first'): Promise<string> {
  const [link] = await product.database.rows<{ id: string }>(sql`
    select link.id from veto_links link
    inner join activation_requests activation on activation.id = link.activation_id
    where activation.deceased_user_id = ${ownerId} and link.address = ${address}
    order by link.created_at desc limit 1`);
  return product.ctx.linkTokens.tokenOf(link?.id ?? '');
}

const confirmSecondAddress = (owner: { userId: string; email: string }) =>
  product.database.rows(sql`
    insert into second_addresses
      (user_id, email, confirmed_at, link_id, link_digest, asked_at, expires_at)
    values (${owner.userId}, ${`second-${owner.email}`}, now(), gen_random_uuid(),
      gen_random_uuid()::text, now(), now())`);

const refund = { reason: 'vetoed', amount_kopecks: 700_000 };

describe('a veto', () => {
  it('ends a waiting activation, refunds the whole fee once, and prevents the release', async () => {
    const { owner, first } = await waitingPair();
    await owner.browser.vetoOwnProtocol();
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed']);
    expect(await refundsOf(product, first)).toEqual([refund]);
    product.clock.advance(25 * hour);
    await processWaiting(product);
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed']);
    expect(await deliveriesOf(product.database, owner)).toEqual([]);
    expect(await refundsOf(product, first)).toEqual([refund]);
  });

  it('mails owner, initiator and the other contacts, and leaves nothing else to veto', async () => {
    const { owner, second } = await waitingPair();
    const own = await owner.browser.getOwnProtocol();
    await owner.browser.vetoOwnProtocol();
    const id = own.attempts[0]?.activation_id ?? '';
    const names = await mailStagesOf(product, id);
    expect(names.filter((name) => name.includes('ended')).sort()).toEqual([
      'activation_attempt_ended',
      'activation_ended',
      'activation_ended',
    ]);
    expect(await enqueuedMails(product, id)).toContainEqual({
      name: 'activation_ended',
      activation_id: id,
      contact_id: second.contactId,
    });
    expect(await errorCodeOf(owner.browser.vetoOwnProtocol())).toBe('nothing_to_veto');
  });

  it('is mailed to the payer once, with the refund', async () => {
    const { owner, first } = await waitingPair();
    const id = (await owner.browser.getOwnProtocol()).attempts[0]?.activation_id ?? '';
    await owner.browser.vetoOwnProtocol();
    const mail = await activationEnded.find(product.ctx, { activation_id: id });
    expect(mail).toMatchObject({ to: first.email, facts: refund });
    const [payment] = await product.database.rows<Payment>(sql`
      select * from payments where user_id = ${first.userId}`);
    if (!payment) throw new Error('expected a payment');
    const paid = { ...payment, user_id: first.userId };
    await createActivationEffects(product.ctx).refunded(paid, 700_000, 'vetoed');
    expect((await enqueuedMails(product)).filter((one) => 'payment_id' in one)).toEqual([]);
  });

  it('is shown to the other contacts until the owner decides about the initiator', async () => {
    const { owner, first, second } = await waitingPair();
    const seen = async () => (await second.browser.listLegacies()).legacies[0]?.activation;
    await owner.browser.vetoOwnProtocol();
    expect(await seen()).toMatchObject({ status: 'vetoed', is_mine: false });
    await owner.browser.decideOnVetoedContact({
      params: { id: first.contactId },
      body: { decision: 'keep' },
    });
    expect(await seen()).toBeNull();
  });

  it('is shown to a contact with a competing activation', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    await setReleaseRules(product, owner, 24);
    await second.browser.startActivation({ body: activationOf(owner, second) });
    await payFor(owner, first);
    await owner.browser.vetoOwnProtocol();
    const [legacy] = (await second.browser.listLegacies()).legacies;
    expect(legacy?.activation).toMatchObject({ status: 'vetoed', is_mine: false });
  });

  it('by a mailed link happens on the button, not when the page opens', async () => {
    const { owner, first } = await waitingPair();
    const token = await tokenOf(owner.userId);
    const stranger = product.browser();
    const seen = await stranger.describeVeto({ body: { token } });
    expect(seen).toMatchObject({
      is_vetoed: false,
      is_released: false,
      attempts: [{ status: 'waiting' }],
    });
    await stranger.describeVeto({ body: { token } });
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
    const vetoed = { is_vetoed: true, attempts: [] };
    expect(await stranger.vetoProtocol({ body: { token } })).toMatchObject(vetoed);
    expect(await stranger.vetoProtocol({ body: { token } })).toMatchObject(vetoed);
    expect(await refundsOf(product, first)).toEqual([refund]);
    expect(await errorCodeOf(stranger.describeVeto({ body: { token: `${token}x` } }))).toBe(
      'link_invalid',
    );
  });

  it('by the paper code works once, however it is typed', async () => {
    const { owner, second } = await waitingPair();
    const code = newPaperCode();
    await product.database.rows(sql`
      update protocol_rules
      set veto_code_digest = ${digestOfPaperCode(product.ctx.serviceKey, code)}
      where user_id = ${owner.userId}`);
    const typed = `${code.slice(0, 5).toLowerCase()} ${code.slice(5, 12)}-${code.slice(12)}`;
    const stranger = product.browser();
    expect(await errorCodeOf(stranger.vetoProtocol({ body: { code: newPaperCode() } }))).toBe(
      'veto_code_unknown',
    );
    expect(await stranger.describeVeto({ body: { code: typed } })).toMatchObject({
      attempts: [{ status: 'waiting' }],
    });
    await stranger.vetoProtocol({ body: { code: typed } });
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed']);
    expect(await stranger.vetoProtocol({ body: { code: typed } })).toMatchObject({
      is_code_used: true,
      is_vetoed: true,
      attempts: [],
    });
    await payFor(owner, second);
    expect(await stranger.describeVeto({ body: { code: typed } })).toMatchObject({
      is_code_used: true,
      needs_sign_in: true,
      attempts: [{ status: 'waiting' }],
    });
    expect(await errorCodeOf(stranger.vetoProtocol({ body: { code: typed } }))).toBe(
      'veto_code_used',
    );
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed', 'waiting']);
    await owner.browser.createPaperCode();
    expect(await errorCodeOf(stranger.describeVeto({ body: { code: typed } }))).toBe(
      'veto_code_unknown',
    );
  });

  it('refunds a pending payment that succeeds later', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
    const body = activationOf(owner, first);
    const { payment_id, confirmation_url } = await first.browser.startActivation({ body });
    await owner.browser.vetoOwnProtocol();
    const crt = new URL(confirmation_url).searchParams.get('crt') ?? '';
    await first.browser.refreshPaymentStatus({
      body: { action: 'refresh-payment-status', crt, payment_id, status: 'succeeded' },
    });
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed']);
    expect(await refundsOf(product, first)).toEqual([refund]);
  });

  it('is possible from the second address, with a link of its own', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
    await setReleaseRules(product, owner, 24);
    await confirmSecondAddress(owner);
    await payFor(owner, first);
    const second = await tokenOf(owner.userId, 'second');
    expect(second).not.toBe(await tokenOf(owner.userId));
    await product.browser().vetoProtocol({ body: { token: second } });
    const [row] = await product.database.rows<{ vetoed_by: string }>(sql`
      select vetoed_by from activation_requests where deceased_user_id = ${owner.userId}`);
    expect(row?.vetoed_by).toBe('second_address');
  });
});

describe('the link in a mail to a second address', () => {
  it('vetoes nothing once the owner has removed that address', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
    await setReleaseRules(product, owner, 24);
    await confirmSecondAddress(owner);
    await payFor(owner, first);
    const token = await tokenOf(owner.userId, 'second');
    await owner.browser.removeSecondAddress();
    const stranger = product.browser();
    expect(await errorCodeOf(stranger.vetoProtocol({ body: { token } }))).toBe('link_invalid');
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
  });
});

describe('a blocked contact', () => {
  it('cannot start again until the owner unblocks them', async () => {
    const { owner, first, second } = await waitingPair();
    await owner.browser.vetoOwnProtocol();
    expect(await errorCodeOf(payFor(owner, first))).toBe('contact_vetoed');
    const { vetoed_contacts } = await owner.browser.getOwnProtocol();
    expect(vetoed_contacts).toMatchObject([{ id: first.contactId }]);
    const { contacts } = await owner.browser.getProtocolRules();
    const { people } = await owner.browser.getReadiness();
    for (const shown of [contacts, people]) {
      expect(shown.map(({ id, is_blocked }) => [id, is_blocked])).toEqual([
        [first.contactId, true],
        [second.contactId, false],
      ]);
    }
    const decide = (decision: 'keep' | 'question', id = first.contactId) =>
      owner.browser.decideOnVetoedContact({ params: { id }, body: { decision } });
    await decide('question');
    expect(await errorCodeOf(payFor(owner, first))).toBe('contact_vetoed');
    expect(await errorCodeOf(decide('keep', second.contactId))).toBe('contact_not_found');
    await decide('keep');
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
  });

  it('does not keep the others from starting', async () => {
    const { owner, second } = await waitingPair();
    await owner.browser.vetoOwnProtocol();
    const kinds = (await owner.browser.getReadiness()).findings.map(({ kind }) => kind);
    expect(kinds).not.toContain('contacts_blocked');
    expect(await payFor(owner, second)).toMatchObject({ outcome: 'waiting' });
  });

  it('is an obstacle in the readiness while no other contact could start', async () => {
    const { owner, first, second } = await waitingPair();
    await owner.browser.vetoOwnProtocol();
    await owner.browser.deleteContact({ params: { id: second.contactId }, query: {} });
    const { findings, letters } = await owner.browser.getReadiness();
    expect(findings[0]).toMatchObject({
      kind: 'contacts_blocked',
      gravity: 'blocking',
      concerned: [{ id: first.contactId }],
    });
    expect(letters.arriving).toBe(0);
    const decision = { params: { id: first.contactId }, body: { decision: 'keep' } } as const;
    await owner.browser.decideOnVetoedContact(decision);
    const kindsAfter = (await owner.browser.getReadiness()).findings.map(({ kind }) => kind);
    expect(kindsAfter).not.toContain('contacts_blocked');
  });

  it('starts again, without a PIN, after an approval', async () => {
    const { owner, first } = await waitingPair();
    await owner.browser.setPin({ body: { pin: '418935', current_password: owner.password } });
    await owner.browser.vetoOwnProtocol();
    await approveAtDesk(owner, first);
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
    await owner.browser.vetoOwnProtocol();
    expect(await errorCodeOf(payFor(owner, first))).toBe('contact_vetoed');
  });

  it('needs the PIN again after the owner’s next check-in', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    await setReleaseRules(product, owner, 24);
    await owner.browser.setPin({ body: { pin: '418935', current_password: owner.password } });
    await approveAtDesk(owner, second);
    await payFor(owner, first, 'succeeded', '418935');
    await owner.browser.vetoOwnProtocol();
    expect(await errorCodeOf(payFor(owner, second))).toBe('pin_required');
    await approveAtDesk(owner, first);
    await payFor(owner, first);
    product.clock.advance(24 * hour);
    await processWaiting(product);
    await owner.browser.signIn({ body: { email: owner.email, password: owner.password } });
    await owner.browser.rearmProtocol();
    await first.browser.signIn({ body: { email: first.email, password: first.password } });
    expect(await errorCodeOf(payFor(owner, first))).toBe('pin_required');
  });
});
