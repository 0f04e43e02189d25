import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyContact, setReleaseRules } from '../../../../test/activations.ts';
import { bounce, bounceEnvironment, lastSentMail } from '../../../../test/bounce-fixture.ts';
import { checkInTokenIn, runCheckInJobs } from '../../../../test/check-ins.ts';
import {
  acceptedContact,
  contactSeenBy,
  reconfirmationTokenIn,
  requestReconfirmationsAfter,
} from '../../../../test/contacts.ts';
import { newAddress, type Person, signedInPerson, signInAgain } from '../../../../test/people.ts';
import { family, payFor } from '../../../../test/protocol.ts';
import { mailOf, secondTokenIn } from '../../../../test/protocol-settings.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

const dayMs = 24 * 60 * 60 * 1000;
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct(bounceEnvironment);
});
afterAll(() => product.stop());

const findingsOf = async (person: Person) => {
  await signInAgain(person);
  return (await person.browser.getReadiness()).findings.map(({ kind }) => kind);
};
/** Reads the table, because a sign-in would count as activity. */
const storedUnreached = async ({ userId }: Person) =>
  (
    await product.database.rows<{ address: string }>(
      sql`select address from unreached_addresses where user_id = ${userId} order by address`,
    )
  ).map(({ address }) => address);
const eventsOf = async ({ userId }: Person) =>
  (
    await product.database.rows<{ kind: string }>(sql`
      select kind from security_events where user_id = ${userId} and kind in ('check_in_sent', 'check_in_unreached', 'check_in_refused')
      order by created_at, id`)
  ).map(({ kind }) => kind);

async function ownerWithCheckIn(): Promise<{ owner: Person; mailId: string }> {
  await product.database.rows(
    sql`update check_in_settings set frequency = 'disabled' returning user_id`,
  );
  const owner = await signedInPerson(product);
  await owner.browser.setCheckInFrequency({ body: { frequency: 'weekly' } });
  product.clock.advance(7 * dayMs);
  await runCheckInJobs(product);
  return { owner, mailId: await lastSentMail(product, 'check_in') };
}

describe('a check-in mail that bounced', () => {
  it('is in the security log and the readiness, and the same mail is sent again', async () => {
    const { owner, mailId } = await ownerWithCheckIn();
    await bounce(product, mailId);
    await bounce(product, mailId, { date: 'Fri, 20 Nov 2026 12:00:00 +0300' });
    expect(await eventsOf(owner)).toEqual(['check_in_sent', 'check_in_unreached']);
    expect(await storedUnreached(owner)).toEqual(['first']);
    product.clock.advance(7 * dayMs);
    await runCheckInJobs(product);
    expect(await lastSentMail(product, 'check_in')).toBe(mailId);
    expect(await eventsOf(owner)).toEqual([
      ...['check_in_sent', 'check_in_unreached', 'check_in_sent'],
    ]);
    expect(await findingsOf(owner)).toContain('owner_unreached');
  });

  it('is ignored once the owner was active or has another address', async () => {
    const { owner, mailId } = await ownerWithCheckIn();
    await signInAgain(owner);
    await runCheckInJobs(product);
    await bounce(product, mailId);
    expect(await storedUnreached(owner)).toEqual([]);
    const other = await ownerWithCheckIn();
    await product.database.rows(
      sql`update users set email = ${newAddress()} where id = ${other.owner.userId}`,
    );
    await bounce(product, other.mailId);
    expect(await storedUnreached(other.owner)).toEqual([]);
  });

  it('is cleared when the owner follows a mailed link, and after a month', async () => {
    const first = await ownerWithCheckIn();
    await bounce(product, first.mailId);
    const { text } = await product.mailbox.latest(first.owner.email);
    await product.browser().answerCheckIn({ body: { token: checkInTokenIn(text) } });
    expect(await storedUnreached(first.owner)).toEqual([]);
    const second = await ownerWithCheckIn();
    await bounce(product, second.mailId);
    expect(await findingsOf(second.owner)).toContain('owner_unreached');
    product.clock.advance(30 * dayMs);
    expect(await findingsOf(second.owner)).not.toContain('owner_unreached');
  });
});

describe('the second address', () => {
  it('is a readiness finding if it does not exist, until another one is confirmed', async () => {
    const owner = await signedInPerson(product);
    const lost = newAddress();
    await owner.browser.setSecondAddress({ body: { email: lost } });
    const first = await mailOf(product, lost, 'second_address_confirm');
    await bounce(product, await lastSentMail(product, 'second_address_confirm'));
    expect(await findingsOf(owner)).toContain('second_address_unreached');
    await product.browser().confirmSecondAddress({ body: { token: secondTokenIn(first) } });
    expect(await findingsOf(owner)).not.toContain('second_address_unreached');
  });
});

describe('a bounced warning before the release', () => {
  it('is a readiness finding during the waiting period', async () => {
    const { owner, contacts } = await family(product);
    await setReleaseRules(product, owner, 72);
    await payFor(owner, onlyContact(contacts));
    await bounce(product, await lastSentMail(product, 'activation_waits'));
    expect(await findingsOf(owner)).toContain('owner_unreached');
  });
});

describe('a bounced reconfirmation', () => {
  it('is shown on the contact and in the readiness until the next mail or a confirmation', async () => {
    const { owner, contact } = await acceptedContact(product);
    await requestReconfirmationsAfter(product, 365);
    const mail = await product.mailbox.latest(contact.email, 3);
    const first = await lastSentMail(product, 'contact_reconfirmation');
    await bounce(product, first);
    expect((await contactSeenBy(owner)).yearly).toMatchObject({ is_unreached: true });
    expect(await findingsOf(owner)).toContain('contacts_unreachable');
    await requestReconfirmationsAfter(product, 14);
    await product.mailbox.latest(contact.email, 4);
    expect((await contactSeenBy(owner)).yearly).toMatchObject({ is_unreached: false });
    const again = await lastSentMail(product, 'contact_reconfirmation', first);
    await bounce(product, again);
    expect((await contactSeenBy(owner)).yearly).toMatchObject({ is_unreached: true });
    await product.browser().answerReconfirmation({ body: { token: reconfirmationTokenIn(mail) } });
    expect((await contactSeenBy(owner)).yearly).toMatchObject({ is_unreached: false });
  });
});
