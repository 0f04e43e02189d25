import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  checkInEventsOf,
  checkInTokenIn,
  disableCheckIns,
  passDays,
  runCheckInJobs,
  waitForMails,
} from '../../../../test/check-ins.ts';
import { contactBody } from '../../../../test/contacts.ts';
import { hour, minute } from '../../../../test/durations.ts';
import { type Person, signedInPerson, strongPassword } from '../../../../test/people.ts';
import { family, trustedPersonOf } from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import type { Context } from '../../../context.ts';
import { deleteExpiredSessions } from '../../identity/account/retention-repository.ts';
import { runCheckIns } from './check-in-rounds.ts';
import { readCheckInSettings } from './check-in-settings.ts';

const dayMs = 24 * hour;
const first = 'Всё ли у вас в порядке?';
const second = 'Мы ещё не получили от вас ответа';
const third = 'Третье письмо: дайте знать, что всё хорошо';
const notified = 'Мы не дождались вашего ответа';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());
beforeEach(() => disableCheckIns(product));

async function watchedOwner(): Promise<Person> {
  const owner = await signedInPerson(product);
  await owner.browser.setCheckInFrequency({ body: { frequency: 'weekly' } });
  return owner;
}

async function kindsOf(owner: Person): Promise<string[]> {
  const { steps } = await viewOf(owner);
  return steps.map(({ kind }) => kind);
}

/** Bypasses the API, because a request would count as activity. */
const viewOf = ({ userId }: Person) => readCheckInSettings(product.ctx, userId);

async function mailsTo({ email }: Pick<Person, 'email'>): Promise<string[]> {
  await waitForMails(product);
  return product.mailbox.subjects(email, 0);
}

async function signIn({ email }: Person): Promise<void> {
  await product.browser().signIn({ body: { email, password: strongPassword } });
}

describe('the setting', () => {
  it('is disabled by default, and shows the date of the first check-in', async () => {
    const { browser, ...owner } = await signedInPerson(product);
    expect(await browser.getCheckInSettings()).toEqual({
      frequency: 'disabled',
      state: 'disabled',
      next_step_at: null,
      is_last_step: false,
      confirmed_contacts: 0,
      steps: [],
    });
    const chosen = await browser.setCheckInFrequency({ body: { frequency: 'quarterly' } });
    expect(chosen).toMatchObject({ frequency: 'quarterly', state: 'watching' });
    const days = (Date.parse(chosen.next_step_at ?? '') - product.clock.now().getTime()) / dayMs;
    expect(Math.round(days)).toBe(91);
    await browser.setCheckInFrequency({ body: { frequency: 'quarterly' } });
    await browser.setCheckInFrequency({ body: { frequency: 'disabled' } });
    expect(await browser.getCheckInSettings()).toMatchObject({
      state: 'disabled',
      next_step_at: null,
    });
    const person = { browser, ...owner };
    expect(await checkInEventsOf(product, person)).toEqual([
      'check_ins_changed',
      'check_ins_changed',
    ]);
  });

  it('sends nothing after it was disabled again', async () => {
    const owner = await watchedOwner();
    await owner.browser.setCheckInFrequency({ body: { frequency: 'disabled' } });
    await passDays(product, 9);
    expect(await mailsTo(owner)).not.toContain(first);
  });
});

describe('silence', () => {
  it('leads to three mails a week apart, then to one notice to confirmed contacts', async () => {
    const owner = await watchedOwner();
    const contact = await trustedPersonOf(product, owner);
    const unasked = await signedInPerson(product);
    await owner.browser.createContact({ body: contactBody({ email: unasked.email }) });
    await passDays(product, 6);
    expect(await mailsTo(owner)).not.toContain(first);
    await passDays(product, 1);
    expect(await mailsTo(owner)).toContain(first);
    expect(await viewOf(owner)).toMatchObject({ state: 'asking', is_last_step: false });
    await passDays(product, 6);
    expect(await mailsTo(owner)).not.toContain(second);
    await passDays(product, 1);
    expect(await mailsTo(owner)).toContain(second);
    await passDays(product, 7);
    expect(await mailsTo(owner)).toContain(third);
    expect(await viewOf(owner)).toMatchObject({ state: 'asking', is_last_step: true });
    await passDays(product, 6);
    expect((await mailsTo(contact)).join()).not.toContain('не отвечает');
    await passDays(product, 1);
    await passDays(product, 30);
    const silent = (await mailsTo(contact)).filter((subject) => subject.includes('не отвечает'));
    expect(silent).toHaveLength(1);
    expect((await mailsTo(unasked)).join()).not.toContain('не отвечает');
    expect((await mailsTo(owner)).filter((subject) => subject === notified)).toHaveLength(1);
    expect(await kindsOf(owner)).toEqual([
      ...['check_in_sent', 'check_in_sent', 'check_in_sent', 'contacts_notified'],
    ]);
    expect(await viewOf(owner)).toMatchObject({ state: 'resting', next_step_at: null });
    expect(await checkInEventsOf(product, owner)).toEqual([
      'check_ins_changed',
      ...['check_in_sent', 'check_in_sent', 'check_in_sent', 'contacts_notified_of_silence'],
    ]);
    const [activations] = await product.database.rows<{ count: number }>(
      sql`select count(*)::int as count from activation_requests where deceased_user_id = ${owner.userId}`,
    );
    expect(activations?.count).toBe(0);
  });

  it('notifies the owner when there is no confirmed contact', async () => {
    const owner = await watchedOwner();
    await passDays(product, 28);
    expect((await kindsOf(owner)).at(-1)).toBe('no_contact_to_notify');
    expect(await mailsTo(owner)).toContain('Мы не дождались вашего ответа');
    expect(await checkInEventsOf(product, owner)).not.toContain('contacts_notified_of_silence');
  });

  it('leads to one mail after a long downtime, and to the next a week later', async () => {
    const owner = await watchedOwner();
    product.clock.advance(400 * dayMs);
    await runCheckInJobs(product);
    await runCheckInJobs(product);
    await passDays(product, 6);
    expect(await kindsOf(owner)).toEqual(['check_in_sent']);
    product.clock.advance(400 * dayMs);
    await runCheckInJobs(product);
    expect(await kindsOf(owner)).toEqual(['check_in_sent', 'check_in_sent']);
  });

  it('is handled once by concurrent workers', async () => {
    const owner = await watchedOwner();
    product.clock.advance(7 * dayMs);
    const { ctx } = product;
    await Promise.all([1, 2, 3].map(() => runCheckIns(ctx)));
    expect((await mailsTo(owner)).filter((subject) => subject === first)).toHaveLength(1);
    expect(await checkInEventsOf(product, owner)).toEqual(['check_ins_changed', 'check_in_sent']);
  });

  it('has no consequences while the protocol is active', async () => {
    const { owner, contacts } = await family(product);
    await owner.browser.setCheckInFrequency({ body: { frequency: 'weekly' } });
    await product.database.rows(sql`
      insert into activation_requests (id, deceased_user_id, trusted_contact_id, status, activated_at,
        created_at, updated_at)
      values (gen_random_uuid(), ${owner.userId}, ${contacts[0]?.contactId}, 'delivered', now(), now(), now())`);
    await passDays(product, 30);
    expect(await viewOf(owner)).toMatchObject({ state: 'paused', next_step_at: null, steps: [] });
    expect(await mailsTo(owner)).not.toContain(first);
  });
});

describe('activity', () => {
  it('by signing in postpones check-ins, also after the session ended', async () => {
    const owner = await watchedOwner();
    await passDays(product, 5);
    const browser = product.browser();
    await browser.signIn({ body: { email: owner.email, password: strongPassword } });
    await browser.signOut();
    await passDays(product, 6);
    expect(await kindsOf(owner)).toEqual([]);
    await passDays(product, 1);
    expect(await kindsOf(owner)).toEqual(['check_in_sent']);
  });

  it('by renewing a session postpones check-ins, also after retention removed it', async () => {
    const owner = await watchedOwner();
    await passDays(product, 5);
    const seen = new Date(product.clock.now().getTime() - hour).toISOString();
    await product.database.rows(sql`
      update sessions set updated_at = ${seen}::timestamptz where user_id = ${owner.userId} returning id`);
    await passDays(product, 1);
    await product.database.rows(sql`
      update sessions set expires_at = ${seen}::timestamptz where user_id = ${owner.userId} returning id`);
    expect(await deleteExpiredSessions(product.database, product.clock.now(), 500)).toBeGreaterThan(
      0,
    );
    await passDays(product, 5);
    expect(await kindsOf(owner)).toEqual([]);
    await passDays(product, 1);
    expect(await kindsOf(owner)).toEqual(['check_in_sent']);
  });

  it('ends a round and reassures notified contacts once', async () => {
    const owner = await watchedOwner();
    const contact = await trustedPersonOf(product, owner);
    await passDays(product, 28);
    await waitForMails(product);
    product.clock.advance(minute);
    await signIn(owner);
    expect(await viewOf(owner)).toMatchObject({ state: 'watching' });
    await runCheckInJobs(product);
    await runCheckInJobs(product);
    const well = (await mailsTo(contact)).filter((subject) => subject.includes('снова на связи'));
    expect(well).toHaveLength(1);
    expect((await kindsOf(owner)).slice(-2)).toEqual(['seen', 'contacts_reassured']);
    await passDays(product, 7);
    expect(await kindsOf(owner)).toEqual(['check_in_sent']);
  });

  it('cancels notices that were not sent yet, and then sends no reassurance', async () => {
    const owner = await watchedOwner();
    const contact = await trustedPersonOf(product, owner);
    await passDays(product, 27);
    product.clock.advance(dayMs);
    const enqueued: unknown[] = [];
    const jobs = { enqueue: async (_: unknown, job: unknown) => void enqueued.push(job) };
    await runCheckIns({ ...product.ctx, jobs } as unknown as Context);
    expect(enqueued).toHaveLength(2);
    await owner.browser.signIn({ body: { email: owner.email, password: strongPassword } });
    await owner.browser.setCheckInFrequency({ body: { frequency: 'monthly' } });
    for (const job of enqueued) {
      await product.jobs.enqueue({ name: 'mail' } as never, job as never);
    }
    const subjects = await mailsTo(contact);
    expect(subjects.join()).not.toMatch(/не отвечает|на связи/);
    expect((await kindsOf(owner)).at(-1)).toBe('seen');
  });
});

describe('the link of a mail', () => {
  async function askedOwner() {
    const owner = await watchedOwner();
    await passDays(product, 14);
    const mails = await product.mailbox.receive(owner.email, 2);
    return { owner, tokens: mails.map(({ text }) => checkInTokenIn(text)) };
  }
  const stranger = () => product.browser();

  it('changes nothing when opened, and shows a masked address', async () => {
    const { owner, tokens } = await askedOwner();
    for (const token of tokens) {
      const view = await stranger().describeCheckIn({ body: { token } });
      expect(view).toMatchObject({ state: 'asked', were_contacts_notified: false });
      expect(view.owner_email).not.toBe(owner.email);
    }
    expect(await viewOf(owner)).toMatchObject({ state: 'asking' });
  });

  it('of an older mail ends the round, and works repeatedly', async () => {
    const { owner, tokens } = await askedOwner();
    const [older = '', newer = ''] = tokens;
    const press = (token: string) => stranger().answerCheckIn({ body: { token } });
    expect(await press(older)).toMatchObject({ state: 'known' });
    expect(await press(older)).toMatchObject({ state: 'known' });
    expect(await press(newer)).toMatchObject({ state: 'known' });
    expect((await kindsOf(owner)).at(-1)).toBe('answered');
    expect(
      (await checkInEventsOf(product, owner)).filter((kind) => kind === 'check_in_answered'),
    ).toHaveLength(1);
    await passDays(product, 6);
    expect(await viewOf(owner)).toMatchObject({ state: 'watching' });
    await passDays(product, 1);
    expect(await viewOf(owner)).toMatchObject({ state: 'asking' });
    // A link of a previous round ends the current one.
    expect(await press(older)).toMatchObject({ state: 'known' });
    expect(await viewOf(owner)).toMatchObject({ state: 'watching' });
  });

  it('expires 90 days after its round, and must be genuine', async () => {
    const { owner, tokens } = await askedOwner();
    const [token = ''] = tokens;
    await stranger().answerCheckIn({ body: { token } });
    await owner.browser.signIn({ body: { email: owner.email, password: strongPassword } });
    await owner.browser.setCheckInFrequency({ body: { frequency: 'disabled' } });
    product.clock.advance(89 * dayMs);
    expect(await stranger().describeCheckIn({ body: { token } })).toMatchObject({ state: 'known' });
    product.clock.advance(2 * dayMs);
    const expired = expect.objectContaining({ code: 'link_expired' });
    await expect(stranger().describeCheckIn({ body: { token } })).rejects.toEqual(expired);
    await expect(stranger().answerCheckIn({ body: { token } })).rejects.toEqual(expired);
    await expect(stranger().answerCheckIn({ body: { token: 'made-up' } })).rejects.toMatchObject({
      code: 'link_invalid',
    });
  });
});
