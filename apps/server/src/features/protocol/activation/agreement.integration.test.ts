import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorCodeOf,
  mailStagesOf,
  ownerWithTwoContacts,
  processWaiting,
  releaseAtOf,
  setReleaseRules,
} from '../../../../test/activations.ts';
import { hour } from '../../../../test/durations.ts';
import { activationsOf, payFor, trustedPersonOf } from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

async function pairNeedingAgreement(waiting: 0 | 24 | 72 = 72) {
  const pair = await ownerWithTwoContacts(product);
  await setReleaseRules(product, pair.owner, waiting, true);
  const ask = (by: typeof pair.first) =>
    by.browser.requestAgreement({
      body: { deceased_user_id: pair.owner.userId, trusted_contact_id: by.contactId },
    });
  return { ...pair, ask };
}

const signInAgain = (person: {
  browser: Awaited<ReturnType<typeof pairNeedingAgreement>>['first']['browser'];
  email: string;
  password: string;
}) => person.browser.signIn({ body: { email: person.email, password: person.password } });

describe('where the owner requires a second contact', () => {
  it('no payment starts before a second contact agrees', async () => {
    const { owner, first, second, ask } = await pairNeedingAgreement();
    expect(await errorCodeOf(payFor(owner, first))).toBe('agreement_required');
    const { activation_id } = await ask(first);
    expect(await ask(first)).toEqual({ activation_id });
    expect(await errorCodeOf(payFor(owner, first))).toBe('agreement_required');
    expect((await mailStagesOf(product, activation_id)).sort()).toEqual([
      'activation_announced asked',
      'agreement_asked',
    ]);
    const { legacies } = await second.browser.listLegacies();
    expect(legacies[0]).toMatchObject({
      needs_agreement: true,
      activation: { id: activation_id, is_mine: false, agreement: { is_mine_to_answer: true } },
    });
    await second.browser.answerAgreement({ params: { id: activation_id }, body: { agrees: true } });
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
  });

  it('only another confirmed contact of this owner can agree', async () => {
    const { owner, first, second, ask } = await pairNeedingAgreement();
    const stranger = await trustedPersonOf(product, (await ownerWithTwoContacts(product)).owner);
    const { activation_id } = await ask(first);
    const answer = (by: typeof first) =>
      by.browser.answerAgreement({ params: { id: activation_id }, body: { agrees: true } });
    expect(await errorCodeOf(answer(first))).toBe('not_found');
    expect(await errorCodeOf(answer(stranger))).toBe('not_found');
    expect(await errorCodeOf(answer({ ...owner, contactId: '' }))).toBe('not_found');
    await answer(second);
    expect(await errorCodeOf(answer(second))).toBe('agreement_not_needed');
  });

  it('after an agreement, only the contact who gave it still sees the start', async () => {
    const { owner, first, second, ask } = await pairNeedingAgreement();
    const third = await trustedPersonOf(product, owner);
    const { activation_id } = await ask(first);
    await second.browser.answerAgreement({ params: { id: activation_id }, body: { agrees: true } });
    const seenBy = async (who: typeof first) => (await who.browser.listLegacies()).legacies[0];
    expect((await seenBy(second))?.activation).toMatchObject({
      id: activation_id,
      status: 'agreed',
      is_mine: false,
      agreement: { is_mine_to_answer: false },
    });
    expect((await seenBy(third))?.activation).toBeNull();
  });

  it('the other contacts see a veto, even after a start of their own', async () => {
    const { owner, first, second, ask } = await pairNeedingAgreement();
    const third = await trustedPersonOf(product, owner);
    const own = await ask(second);
    await second.browser.cancelActivation({ params: { id: own.activation_id } });
    const { activation_id } = await ask(first);
    await owner.browser.vetoOwnProtocol();
    const seenBy = async (who: typeof first) =>
      (await who.browser.listLegacies()).legacies[0]?.activation;
    const vetoed = { id: activation_id, status: 'vetoed', is_mine: false };
    expect(await seenBy(second)).toMatchObject(vetoed);
    expect(await seenBy(third)).toMatchObject(vetoed);
  });

  it('two contacts who both start agree with each other, and either may pay', async () => {
    const { owner, first, second, ask } = await pairNeedingAgreement();
    await ask(first);
    await ask(second);
    expect(await activationsOf(product.database, owner)).toEqual(['agreed', 'agreed']);
    expect(await payFor(owner, second)).toMatchObject({ outcome: 'waiting' });
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled', 'waiting']);
  });

  it('an agreement survives a payment refused by the bank', async () => {
    const { owner, first, second, ask } = await pairNeedingAgreement();
    const { activation_id } = await ask(first);
    await second.browser.answerAgreement({ params: { id: activation_id }, body: { agrees: true } });
    await payFor(owner, first, 'canceled');
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
  });

  it('agreement is asked for again after the contact who agreed was removed', async () => {
    const { owner, first, second, ask } = await pairNeedingAgreement();
    const third = await trustedPersonOf(product, owner);
    const { activation_id } = await ask(first);
    await second.browser.answerAgreement({ params: { id: activation_id }, body: { agrees: true } });
    await owner.browser.deleteContact({ params: { id: second.contactId }, query: {} });
    expect(await errorCodeOf(payFor(owner, first))).toBe('agreement_required');
    const again = await ask(first);
    expect(again.activation_id).not.toBe(activation_id);
    const answer = { params: { id: again.activation_id }, body: { agrees: true } };
    await third.browser.answerAgreement(answer);
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
  });

  it('no agreement is required after the only other contact was removed', async () => {
    const { owner, first, second, ask } = await pairNeedingAgreement();
    await ask(first);
    await owner.browser.deleteContact({ params: { id: second.contactId }, query: {} });
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
  });

  it('without an answer the first contact continues alone, with a longer waiting period', async () => {
    for (const [waiting, hours] of [
      [0, 168],
      [72, 168],
      [24, 168],
    ] as const) {
      const { owner, first, ask } = await pairNeedingAgreement(waiting);
      await ask(first);
      product.clock.advance(14 * 24 * hour);
      await signInAgain(first);
      const before = product.clock.now().getTime();
      expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
      const releaseAt = (await releaseAtOf(product, owner))?.getTime() ?? 0;
      expect(Math.round((releaseAt - before) / hour)).toBe(hours);
    }
  });

  it('a veto of another contact’s start voids an earlier request for agreement', async () => {
    const { owner, first, ask } = await pairNeedingAgreement();
    const third = await trustedPersonOf(product, owner);
    await ask(third);
    const { activation_id } = await ask(first);
    await first.browser.cancelActivation({ params: { id: activation_id } });
    await owner.browser.vetoOwnProtocol();
    product.clock.advance(14 * 24 * hour);
    await signInAgain(first);
    expect(await errorCodeOf(payFor(owner, first))).toBe('agreement_required');
    await ask(first);
    product.clock.advance(14 * 24 * hour);
    await signInAgain(first);
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
  });

  it('on day 14 the first contact is notified once that they may continue alone, if there was no answer', async () => {
    const silent = await pairNeedingAgreement();
    const doubted = await pairNeedingAgreement();
    const agreed = await pairNeedingAgreement();
    const ids = await Promise.all(
      [silent, doubted, agreed].map(async (one) => (await one.ask(one.first)).activation_id),
    );
    const [, doubtedId = '', agreedId = ''] = ids;
    const answer = (by: typeof silent.second, id: string, agrees: boolean) =>
      by.browser.answerAgreement({ params: { id }, body: { agrees } });
    await answer(doubted.second, doubtedId, false);
    await answer(agreed.second, agreedId, true);
    const notified = async () => {
      const names = ids.map((id) => mailStagesOf(product, id));
      return (await Promise.all(names)).map(
        (each) => each.filter((name) => name === 'activation_progress alone').length,
      );
    };
    product.clock.advance(14 * 24 * hour - 60_000);
    await processWaiting(product);
    expect(await notified()).toEqual([0, 0, 0]);
    product.clock.advance(60_000);
    await processWaiting(product);
    await processWaiting(product);
    expect(await notified()).toEqual([1, 0, 0]);
    // A withdrawn doubt counts as no answer.
    await signInAgain(doubted.second);
    await doubted.second.browser.withdrawDoubt({ params: { id: doubtedId } });
    await processWaiting(product);
    expect(await notified()).toEqual([1, 1, 0]);
    await signInAgain(silent.first);
    expect(await payFor(silent.owner, silent.first)).toMatchObject({ outcome: 'waiting' });
  });
});
