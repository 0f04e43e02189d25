import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyContact } from '../../../../test/activations.ts';
import { bindingOf, deleteAccountOf, waitForMail } from '../../../../test/contact-accounts.ts';
import { setStatus } from '../../../../test/contacts.ts';
import { hour } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import {
  activationsOf,
  deliveriesOf,
  deliveryEventsOf,
  deliveryTokenIn,
  family,
  payFor,
  type TrustedPerson,
} from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, instructionBody, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { catchUpLateContacts } from './late-contacts.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const lettersTo = async ({ owner, late }: LateContact) =>
  (await deliveriesOf(product.database, owner)).filter(({ contact_id }) => contact_id === late.id);
const statesOf = async (one: LateContact) => (await lettersTo(one)).map(({ state }) => state);
const accept = (token: string) => product.browser().acceptInvitation({ body: { token } });
const viewOf = async ({ activator }: LateContact) => {
  const [legacy] = (await activator.browser.listLegacies()).legacies;
  const id = legacy?.activation?.id ?? '';
  const { left_out, progress } = await activator.browser.getActivation({ params: { id } });
  return { states: left_out.map(({ state }) => state), progress };
};

describe('a contact unconfirmed at the release', () => {
  it('is invited again and gets nothing before accepting', async () => {
    const one = await activatedBeforeAnswer(product);
    const token = await lateTokenOf(product, one.late.email);
    const { text } = await waitForMail(product, one.late.email, 'Ссылка действует год');
    expect(text).toContain('Анна');
    const view = await product.browser().openInvitation({ body: { token } });
    expect(view).toMatchObject({ status: 'pending', active_protocol: {} });
    await expect.poll(() => statusOf(product, one)).toBe('partially_delivered');
    expect(await statesOf(one)).toEqual(['withheld', 'withheld']);
    expect(await viewOf(one)).toMatchObject({
      states: ['asked'],
      progress: { total: 4, accepted: 2, withheld: 2 },
    });
  });

  it('gets the withheld letters once after accepting', async () => {
    const one = await activatedBeforeAnswer(product);
    const token = await lateTokenOf(product, one.late.email);
    await expect.poll(() => statusOf(product, one)).toBe('partially_delivered');
    product.clock.advance(200 * 24 * hour);
    for (const { browser, email, password } of [one.owner, one.activator]) {
      await browser.signIn({ body: { email, password } });
    }
    expect(await Promise.all([accept(token), accept(token)])).toMatchObject([
      { status: 'activated' },
      { status: 'activated' },
    ]);
    await expect.poll(() => statusOf(product, one)).toBe('delivered');
    const letters = await lettersTo(one);
    expect(letters.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
    for (const { id } of letters) {
      expect(await deliveryEventsOf(product.database, id)).toEqual(['queued', 'accepted']);
    }
    const mails = await product.mailbox.receive(one.late.email, 3);
    const sent = mails.filter(({ text }) => text.includes('/delivery#'));
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^2 письма/)]);
    const { instructions } = await one.owner.browser.listInstructions();
    expect(instructions.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
    expect(await viewOf(one)).toMatchObject({ states: [], progress: { accepted: 4 } });
    // The owner is notified of this answer as of any other.
    expect((await waitForMail(product, one.owner.email, one.late.email)).text).toContain(
      'Ваш протокол запущен',
    );
    // The year until the links expire begins only now.
    const { text } = await waitForMail(product, one.late.email, '/delivery#');
    product.clock.advance(300 * 24 * hour);
    const opened = product.browser().openDeliveryLink({ body: { token: deliveryTokenIn(text) } });
    expect(await opened).toMatchObject({ language: 'ru' });
  });

  it('sees the letters in the account with the invited address', async () => {
    const one = await activatedBeforeAnswer(product);
    await accept(await lateTokenOf(product, one.late.email));
    const person = await signedInPerson(product, product.browser(), one.late.email);
    expect((await bindingOf(product.database, one.late.id)).bound_user_id).toBe(person.userId);
    const { legacies } = await person.browser.listLegacies();
    expect(legacies).toMatchObject([{ status: 'activated', instruction_count: 2 }]);
  });

  it('may decline, and accept later', async () => {
    const one = await activatedBeforeAnswer(product);
    const token = await lateTokenOf(product, one.late.email);
    await product.browser().declineInvitation({ body: { token } });
    expect(await viewOf(one)).toMatchObject({ states: ['declined'] });
    expect(await statesOf(one)).toEqual(['withheld', 'withheld']);
    await accept(token);
    await expect.poll(() => statesOf(one)).toEqual(['accepted', 'accepted']);
    expect((await failureOf(product.browser().declineInvitation({ body: { token } }))).code).toBe(
      'contact_activated',
    );
  });

  it('is not invited again after declining before the release', async () => {
    const one = await activatedBeforeAnswer(product, (_, late) =>
      setStatus(product.database, late.id, 'declined'),
    );
    await expect.poll(() => statusOf(product, one)).toBe('partially_delivered');
    const mails = await product.mailbox.receive(one.late.email);
    expect(mails).toHaveLength(1);
    expect(await viewOf(one)).toMatchObject({ states: ['declined'] });
  });

  it('is listed as not reached after a refused mail, and without an answer after a year', async () => {
    const one = await activatedBeforeAnswer(product);
    await lateTokenOf(product, one.late.email);
    await product.database.rows(sql`
      update contact_invitations set mail_state = 'refused' where contact_id = ${one.late.id}`);
    expect(await viewOf(one)).toMatchObject({ states: ['not_reached'] });
    await product.database.rows(sql`
      update contact_invitations set expires_at = ${product.clock.now().toISOString()}
      where contact_id = ${one.late.id}`);
    expect(await viewOf(one)).toMatchObject({ states: ['no_answer'] });
  });

  it('gets no letter that the owner has since addressed to others', async () => {
    const one = await activatedBeforeAnswer(product);
    await one.owner.browser.updateInstruction({
      params: { id: one.alone },
      body: { ...instructionBody([one.activator.contactId]), version: 1 },
    });
    await accept(await lateTokenOf(product, one.late.email));
    const states = async () =>
      new Map((await lettersTo(one)).map((letter) => [letter.instruction_id, letter.state]));
    await expect.poll(states).toEqual(
      new Map([
        [one.shared, 'accepted'],
        [one.alone, 'withheld'],
      ]),
    );
    expect(await viewOf(one)).toMatchObject({ states: [], progress: { total: 3, withheld: 0 } });
  });

  it('may be invited by the owner, and the code releases the letters as well', async () => {
    const one = await activatedBeforeAnswer(product);
    await lateTokenOf(product, one.late.email);
    const enterCode = (confirmation_code: string) =>
      one.owner.browser.confirmContact({
        body: { trusted_contact_id: one.late.id, confirmation_code },
      });
    // The invitation after the release has no code.
    expect((await failureOf(enterCode('AAAAAA'))).code).toBe('code_expired');
    await one.owner.browser.sendConfirmationEmail({ body: { p_contact_id: one.late.id } });
    const mails = await product.mailbox.receive(one.late.email, 3);
    const [, code = ''] = mails.at(-1)?.text.match(/^([A-Z0-9]{6})$/m) ?? [];
    await enterCode(code);
    expect((await bindingOf(product.database, one.late.id)).status).toBe('activated');
    await expect.poll(() => statesOf(one)).toEqual(['accepted', 'accepted']);
  });
});

describe('withheld letters', () => {
  it('lead to one invitation if none was sent since the release', async () => {
    const one = await activatedBeforeAnswer(product);
    await lateTokenOf(product, one.late.email);
    await product.database.rows(sql`
      update contact_invitations set created_at = created_at - interval '1 day'
      where contact_id = ${one.late.id}`);
    await catchUpLateContacts(product.ctx);
    await catchUpLateContacts(product.ctx);
    const mails = await product.mailbox.receive(one.late.email, 3);
    expect(mails).toHaveLength(3);
    await accept(await lateTokenOf(product, one.late.email));
    await expect.poll(() => statesOf(one)).toEqual(['accepted', 'accepted']);
  });

  it('are sent to a contact confirmed since', async () => {
    const one = await activatedBeforeAnswer(product);
    await setStatus(product.database, one.late.id, 'confirmed');
    await catchUpLateContacts(product.ctx);
    expect((await bindingOf(product.database, one.late.id)).status).toBe('activated');
    await expect.poll(() => statesOf(one)).toEqual(['accepted', 'accepted']);
  });
});

describe('an activated contact who deletes the account', () => {
  it('can still open the links, and no other account sees the letters', async () => {
    const one = await activatedBeforeAnswer(product);
    await accept(await lateTokenOf(product, one.late.email));
    const person = await signedInPerson(product, product.browser(), one.late.email);
    const { text } = await waitForMail(product, one.late.email, '/delivery#');
    await deleteAccountOf(person);
    expect(await bindingOf(product.database, one.late.id)).toMatchObject({
      status: 'activated',
      bound_user_id: null,
    });
    const stranger = await signedInPerson(product, product.browser(), one.late.email);
    expect((await stranger.browser.listLegacies()).legacies).toEqual([]);
    const opened = product.browser().openDeliveryLink({ body: { token: deliveryTokenIn(text) } });
    expect(await opened).toMatchObject({ language: 'ru' });
    expect((await waitForMail(product, one.owner.email, 'удалило свой аккаунт')).text).toContain(
      'по личной ссылке этого человека',
    );
  });
});

interface LateContact {
  owner: Person;
  activator: TrustedPerson;
  /** A contact without an answer, whose letter is withheld. */
  late: { id: string; email: string };
  /** Ids of an instruction for both contacts, and of one for the late contact alone. */
  shared: string;
  alone: string;
}

/** A protocol that was activated before one of the contacts had answered. */
async function activatedBeforeAnswer(
  product: TestProduct,
  before: (owner: Person, late: LateContact['late']) => Promise<unknown> = async () => {},
): Promise<LateContact> {
  const { owner, contacts } = await family(product);
  const activator = onlyContact(contacts);
  const late = await addContact(owner);
  const both = [activator.contactId, late.id];
  const shared = await writeInstruction(owner, { trusted_contact_ids: both });
  const alone = await writeInstruction(owner, { trusted_contact_ids: [late.id] });
  await before(owner, late);
  await payFor(owner, activator);
  return { owner, activator, late, shared: shared.id, alone: alone.id };
}

async function lateTokenOf(product: TestProduct, email: string): Promise<string> {
  const { text } = await waitForMail(product, email, 'Ссылка действует год');
  const [, token] = text.match(/\/invitation#token=(\S+)$/m) ?? [];
  if (!token) throw new Error(`no link in:\n${text}`);
  return token;
}

async function statusOf(product: TestProduct, { owner }: LateContact) {
  return (await activationsOf(product.database, owner)).at(-1);
}
