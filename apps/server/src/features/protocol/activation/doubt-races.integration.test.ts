import { randomUUID } from 'node:crypto';
import type { DoubtVerdict } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerAgreement,
  doubtFixture,
  errorCodeOf,
  legacyOf,
  processWaiting,
  refundsOf,
  releaseAtOf,
  setReleaseRules,
  start,
  withdraw,
} from '../../../../test/activations.ts';
import { whileLocked } from '../../../../test/database-faults.ts';
import { hour } from '../../../../test/durations.ts';
import { signInAgain } from '../../../../test/people.ts';
import {
  activationsOf,
  payFor,
  type TrustedPerson,
  trustedPersonOf,
} from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { recordHeartbeat } from '../../../platform/downtime/heartbeat.ts';
import { listOpenDoubts } from './doubt-repository.ts';
import { decideDoubt, raiseDoubt, withdrawDoubt } from './doubts.ts';
import { releaseActivation } from './process-waiting-activations.ts';
import { vetoOwnProtocol } from './veto.ts';

let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});

afterAll(() => product.stop());

const { household, decide, passUntilRelease, names } = doubtFixture(() => product);

const caller = { address: '127.0.0.1', user_agent: null, request_id: 'race' };

/**
 * A waiting start that the second of three contacts doubts, and functions that act on the start.
 */
async function doubtedStart() {
  const { owner, first, second } = await household(72, false);
  const third = await trustedPersonOf(product, owner);
  await payFor(owner, first);
  const id = (await legacyOf(second))?.activation?.id ?? '';
  const { ctx } = product;
  const personOf = ({ userId }: TrustedPerson) => ({ user_id: userId, session_id: '' });
  const doubt = (by: TrustedPerson) => raiseDoubt(ctx, personOf(by), id);
  await doubt(second);
  const [seen] = await listOpenDoubts(product.database, owner.userId);
  const last_doubted_at = seen?.doubted_at.toISOString() ?? '';
  const operator = () => ({ user_id: randomUUID(), session_id: randomUUID() });
  return {
    owner,
    first,
    /** `second` has already read its data, and waits for the owner's lock while `first` runs. */
    race: async (first: () => Promise<unknown>, second: () => Promise<unknown>) => {
      const [end] = await whileLocked(product.database, owner.userId, [second], first);
      return end?.status === 'rejected' ? end.reason.code : 'done';
    },
    becomeDue: async () => {
      product.clock.advance(73 * hour);
      await recordHeartbeat(ctx);
    },
    release: () => releaseActivation(ctx, id),
    doubtAgain: () => doubt(second),
    doubtAsWell: () => {
      product.clock.advance(1000);
      return doubt(third);
    },
    withdraw: () => withdrawDoubt(ctx, personOf(second), id),
    decide: (verdict: DoubtVerdict) => () =>
      decideDoubt(ctx, operator(), id, { verdict, last_doubted_at }),
    veto: () => vetoOwnProtocol(ctx, personOf({ ...first, userId: owner.userId }), caller),
  };
}

describe('of two concurrent actions on a doubted start', () => {
  it('a veto wins over a later decision, and the fee is refunded once', async () => {
    const { owner, first, race, veto, decide } = await doubtedStart();
    expect(await race(veto, decide('dismissed'))).toBe('review_closed');
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed']);
    expect(await refundsOf(product, first)).toHaveLength(1);
  });

  it('an upheld doubt leaves nothing to veto, and the fee is refunded once', async () => {
    const { owner, first, race, veto, decide } = await doubtedStart();
    expect(await race(decide('upheld'), veto)).toBe('nothing_to_veto');
    expect(await activationsOf(product.database, owner)).toEqual(['refunded']);
    expect(await refundsOf(product, first)).toHaveLength(1);
  });

  it('the veto after a dismissal ends the start', async () => {
    const { owner, race, veto, decide } = await doubtedStart();
    expect(await race(decide('dismissed'), veto)).toBe('done');
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed']);
  });

  it('the second of two decisions is refused', async () => {
    const { owner, race, decide } = await doubtedStart();
    expect(await race(decide('dismissed'), decide('upheld'))).toBe('review_closed');
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
  });

  it('a decision after a withdrawal is refused, and so is a withdrawal after a decision', async () => {
    const one = await doubtedStart();
    expect(await one.race(one.withdraw, one.decide('upheld'))).toBe('review_closed');
    expect(await activationsOf(product.database, one.owner)).toEqual(['waiting']);
    const other = await doubtedStart();
    expect(await other.race(other.decide('upheld'), other.withdraw)).toBe('nothing_to_doubt');
  });

  it('a doubt that the operator has not seen stays open', async () => {
    const { owner, race, doubtAsWell, decide } = await doubtedStart();
    expect(await race(doubtAsWell, decide('dismissed'))).toBe('doubts_changed');
    expect(await listOpenDoubts(product.database, owner.userId)).toHaveLength(2);
  });

  it('a doubt acknowledged before the release holds letters back', async () => {
    const { owner, race, becomeDue, release, withdraw, doubtAgain } = await doubtedStart();
    await withdraw();
    await becomeDue();
    expect(await race(doubtAgain, release)).toBe('done');
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
  });

  it('a doubt after the release is refused', async () => {
    const { owner, race, becomeDue, release, withdraw, doubtAgain } = await doubtedStart();
    await withdraw();
    await becomeDue();
    // Contacts who took part in a release are no longer `confirmed`.
    expect(await race(release, doubtAgain)).toBe('not_found');
    expect(await activationsOf(product.database, owner)).toEqual(['activated']);
  });

  it('a doubt raised twice counts once', async () => {
    const { owner, race, withdraw, doubtAgain } = await doubtedStart();
    await withdraw();
    expect(await race(doubtAgain, doubtAgain)).toBe('done');
    const doubted = await product.database.rows(sql`
      select 1 from audit_entries
      where act = 'activation_doubted' and owner_id = ${owner.userId}`);
    expect(doubted).toHaveLength(2);
    expect(await listOpenDoubts(product.database, owner.userId)).toHaveLength(1);
  });
});

const day = 24 * hour;

describe('a doubt during the waiting period', () => {
  it('can be raised by every other contact and holds letters back past the release date', async () => {
    const { owner, first, second, id } = await waitingStart();
    expect((await legacyOf(first))?.activation).toMatchObject({ may_doubt: false });
    expect((await legacyOf(second))?.activation).toMatchObject({ id, may_doubt: true });
    expect(await errorCodeOf(answerAgreement(first, id, false))).toBe('not_found');
    const { code } = await owner.browser.createPaperCode();
    await answerAgreement(second, id, false);
    const described = await product.browser().describeVeto({ body: { code } });
    expect(described.attempts).toMatchObject([{ doubt: { decided_by: expect.any(String) } }]);
    await passUntilRelease(owner);
    product.clock.advance(30 * day);
    await processWaiting(product);
    // The use case skips the release by itself; otherwise the trigger would throw.
    await releaseActivation(product.ctx, id);
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
    const release = sql`status = 'activated', activated_at = now() + interval '10 years'`;
    await expect(
      product.database.rows(sql`update activation_requests set ${release} where id = ${id}`),
    ).rejects.toThrow();
  });

  it('is dismissed: letters are released a full day later at the earliest', async () => {
    const { owner, second, id } = await waitingStart();
    await answerAgreement(second, id, false);
    await passUntilRelease(owner);
    const before = product.clock.now().getTime();
    await decide(id, 'dismissed');
    const releaseAt = (await releaseAtOf(product, owner))?.getTime() ?? 0;
    expect(releaseAt).toBeGreaterThanOrEqual(before + day);
    await processWaiting(product);
    expect(await activationsOf(product.database, owner)).toEqual(['waiting']);
    expect(await names(id)).toEqual(
      expect.arrayContaining(['activation_announced dismissed', 'activation_state dismissed']),
    );
    product.clock.advance(day + hour);
    await processWaiting(product);
    expect(await activationsOf(product.database, owner)).not.toEqual(['waiting']);
  });

  it('is dismissed early: the release date stays', async () => {
    const { owner, second, id } = await waitingStart();
    const before = await releaseAtOf(product, owner);
    await answerAgreement(second, id, false);
    await decide(id, 'dismissed');
    expect(await releaseAtOf(product, owner)).toEqual(before);
  });

  it('is upheld: the whole fee is refunded, and nothing is released', async () => {
    const { owner, first, second, id } = await waitingStart();
    await answerAgreement(second, id, false);
    await decide(id, 'upheld');
    expect(await activationsOf(product.database, owner)).toEqual(['refunded']);
    expect(await refundsOf(product, first)).toEqual([
      { reason: 'doubt_upheld', amount_kopecks: expect.any(Number) },
    ]);
    expect(await errorCodeOf(start(owner, first))).toBe('start_too_soon');
  });

  it('is withdrawn: the release date stays, or is moved a day ahead if it has passed', async () => {
    const early = await waitingStart();
    const before = await releaseAtOf(product, early.owner);
    await answerAgreement(early.second, early.id, false);
    await withdraw(early.second, early.id);
    expect(await releaseAtOf(product, early.owner)).toEqual(before);
    const late = await waitingStart();
    await answerAgreement(late.second, late.id, false);
    await passUntilRelease(late.owner);
    await signInAgain(late.second);
    await withdraw(late.second, late.id);
    const waitMs = Number(await releaseAtOf(product, late.owner)) - product.clock.now().getTime();
    expect(Math.round(waitMs / hour)).toBe(24);
  });

  it('does not keep the owner from vetoing', async () => {
    const { owner, second, id } = await waitingStart();
    await answerAgreement(second, id, false);
    await owner.browser.vetoOwnProtocol();
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed']);
  });

  it('that is older than a start makes it wait even without a waiting period', async () => {
    const { owner, first, second } = await household(72, false);
    await payFor(owner, first);
    const id = (await legacyOf(second))?.activation?.id ?? '';
    await answerAgreement(second, id, false);
    await first.browser.cancelActivation({ params: { id } });
    await setReleaseRules(product, owner, 0);
    expect(await payFor(owner, first)).toMatchObject({ outcome: 'waiting' });
  });
});

async function waitingStart() {
  const home = await household(72, false);
  expect(await payFor(home.owner, home.first)).toMatchObject({ outcome: 'waiting' });
  const id = (await legacyOf(home.second))?.activation?.id ?? '';
  return { ...home, id };
}
