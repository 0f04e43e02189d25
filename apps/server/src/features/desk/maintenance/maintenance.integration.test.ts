import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { newOperator, operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { newAddress, type Person, signedInPerson, signUpBody } from '../../../../test/people.ts';
import { runQueuedJobs } from '../../../../test/plan-days.ts';
import { removeDue } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { notifyOfMaintenance } from './notify-of-maintenance.ts';

const hour = 3_600_000;

let standIn: SmtpStandIn;
let product: TestProduct;
let operator: TestOperator;
let person: Person;
beforeAll(async () => {
  standIn = await startSmtpStandIn();
  product = await startTestProduct({ SMTP_URL: standIn.url }, { runsJobs: false });
});
afterAll(async () => {
  await product.stop();
  await standIn.stop();
});
beforeEach(async () => {
  await product.database.rows(sql`delete from maintenance_windows`);
  operator = await operatorAtDesk(product);
  person = await signedInPerson(product);
});

const inHours = (hours: number) => new Date(product.clock.now().getTime() + hours * hour);
const period = (from: number, to: number) => ({
  starts_at: inHours(from).toISOString(),
  ends_at: inHours(to).toISOString(),
});
/** Each code advances the clock by 30 seconds. */
const plan = (time: { starts_at: string; ends_at: string }) =>
  operator.browser.planMaintenance({ body: { ...time, code: operator.code() } });
const cancel = (id: string) =>
  operator.browser.cancelMaintenance({ params: { id }, body: { code: operator.code() } });
const listed = async () => (await operator.browser.listMaintenance()).maintenance;
const publicView = async () => (await product.browser().getMaintenance()).maintenance;
const notify = (signal?: AbortSignal) => notifyOfMaintenance(product.ctx, signal);
const send = () => runQueuedJobs(product);
const mailsTo = ({ email }: Pick<Person, 'email'>, about: RegExp) =>
  standIn.accepted.filter(({ to, subject }) => to === email && about.test(subject));
const plannedSubject = /^Плановые работы .* времени$/;
const cancelledSubject = /отменены$/;
const auditOf = (id: string) =>
  product.database.rows<{ act: string; actor_id: string }>(
    sql`select act, actor_id from audit_entries where subject_id = ${id} order by seq`,
  );

describe('planned maintenance', () => {
  it('is announced once to all confirmed users, under repeated and concurrent runs', async () => {
    const unconfirmed = signUpBody(newAddress());
    await product.browser().signUp({ body: unconfirmed });
    const time = period(31, 33);
    const { id } = await plan(time);
    expect(await publicView()).toEqual(time);
    await Promise.all([notify(), notify()]);
    await notify();
    await send();
    for (const one of [person, operator]) {
      const [mail, ...rest] = mailsTo(one, plannedSubject);
      expect(rest).toEqual([]);
      expect(mail?.text).toContain('по московскому времени');
    }
    expect(mailsTo(unconfirmed, plannedSubject)).toEqual([]);
    const [confirmed] = await product.database.rows<{ people: number }>(
      sql`select count(*)::int as people from users where email_verified`,
    );
    expect(await listed()).toEqual([
      expect.objectContaining({
        id,
        ...time,
        state: 'planned',
        notified: confirmed?.people,
        notified_late: 0,
        waiting: 0,
      }),
    ]);
    const late = await signedInPerson(product);
    await notify();
    await send();
    expect(mailsTo(late, plannedSubject)).toHaveLength(1);
    expect(mailsTo(person, plannedSubject)).toHaveLength(1);
    expect(await auditOf(id)).toEqual([{ act: 'maintenance_planned', actor_id: operator.userId }]);
  });

  it('continues after a killed process, without duplicate notices', async () => {
    const { id } = await plan(period(40, 41));
    await product.database.rows(sql`
      insert into users (id, email, email_verified, created_at, updated_at)
      select gen_random_uuid(), 'one-of-many-' || number || '@example.org', true, now(), now()
      from generate_series(1, 250) number`);
    let enqueued = 0;
    const enqueue: typeof product.jobs.enqueue = async (...job) => {
      if (++enqueued > 150) throw new Error('killed');
      await product.jobs.enqueue(...job);
    };
    const failingContext = { ...product.ctx, jobs: { ...product.jobs, enqueue } };
    await expect(notifyOfMaintenance(failingContext)).rejects.toThrow('killed');
    const notices = () =>
      product.database.rows<{ user_id: string }>(
        sql`select user_id from maintenance_notices where window_id = ${id}`,
      );
    expect(await notices()).toHaveLength(100);
    await expect(notify(AbortSignal.abort())).rejects.toThrow();
    expect(await notices()).toHaveLength(100);
    await notify();
    await notify();
    const mails = await product.database.rows<{ user_id: string }>(sql`
      select data->'ids'->>'user_id' as user_id from pgboss.job
      where name = 'mail' and data->>'mail' = 'maintenance'
        and data->'ids'->>'window_id' = ${id}`);
    const confirmed = await product.database.rows(sql`select id from users where email_verified`);
    expect(new Set(mails.map(({ user_id }) => user_id)).size).toBe(confirmed.length);
    expect(mails).toHaveLength(confirmed.length);
    await product.database.rows(sql`delete from users where email like 'one-of-many-%'`);
  });

  it('resends lost notices, but not permanently rejected ones', async () => {
    const refusing = await signedInPerson(product);
    await plan(period(24 * 9, 24 * 9 + 1));
    standIn.answer(refusing.email, { code: 550 });
    standIn.answer(person.email, { code: 451 });
    await notify();
    await send();
    await product.database.rows(
      sql`delete from pgboss.job where data->'ids'->>'user_id' = ${person.userId}`,
    );
    for (const one of [person, refusing]) standIn.answer(one.email, { code: 250 });
    product.clock.advance(2 * 24 * hour);
    await notify();
    await send();
    expect(mailsTo(person, plannedSubject)).toEqual([]);
    product.clock.advance(2 * 24 * hour);
    await notify();
    await send();
    expect(mailsTo(person, plannedSubject)).toHaveLength(1);
    expect(mailsTo(refusing, plannedSubject)).toEqual([]);
  });

  it('sends no notices after it has started', async () => {
    const time = period(31, 32);
    await plan(time);
    standIn.answer(person.email, { code: 451 });
    await notify();
    await send();
    expect((await listed())[0]).toMatchObject({ waiting: 1 });
    standIn.answer(person.email, { code: 250 });
    product.clock.advance(31 * hour);
    await send();
    const late = await signedInPerson(product);
    await notify();
    await send();
    expect([...mailsTo(person, plannedSubject), ...mailsTo(late, plannedSubject)]).toEqual([]);
    expect(await publicView()).toEqual(time);
    product.clock.advance(hour);
    expect(await publicView()).toBeNull();
  });

  it('counts late notices, and deletes notices after the maintenance', async () => {
    await plan(period(31, 32));
    standIn.answer(person.email, { code: 451 });
    await notify();
    await send();
    product.clock.advance(20 * hour);
    standIn.answer(person.email, { code: 250 });
    await send();
    operator = await operatorAtDesk(product);
    const [before] = await listed();
    expect(before).toMatchObject({ notified_late: 1, waiting: 0 });
    await removeDue(product, 'maintenance_notices');
    expect((await listed())[0]).toEqual(before);
    product.clock.advance(12 * hour);
    operator = await operatorAtDesk(product);
    const removed = await removeDue(product, 'maintenance_notices', { limit: 3 });
    expect(removed).toEqual({ maintenance_notices: 3 });
    await removeDue(product, 'maintenance_notices');
    expect(await product.database.rows(sql`select * from maintenance_notices`)).toEqual([]);
    expect((await listed())[0]).toEqual({ ...before, state: 'over' });
  });

  it('is rejected if too soon, too long, overlapping or without a fresh code', async () => {
    await expect(plan(period(30, 31))).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { starts_at: 'maintenance_too_soon' },
    });
    await expect(plan(period(40, 65))).rejects.toMatchObject({
      fields: { ends_at: 'maintenance_too_long' },
    });
    const time = period(40, 42);
    const { id } = await plan(time);
    expect((await failureOf(plan(period(41, 43)))).code).toBe('maintenance_overlaps');
    await plan({ starts_at: time.ends_at, ends_at: inHours(44).toISOString() });
    await cancel(id);
    await plan(period(40, 41.5));
    const code = operator.code();
    const body = { ...period(60, 61), code };
    await operator.browser.planMaintenance({ body });
    const reused = { ...period(70, 71), code };
    expect((await failureOf(operator.browser.planMaintenance({ body: reused }))).fields).toEqual({
      code: 'wrong_operator_code',
    });
    const closed = await newOperator(product);
    const unopened = { ...period(70, 71), code: closed.code() };
    expect((await failureOf(closed.browser.planMaintenance({ body: unopened }))).code).toBe(
      'operator_code_required',
    );
  });
});

describe('cancelled maintenance', () => {
  it('sends one mail to notified users, and none to others', async () => {
    const unreached = await signedInPerson(product);
    const { id } = await plan(period(31, 33));
    standIn.answer(unreached.email, { code: 451 });
    await notify();
    await send();
    expect(mailsTo(person, plannedSubject)).toHaveLength(1);
    await cancel(id);
    await cancel(id);
    expect(await publicView()).toBeNull();
    standIn.answer(unreached.email, { code: 250 });
    await Promise.all([notify(), notify()]);
    await notify();
    await send();
    expect(mailsTo(person, cancelledSubject)).toHaveLength(1);
    expect(mailsTo(unreached, /Плановые работы/)).toEqual([]);
    expect((await listed())[0]).toMatchObject({ state: 'cancelled' });
    const acts = (await auditOf(id)).map(({ act }) => act);
    expect(acts).toEqual(['maintenance_planned', 'maintenance_cancelled']);
  });

  it('is rejected after the start and for an unknown id', async () => {
    const { id } = await plan(period(31, 40));
    product.clock.advance(32 * hour);
    operator = await operatorAtDesk(product);
    expect((await failureOf(cancel(id))).code).toBe('maintenance_started');
    expect((await failureOf(cancel(person.userId))).code).toBe('not_found');
    expect((await listed())[0]).toMatchObject({ state: 'under_way' });
  });
});
