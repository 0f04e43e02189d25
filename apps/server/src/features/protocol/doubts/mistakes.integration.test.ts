import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, start } from '../../../../test/activation-fixture.ts';
import { answer, cardOf, doubtFixture, withdraw } from '../../../../test/doubts.ts';
import { activationsOf, payFor } from '../../../../test/protocol.ts';
import { signInAgain } from '../../../../test/rules.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { chooseWaiting, hour, refundsOf, releaseAtOf, watch } from '../../../../test/waiting.ts';
import { releaseActivation } from '../activation/process-waiting-activations.ts';

const day = 24 * hour;




async function waitingStart() {
  const home = await household(72, false);
  expect(await payFor(home.owner, home.first)).toMatchObject({ outcome: 'waiting' });
  const id = (await cardOf(home.second))?.activation?.id ?? '';
  return { ...home, id };
}

describe('«this is a mistake» while letters wait', () => {
  it('is offered to every other contact and holds letters back past their day', async () => {
    const { owner, first, second, id } = await waitingStart();
    expect((await cardOf(first))?.activation).toMatchObject({ may_doubt: false });
    expect((await cardOf(second))?.activation).toMatchObject({ id, may_doubt: true });
    expect(await codeOf(answer(first, id, false))).toBe('not_found');
    const { code } = await owner.browser.makeStopCode();
    await answer(second, id, false);
    const described = await product.browser().describeStop({ body: { code } });
    expect(described.attempts).toMatchObject([{ doubt: { decided_by: expect.any(String) } }]);
    await passUntilRelease(owner);
    product.clock.advance(30 * day);
    await watch(product);
    // The use case decides by itself; the trigger below would make it fail.
    await releaseActivation(product.ctx, id);
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
    const release = sql`status = 'activated', activated_at = now() + interval '10 years'`;
    await expect(
      product.database.rows(sql`update activation_requests set ${release} where id = ${id}`),
    ).rejects.toThrow();
  });

  it('is dismissed: letters are released a full day later at the earliest', async () => {
    const { owner, second, id } = await waitingStart();
    await answer(second, id, false);
    await passUntilRelease(owner);
    const before = product.clock.now().getTime();
    await decide(id, 'dismissed');
    const releaseAt = (await releaseAtOf(product, owner))?.getTime() ?? 0;
    expect(releaseAt).toBeGreaterThanOrEqual(before + day);
    await watch(product);
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
    expect(await names(id)).toEqual(
      expect.arrayContaining(['doubt_ended', 'doubt_ended_for_owner']),
    );
    product.clock.advance(day + hour);
    await watch(product);
    expect(await activationsOf(product.database, owner)).not.toEqual(['waiting']);
  });

  it('is dismissed early: the day of release stays', async () => {
    const { owner, second, id } = await waitingStart();
    const before = await releaseAtOf(product, owner);
    await answer(second, id, false);
    await decide(id, 'dismissed');
    expect(await releaseAtOf(product, owner)).toEqual(before);
  });

  it('is upheld: the whole fee goes back, and nothing is released', async () => {
    const { owner, first, second, id } = await waitingStart();
    await answer(second, id, false);
    await decide(id, 'upheld');
    expect(await activationsOf(product.database, owner)).toEqual(['refunded']);
    expect(await refundsOf(product, first)).toEqual([
      { reason: 'doubt_upheld', amount_kopecks: expect.any(Number) },
    ]);
    expect(await codeOf(start(owner, first))).toBe('start_too_soon');
  });

  it('is withdrawn: letters keep their day, or get another one where it has passed', async () => {
    const early = await waitingStart();
    const before = await releaseAtOf(product, early.owner);
    await answer(early.second, early.id, false);
    await withdraw(early.second, early.id);
    expect(await releaseAtOf(product, early.owner)).toEqual(before);
    const late = await waitingStart();
    await answer(late.second, late.id, false);
    await passUntilRelease(late.owner);
    await signInAgain(late.second);
    await withdraw(late.second, late.id);
    const left = Number(await releaseAtOf(product, late.owner)) - product.clock.now().getTime();
    expect(Math.round(left / hour)).toBe(24);
  });

  it('does not keep the owner from vetoing', async () => {
    const { owner, second, id } = await waitingStart();
    await answer(second, id, false);
    await owner.browser.stopOwnProtocol();
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed']);
  });

  it('makes a start without a waiting period wait, where the doubt is from before', async () => {
    const { owner, first, second } = await household(72, false);
    await payFor(owner, first);
    const id = (await cardOf(second))?.activation?.id ?? '';
    await answer(second, id, false);
    await first.browser.giveUpActivation({ params: { id } });
    await chooseWaiting(product, owner, 0);
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
  });
});
