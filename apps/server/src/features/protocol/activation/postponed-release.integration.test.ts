import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  enqueuedMails,
  onlyContact,
  processWaiting,
  releaseAtOf,
  setReleaseRules,
  simulateDowntime,
} from '../../../../test/activations.ts';
import { auditEntriesOf } from '../../../../test/audit.ts';
import { hour } from '../../../../test/durations.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { activationsOf, deliveriesOf, family, payFor } from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { recordHeartbeat } from '../../../platform/downtime/heartbeat.ts';
import { postponeRelease, releaseActivation } from './process-waiting-activations.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());
afterEach(() => product.database.rows(sql`delete from interruptions`));

const minute = 60_000;

async function paidWithWaiting(hours: 24 | 72 = 24, size = 1) {
  const people = await family(product, size);
  const contact = onlyContact(people.contacts);
  await setReleaseRules(product, people.owner, hours);
  await payFor(people.owner, contact);
  const { attempts } = await people.owner.browser.getOwnProtocol();
  return { ...people, contact, id: attempts[0]?.activation_id ?? '' };
}

/** Advances the clock without downtime, and runs the job. */
async function advanceAndProcess(milliseconds: number) {
  product.clock.advance(milliseconds);
  await processWaiting(product);
}

type Owner = Awaited<ReturnType<typeof paidWithWaiting>>['owner'];
const statusOf = async (owner: Owner) => (await activationsOf(product.database, owner)).join();
const releaseOf = async (owner: Owner) => Number(await releaseAtOf(product, owner));
const inHours = (hours: number) => new Date(product.clock.now().getTime() + hours * hour);
const signIn = (owner: Owner) =>
  owner.browser.signIn({ body: { email: owner.email, password: owner.password } });
const eventsOf = (owner: Owner) =>
  product.database.rows(sql`
    select kind from security_events where user_id = ${owner.userId} and kind = 'release_postponed'`);
const postponements = async (id: string) =>
  (await auditEntriesOf(product.database, id)).filter(({ act }) => act === 'release_postponed');
async function mailsAbout(id: string) {
  const mails = (await enqueuedMails(product, id)) as Record<string, string>[];
  return mails
    .map(({ name, warning, state = '' }) => `${name} ${warning ?? state}`)
    .filter((name) => /waits|postponed/.test(name))
    .sort();
}

describe('letters that become due while no worker runs', () => {
  it('are released after a full day of service, and concurrent workers mail the new time once', async () => {
    const { owner, contact, contacts, id } = await paidWithWaiting(24, 2);
    await advanceAndProcess(10 * hour);
    await simulateDowntime(product, 20 * hour);
    // The downtime has not been recorded yet.
    await releaseActivation(product.ctx, id);
    expect(await statusOf(owner)).toBe('waiting');
    expect(await postponements(id)).toEqual([]);

    const back = product.clock.now().getTime();
    await Promise.all([processWaiting(product), processWaiting(product), processWaiting(product)]);
    const releaseAt = await releaseOf(owner);
    expect(releaseAt).toBeGreaterThanOrEqual(back + 24 * hour);
    expect(releaseAt).toBeLessThan(back + 24 * hour + minute);
    expect(await mailsAbout(id)).toEqual([
      'activation_state postponed',
      'activation_state postponed',
      'activation_waits first',
      'activation_waits postponed',
    ]);
    expect(await enqueuedMails(product, id)).toContainEqual({
      name: 'activation_state',
      state: 'postponed',
      activation_id: id,
      contact_id: contacts[1]?.contactId,
    });
    expect(await eventsOf(owner)).toHaveLength(1);
    expect(await postponements(id)).toHaveLength(1);

    await signIn(owner);
    const shown = { release_at: new Date(releaseAt).toISOString(), is_postponed: true };
    expect((await owner.browser.getOwnProtocol()).attempts).toMatchObject([shown]);
    await contact.browser.signIn({ body: { email: contact.email, password: contact.password } });
    const { legacies } = await contact.browser.listLegacies();
    expect(legacies[0]?.activation).toMatchObject(shown);

    await advanceAndProcess(releaseAt - product.clock.now().getTime() - 2_000);
    await releaseActivation(product.ctx, id);
    expect(await statusOf(owner)).toBe('waiting');
    expect(
      (await mailsAbout(id)).filter((name) => name.startsWith('activation_waits')),
    ).toHaveLength(2);
    await advanceAndProcess(2_000);
    expect(await statusOf(owner)).toBe('activated');
    expect(await deliveriesOf(product.database, owner)).not.toEqual([]);
  });

  it('can be vetoed during that day', async () => {
    const { owner } = await paidWithWaiting();
    await processWaiting(product);
    await simulateDowntime(product, 40 * hour);
    await processWaiting(product);
    await advanceAndProcess(23 * hour);
    await signIn(owner);
    await owner.browser.vetoOwnProtocol();
    await advanceAndProcess(2 * hour);
    expect(await statusOf(owner)).toBe('vetoed');
  });

  it('still wait if workers die right after recording the downtime, however often', async () => {
    const { owner, id } = await paidWithWaiting();
    await processWaiting(product);
    for (const away of [30, 20, 200]) {
      await simulateDowntime(product, away * hour);
      await recordHeartbeat(product.ctx);
      const back = product.clock.now().getTime();
      await releaseActivation(product.ctx, id);
      await postponeRelease(product.ctx, id);
      expect(await statusOf(owner)).toBe('waiting');
      expect(await releaseOf(owner)).toBeGreaterThanOrEqual(back + 24 * hour - minute);
    }
    expect(await postponements(id)).toHaveLength(3);
    expect(product.logged()).toContain('release_postponed_long');
    await advanceAndProcess(25 * hour);
    expect(await statusOf(owner)).toBe('activated');
  });

  it('are released on time after a restart of a worker', async () => {
    const { owner, id } = await paidWithWaiting();
    await advanceAndProcess(24 * hour - 5 * minute);
    await simulateDowntime(product, 14 * minute);
    await processWaiting(product);
    expect(await statusOf(owner)).toBe('activated');
    expect(await postponements(id)).toEqual([]);
  });

  it('are released after the first recorded heartbeat, and not before', async () => {
    const { owner, id } = await paidWithWaiting();
    await product.database.rows(sql`delete from worker_heartbeats`);
    product.clock.advance(25 * hour);
    await releaseActivation(product.ctx, id);
    expect(await statusOf(owner)).toBe('waiting');
    await Promise.all([processWaiting(product), processWaiting(product)]);
    expect(await statusOf(owner)).toBe('activated');
  });
});

describe('an interruption recorded by operators', () => {
  const plan = (operator: TestOperator, from: number, until: number) =>
    operator.browser.planMaintenance({
      body: {
        starts_at: inHours(from).toISOString(),
        ends_at: inHours(until).toISOString(),
        code: operator.code(),
      },
    });

  it('counts from the start of a waiting period if maintenance was planned before', async () => {
    const operator = await operatorAtDesk(product);
    await plan(operator, 40, 50);
    const ends = inHours(50).getTime();
    const { owner, id } = await paidWithWaiting(72);
    const releaseAt = await releaseOf(owner);
    const { release_at: ifStartedNow } = await owner.browser.getProtocolRules();
    expect(Date.parse(ifStartedNow)).toBe(releaseAt);
    expect(Math.abs(releaseAt - (ends + 24 * hour))).toBeLessThan(minute);
    await processWaiting(product);
    expect(await releaseOf(owner)).toBe(releaseAt);
    expect(await mailsAbout(id)).toEqual(['activation_waits first']);
    const { attempts } = await owner.browser.getOwnProtocol();
    expect(attempts).toMatchObject([{ is_postponed: true }]);
  });

  it('postpones releases as soon as maintenance is planned, even if it is canceled later', async () => {
    const { owner, id } = await paidWithWaiting(72);
    const before = await releaseOf(owner);
    const operator = await operatorAtDesk(product);
    const { id: windowId } = await plan(operator, 60, 70);
    const ends = inHours(70).getTime();
    await processWaiting(product);
    const releaseAt = await releaseOf(owner);
    expect(releaseAt).toBeGreaterThan(before);
    expect(Math.abs(releaseAt - (ends + 24 * hour))).toBeLessThan(minute);
    const body = { code: operator.code() };
    await operator.browser.cancelMaintenance({ params: { id: windowId }, body });
    await processWaiting(product);
    expect(await releaseOf(owner)).toBe(releaseAt);
    expect(await postponements(id)).toHaveLength(1);
    // A waiting period that starts now is not affected.
    const other = await paidWithWaiting(72);
    const { attempts } = await other.owner.browser.getOwnProtocol();
    expect(attempts).toMatchObject([{ is_postponed: false }]);
  });

  it('postpones releases for an outage during their waiting period only', async () => {
    const early = await paidWithWaiting(24);
    const late = await paidWithWaiting(72);
    const untouched = await releaseOf(late.owner);
    await advanceAndProcess(10 * hour);
    const operator = await operatorAtDesk(product);
    const ended = inHours(-1);
    const body = {
      started_at: inHours(-9).toISOString(),
      ended_at: ended.toISOString(),
      code: operator.code(),
    };
    await operator.browser.recordOutage({ body });
    await processWaiting(product);
    expect(await releaseOf(early.owner)).toBe(ended.getTime() + 24 * hour);
    expect(await releaseOf(late.owner)).toBe(untouched);
  });
});
