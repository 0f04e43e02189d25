import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerAgreement,
  doubtFixture,
  enqueuedMails,
  errorCodeOf,
  legacyOf,
  releaseAtOf,
  start,
  withdraw,
} from '../../../../test/activations.ts';
import { hour } from '../../../../test/durations.ts';
import { operatorAtDesk } from '../../../../test/operators.ts';
import { signInAgain } from '../../../../test/people.ts';
import { activationsOf, payFor, trustedPersonOf } from '../../../../test/protocol.ts';
import { auditOf } from '../../../../test/requests.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { expireStaleActivations } from './stale-activations.ts';

const day = 24 * hour;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

const { household, decide, names } = doubtFixture(() => product);

async function startsOf({ userId }: { userId: string }): Promise<string[]> {
  const rows = await product.database.rows<{ id: string }>(sql`
    select id from activation_requests where deceased_user_id = ${userId} order by created_at, id`);
  return rows.map(({ id }) => id);
}

describe('a doubt about a start that asks for agreement', () => {
  it('holds the start back beyond the 14 days, and shows owner and contacts the deadline of the decision', async () => {
    const { owner, first, second, ask } = await household();
    const third = await trustedPersonOf(product, owner);
    const { activation_id: id } = await ask(first);
    await answerAgreement(second, id, false);
    await answerAgreement(second, id, false);
    const decided_by = new Date(product.clock.now().getTime() + requestTerms.answerWithin);
    const mails = await enqueuedMails(product, id);
    expect((await names(id)).filter((name) => name.endsWith('doubted')).sort()).toEqual([
      'activation_announced doubted',
      'activation_state doubted',
      'activation_state doubted',
    ]);
    expect(mails).toContainEqual(expect.objectContaining({ contact_id: third.contactId }));
    const seen = (await legacyOf(first))?.activation;
    expect(Math.abs(Date.parse(seen?.doubt?.decided_by ?? '') - decided_by.getTime())).toBeLessThan(
      hour,
    );
    expect(seen).toMatchObject({ may_doubt: false, doubt: { is_mine: false }, ends_at: null });
    expect((await legacyOf(second))?.activation).toMatchObject({
      may_doubt: false,
      doubt: { is_mine: true },
    });
    expect((await legacyOf(third))?.activation).toMatchObject({ may_doubt: true });
    const { attempts } = await owner.browser.getOwnProtocol();
    expect(attempts[0]?.doubt?.names).toHaveLength(1);
    expect(await errorCodeOf(answerAgreement(third, id, true))).toBe('start_doubted');
    product.clock.advance(100 * day);
    await expireStaleActivations(product.ctx, new AbortController().signal);
    await signInAgain(first);
    expect((await legacyOf(first))?.activation?.agreement?.may_continue_alone).toBe(false);
    expect(await errorCodeOf(payFor(owner, first))).toBe('start_doubted');
    expect(await activationsOf(product.database, owner)).toEqual(['agreement_pending']);
  });

  it('lets the start continue after a dismissal as if agreed to, with the owner’s waiting period', async () => {
    const { owner, first, second, ask } = await household();
    const { activation_id: id } = await ask(first);
    await answerAgreement(second, id, false);
    await decide(id, 'dismissed');
    expect(await activationsOf(product.database, owner)).toEqual(['agreed']);
    expect(await errorCodeOf(answerAgreement(second, id, false))).toBe('doubt_decided');
    // The agreement remains valid after a canceled payment.
    await payFor(owner, first, 'canceled');
    const before = product.clock.now().getTime();
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
    const releaseAt = (await releaseAtOf(product, owner))?.getTime() ?? 0;
    expect(Math.round((releaseAt - before) / hour)).toBe(72);
    expect(await auditOf(product, owner)).toEqual(
      expect.arrayContaining(['contact activation_doubted', 'operator doubt_dismissed']),
    );
  });

  it('ends the start when it is upheld, without blocking the contact for longer than a day', async () => {
    const { owner, first, second, ask } = await household();
    const { activation_id: id } = await ask(first);
    await answerAgreement(second, id, false);
    await decide(id, 'upheld');
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled']);
    expect(await names(id)).toEqual(
      expect.arrayContaining(['activation_attempt_ended', 'activation_ended']),
    );
    expect(await legacyOf(first)).toMatchObject({
      is_vetoed: false,
      activation: { end_reason: 'doubt_upheld' },
    });
    expect(await errorCodeOf(ask(first))).toBe('start_too_soon');
    product.clock.advance(day);
    await signInAgain(first);
    const again = await ask(first);
    expect(again.activation_id).not.toBe(id);
    // Days before the doubt do not count towards the time to answer.
    product.clock.advance(13.5 * day);
    await signInAgain(first);
    expect(await errorCodeOf(payFor(owner, first))).toBe('agreement_required');
  });

  it('is withdrawn by its contact only, and silence counts again', async () => {
    const { owner, first, second, ask } = await household();
    const third = await trustedPersonOf(product, owner);
    const { activation_id: id } = await ask(first);
    await answerAgreement(second, id, false);
    expect(await errorCodeOf(withdraw(first, id))).toBe('not_found');
    expect(await errorCodeOf(withdraw(third, id))).toBe('nothing_to_doubt');
    await withdraw(second, id);
    expect((await legacyOf(second))?.activation).toMatchObject({ doubt: null, may_doubt: true });
    product.clock.advance(14 * day);
    await signInAgain(first);
    expect((await legacyOf(first))?.activation?.agreement?.may_continue_alone).toBe(true);
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
  });

  it('is withdrawn by agreeing, and by starting as well', async () => {
    const one = await household();
    const { activation_id: id } = await one.ask(one.first);
    await answerAgreement(one.second, id, false);
    await answerAgreement(one.second, id, true);
    expect(await payFor(one.owner, one.first)).toMatchObject({ outcome: 'waiting' });
    const other = await household();
    const asked = await other.ask(other.first);
    await answerAgreement(other.second, asked.activation_id, false);
    await other.ask(other.second);
    expect(await activationsOf(product.database, other.owner)).toEqual(['agreed', 'agreed']);
  });

  it('is withdrawn with an audit entry and mails about every start that it held back', async () => {
    const { owner, first, second, ask } = await household();
    const third = await trustedPersonOf(product, owner);
    const { activation_id: id } = await ask(first);
    await answerAgreement(second, id, false);
    const other = await ask(third);
    expect(await activationsOf(product.database, owner)).toEqual([
      'agreement_pending',
      'agreement_pending',
    ]);
    await answerAgreement(second, id, true);
    expect(await activationsOf(product.database, owner)).toEqual(['agreed', 'agreed']);
    for (const held of [id, other.activation_id]) {
      expect(await names(held)).toEqual(
        expect.arrayContaining(['activation_announced withdrawn', 'activation_state withdrawn']),
      );
    }
    const audited = await auditOf(product, owner);
    expect(audited.filter((entry) => entry === 'contact doubt_withdrawn')).toHaveLength(2);
  });

  it('is withdrawn by paying for another start, without mails about competing starts', async () => {
    const { owner, first, second } = await household(72, false);
    await start(owner, first);
    const [id = ''] = await startsOf(owner);
    const { payment_id, confirmation_url } = await start(owner, second);
    await answerAgreement(second, id, false);
    const crt = new URL(confirmation_url).searchParams.get('crt') ?? '';
    await second.browser.refreshPaymentStatus({
      body: { action: 'refresh-payment-status', crt, payment_id, status: 'succeeded' },
    });
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled', 'waiting']);
    expect(await auditOf(product, owner)).toContain('contact doubt_withdrawn');
    expect(await names(id)).not.toContain('activation_state withdrawn');
  });

  it('is withdrawn without a mail about the doubter’s own start, which it never held back', async () => {
    const { first, second, ask } = await household();
    const { activation_id: id } = await ask(first);
    const own = await ask(second);
    await answerAgreement(second, id, false);
    await withdraw(second, id);
    expect(await names(id)).toContain('activation_state withdrawn');
    expect(await names(own.activation_id)).not.toContain('activation_state withdrawn');
  });

  it('outlives a canceled start: the next start still needs an operator’s decision', async () => {
    const { owner, first, second, ask } = await household();
    const { activation_id: id } = await ask(first);
    await answerAgreement(second, id, false);
    await first.browser.cancelActivation({ params: { id } });
    const operator = await operatorAtDesk(product);
    const held = async () => (await operator.browser.listDoubts()).doubts.map((one) => one.id);
    expect(await held()).not.toContain(id);
    const again = await ask(first);
    expect(await held()).toContain(again.activation_id);
    product.clock.advance(14 * day);
    await signInAgain(first);
    expect(await errorCodeOf(payFor(owner, first))).toBe('start_doubted');
    await decide(again.activation_id, 'dismissed');
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
  });

  it('stays when the owner removes its contact, until an operator has decided', async () => {
    const { owner, first, second, ask } = await household();
    await trustedPersonOf(product, owner);
    const { activation_id: id } = await ask(first);
    await answerAgreement(second, id, false);
    await owner.browser.deleteContact({ params: { id: second.contactId }, query: {} });
    expect(await errorCodeOf(payFor(owner, first))).toBe('start_doubted');
    await decide(id, 'dismissed');
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
  });

  it('is ended by a veto', async () => {
    const { owner, first, second, ask } = await household();
    const { activation_id: id } = await ask(first);
    await answerAgreement(second, id, false);
    await owner.browser.vetoOwnProtocol();
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed']);
    const own = await ask(second);
    expect((await legacyOf(second))?.activation).toMatchObject({
      id: own.activation_id,
      doubt: null,
    });
  });
});

describe('after a veto of one contact’s start', () => {
  it('another contact still needs an agreement, or 14 days and a longer waiting period', async () => {
    const { owner, first, second, ask } = await household();
    await ask(first);
    await owner.browser.vetoOwnProtocol();
    expect((await legacyOf(second))?.needs_agreement).toBe(true);
    expect(await errorCodeOf(payFor(owner, second))).toBe('agreement_required');
    const { activation_id: id } = await ask(second);
    expect(await errorCodeOf(answerAgreement(first, id, true))).toBe('contact_vetoed');
    product.clock.advance(14 * day);
    await signInAgain(second);
    const before = product.clock.now().getTime();
    expect(await payFor(owner, second)).toMatchObject({ outcome: 'waiting' });
    const releaseAt = (await releaseAtOf(product, owner))?.getTime() ?? 0;
    expect(Math.round((releaseAt - before) / hour)).toBe(168);
  });
});

describe('the desk', () => {
  it('lists starts that are held back, marks overdue ones, and decides once', async () => {
    const { owner, first, second, ask } = await household();
    const { activation_id: id } = await ask(first);
    await answerAgreement(second, id, false);
    product.clock.advance(requestTerms.answerWithin);
    const operator = await operatorAtDesk(product);
    const { doubts } = await operator.browser.listDoubts();
    expect(doubts.find((one) => one.id === id)).toMatchObject({
      status: 'agreement_pending',
      owner: { email: owner.email },
      contact: { email: first.email },
      doubters: [{ email: second.email }],
      is_overdue: true,
      has_request: false,
    });
    await decide(id, 'dismissed');
    expect(await errorCodeOf(decide(id, 'upheld'))).toBe('review_closed');
    expect(await errorCodeOf(decide(owner.userId, 'upheld'))).toBe('not_found');
  });

  it('refuses a decision that misses a newer doubt', async () => {
    const { owner, first, second, ask } = await household();
    const third = await trustedPersonOf(product, owner);
    const { activation_id: id } = await ask(first);
    await answerAgreement(second, id, false);
    const operator = await operatorAtDesk(product);
    const { doubts } = await operator.browser.listDoubts();
    const last_doubted_at = doubts.find((one) => one.id === id)?.last_doubted_at ?? '';
    product.clock.advance(1000);
    await answerAgreement(third, id, false);
    const body = { code: operator.code(), verdict: 'dismissed', last_doubted_at } as const;
    const decided = operator.browser.decideDoubt({ params: { id }, body });
    expect(await errorCodeOf(decided)).toBe('doubts_changed');
    expect(await activationsOf(product.database, owner)).toEqual(['agreement_pending']);
    await decide(id, 'dismissed');
    expect(await activationsOf(product.database, owner)).toEqual(['agreed']);
  });
});
