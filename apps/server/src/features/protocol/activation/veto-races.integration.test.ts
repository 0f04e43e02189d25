import { activationStatuses } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  onlyContact,
  ownerWithTwoContacts,
  releaseAtOf,
  setReleaseRules,
} from '../../../../test/activations.ts';
import { whileLocked } from '../../../../test/database-faults.ts';
import { hour } from '../../../../test/durations.ts';
import {
  activationOf,
  activationsOf,
  deliveriesOf,
  family,
  payFor,
} from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { recordHeartbeat } from '../../../platform/downtime/heartbeat.ts';
import { activationEvents, nextActivationStatus } from './activation-rules.ts';
import { releaseActivation } from './process-waiting-activations.ts';
import { vetoOwnProtocol } from './veto.ts';

let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});

afterAll(() => product.stop());

const caller = { address: '127.0.0.1', user_agent: null, request_id: 'race' };

async function dueRelease() {
  const { owner, first } = await ownerWithTwoContacts(product);
  await setReleaseRules(product, owner, 24);
  await payFor(owner, first);
  product.clock.advance(25 * hour);
  await recordHeartbeat(product.ctx);
  const [row] = await product.database.rows<{ id: string }>(sql`
    select id from activation_requests where deceased_user_id = ${owner.userId}`);
  const { ctx } = product;
  return {
    owner,
    veto: () => vetoOwnProtocol(ctx, { user_id: owner.userId, session_id: '' }, caller),
    release: () => releaseActivation(ctx, row?.id ?? ''),
  };
}

/** `second` has read the activation and waits for the locks while `first` runs. */
const raceUnderLock = (
  owner: { userId: string },
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
) => whileLocked(product.database, owner.userId, [second], first);

describe('a concurrent veto and release', () => {
  it('with the release first: the veto finds nothing, and letters are queued once', async () => {
    const { owner, veto, release } = await dueRelease();
    const [vetoed] = await raceUnderLock(owner, release, veto);
    expect(vetoed).toMatchObject({ status: 'rejected', reason: { code: 'nothing_to_veto' } });
    expect(await activationsOf(product.database, owner)).toEqual(['activated']);
    expect(await deliveriesOf(product.database, owner)).toHaveLength(2);
  });

  it('with the veto first: the release changes nothing', async () => {
    const { owner, veto, release } = await dueRelease();
    const [released] = await raceUnderLock(owner, veto, release);
    expect(released).toMatchObject({ status: 'fulfilled' });
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed']);
    expect(await deliveriesOf(product.database, owner)).toEqual([]);
  });

  it('with another release first: the second changes nothing', async () => {
    const { owner, release } = await dueRelease();
    const [released] = await raceUnderLock(owner, release, release);
    expect(released).toMatchObject({ status: 'fulfilled' });
    expect(await deliveriesOf(product.database, owner)).toHaveLength(2);
  });
});

describe('a veto', () => {
  it('also ends a start that is created between its read and its locks', async () => {
    const { owner, first, second } = await ownerWithTwoContacts(product);
    const startBy = (contact: typeof first) =>
      contact.browser.startActivation({ body: activationOf(owner, contact) });
    await startBy(first);
    const insertOther = () =>
      product.database.rows(sql`
        insert into activation_requests
          (id, deceased_user_id, trusted_contact_id, initiator_user_id, status, created_at, updated_at)
        values (gen_random_uuid(), ${owner.userId}, ${second.contactId}, ${second.userId},
          'payment_pending', now(), now())`);
    const { ctx } = product;
    const veto = () => vetoOwnProtocol(ctx, { user_id: owner.userId, session_id: '' }, caller);
    const [vetoed] = await raceUnderLock(owner, insertOther, veto);
    expect(vetoed).toMatchObject({ status: 'fulfilled' });
    expect(await activationsOf(product.database, owner)).toEqual(['vetoed', 'vetoed']);
  });

  it('finds nothing when the last start was canceled between its read and its locks', async () => {
    const { owner, first } = await ownerWithTwoContacts(product);
    await first.browser.startActivation({ body: activationOf(owner, first) });
    const giveUp = () =>
      product.database.rows(sql`
        update activation_requests set status = 'payment_canceled', end_reason = 'given_up'
        where deceased_user_id = ${owner.userId}`);
    const { ctx } = product;
    const veto = () => vetoOwnProtocol(ctx, { user_id: owner.userId, session_id: '' }, caller);
    const [vetoed] = await raceUnderLock(owner, giveUp, veto);
    expect(vetoed).toMatchObject({ status: 'rejected', reason: { code: 'nothing_to_veto' } });
    expect(await activationsOf(product.database, owner)).toEqual(['payment_canceled']);
  });
});

describe('the database', () => {
  it('allows exactly the moves of the rules', async () => {
    for (const before of activationStatuses) {
      const byRules = new Set(
        activationEvents.flatMap((event) => nextActivationStatus(before, event) ?? []),
      );
      const bySql = await product.database.rows<{ after: string }>(sql`
        select after from unnest(${sql.raw(`array['${activationStatuses.join("','")}']`)}) after
        where activation_may_move(${before}, after)`);
      expect([before, ...bySql.map(({ after }) => after).sort()]).toEqual([
        before,
        ...[...byRules].sort(),
      ]);
    }
  });

  it('refuses other moves, an early release and an earlier release date', async () => {
    const { owner, contacts } = await family(product);
    const contact = onlyContact(contacts);
    await setReleaseRules(product, owner, 72);
    await payFor(owner, contact);
    const of = sql`where deceased_user_id = ${owner.userId}`;
    const attempt = (change: ReturnType<typeof sql>) =>
      product.database.rows(sql`update activation_requests set ${change} ${of}`);
    await expect(attempt(sql`status = 'payment_pending'`)).rejects.toThrow();
    const early = sql`status = 'activated', activated_at = release_at - interval '1 second'`;
    await expect(attempt(early)).rejects.toThrow();
    await expect(attempt(sql`release_at = release_at - interval '1 hour'`)).rejects.toThrow();
    await expect(attempt(sql`release_at = null`)).rejects.toThrow();
    const shiftedRelease = sql`status = 'activated', release_at = release_at + interval '1 hour',
      activated_at = release_at + interval '2 hours'`;
    await expect(attempt(shiftedRelease)).rejects.toThrow();
    const before = await releaseAtOf(product, owner);
    await attempt(sql`release_at = release_at + interval '1 hour'`);
    const later = await releaseAtOf(product, owner);
    expect(Number(later) - Number(before)).toBe(60 * 60 * 1000);
  });
});
