import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { verifyEmailMail } from '../../src/features/identity/account/sign-up/sign-up-mails.ts';
import { MailRefused } from '../../src/platform/mail/mail-transport.ts';
import { type QueuedMail, sendMail } from '../../src/platform/mail/mailer.ts';
import { contactBody } from '../contacts.ts';
import { hour } from '../durations.ts';
import { newAddress, type Person, signedInPerson, signUpBody } from '../people.ts';
import { startTestProduct, type TestProduct } from '../test-product.ts';

type QueuedVerifyMail = QueuedMail & { ids: { user_id: string; link_id: string } };

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** Every way in which a stranger causes a mail to an address, each by a different caller. */
const causes: ((email: string) => Promise<unknown>)[] = [
  (email) => product.browser().signUp({ body: signUpBody(email) }),
  (email) => product.browser().resendVerification({ body: { email } }),
  (email) => product.browser().recover({ body: { email } }),
  asOwner((email, { browser }) => browser.requestEmailChange({ body: { new_email: email } })),
  asOwner((email, { browser }) => browser.createContact({ body: contactBody({ email }) })),
  asOwner((email, { browser }) => browser.setSecondAddress({ body: { email } })),
];

function asOwner(act: (email: string, owner: Person) => Promise<unknown>) {
  return async (email: string) => act(email, await signedInPerson(product));
}

/** Causes every kind of mail twice concurrently and waits for the jobs. */
async function causeAllMails(email: string): Promise<void> {
  await Promise.all([...causes, ...causes].map((cause) => cause(email)));
  await makeDelayedMailsDue();
  await waitForJobs();
}

/** Makes delayed mails due. */
async function makeDelayedMailsDue(): Promise<void> {
  await waitForJobs();
  await product.database.rows(sql`
    update pgboss.job set start_after = now() where name = 'mail' and state = 'created' returning id`);
}

async function waitForJobs(): Promise<void> {
  await vi.waitFor(
    async () => {
      const [due] = await product.database.rows<{ count: number }>(sql`
        select count(*)::int as count from pgboss.job
        where state in ('created', 'retry', 'active') and start_after <= now()
          and name in ('mail', 'account-request')`);
      const [asked] = await product.database.rows<{ count: number }>(
        sql`select count(*)::int as count from account_requests`,
      );
      expect([due?.count, asked?.count]).toEqual([0, 0]);
    },
    { timeout: 60_000, interval: 20 },
  );
}

it('an unconfirmed address gets at most five mails an hour and fifteen a day over all kinds, also concurrently', async () => {
  const email = newAddress();
  const received = async () => (await product.mailbox.receive(email, 0)).length;
  await causeAllMails(email);
  expect(await received()).toBe(5);
  for (const total of [10, 15, 15]) {
    product.clock.advance(hour + 1_000);
    await causeAllMails(email);
    expect(await received()).toBe(total);
  }
});

it('an unconfirmed address gets a temporarily refused mail after any number of retries', async () => {
  const email = newAddress();
  await product.browser().signUp({ body: signUpBody(email) });
  await waitForJobs();
  const [job] = await product.database.rows<{ data: QueuedVerifyMail }>(sql`
    select data from pgboss.job join users on users.id::text = data->'ids'->>'user_id'
    where name = 'mail' and users.email = ${email}`);
  if (!job) throw new Error('no mail was enqueued');
  const { mailer } = product.ctx;
  const send = (refusal?: MailRefused) => {
    const deliver = refusal ? () => Promise.reject(refusal) : mailer.transport.deliver;
    const transport = { ...mailer.transport, deliver };
    return sendMail({ ...mailer, transport }, product.ctx, verifyEmailMail, job.data);
  };
  const later = new MailRefused('451 later', { permanent: false });
  const paused = new MailRefused('later', { permanent: false, retryAfterMs: 1_000 });
  for (let time = 0; time < 8; time++) {
    await expect(send(later)).rejects.toBe(later);
    expect(await send(paused)).toEqual({ wait_seconds: 1 });
  }
  expect(await send()).toBe('accepted');
});

it('a confirmed address has no limit over all kinds', async () => {
  const owner = await signedInPerson(product);
  for (let time = 0; time < 7; time++) {
    await product.browser().recover({ body: { email: owner.email } });
  }
  await waitForJobs();
  expect(await product.mailbox.receive(owner.email, 7)).toHaveLength(7);
});
