import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueuedMails, errorCodeOf } from '../../../../test/activations.ts';
import {
  letterTokenIn,
  type ProductWithMailServer,
  type ReleasedProtocol,
  startWithMailServer,
} from '../../../../test/letters.ts';
import { newAddress, type Person } from '../../../../test/people.ts';
import {
  activationsOf,
  deliveryTokenIn,
  family,
  payFor,
  type TrustedPerson,
} from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { writeInstruction } from '../../../../test/vault-fixtures.ts';
import { authorIsWell } from '../emails/rearming-mails.ts';
import { sendLetters } from '../letters/send-letters.ts';

let postal: ProductWithMailServer;

let product: TestProduct;

beforeAll(async () => {
  postal = await startWithMailServer();
  product = postal.product;
});

afterAll(() => postal.stop());

async function startAgain(one: ReleasedProtocol): Promise<ReleasedProtocol> {
  const { outcome } = await payFor(one.owner, one.activator);
  expect(outcome).toBe('in_force');
  const [row] = await product.database.rows<{ id: string }>(sql`
    select id from activation_requests
    where deceased_user_id = ${one.owner.userId} order by created_at desc limit 1`);
  return { ...one, activationId: row?.id ?? '' };
}

const tokensOf = (address: string) =>
  postal.lettersTo(address).map(({ text }) => letterTokenIn(text) ?? '');

async function readTextOf(token: string): Promise<string> {
  const browser = product.browser();
  const { delivery_id } = await browser.openDeliveryLink({ body: { token } });
  return (await browser.getDelivery({ params: { id: delivery_id } })).content;
}

async function rewrite({ owner, recipient }: ReleasedProtocol, content: string): Promise<void> {
  const { instructions } = await owner.browser.listInstructions();
  const id = instructions.find((one) => one.recipient_email === recipient)?.id ?? '';
  const one = await owner.browser.getInstruction({ params: { id } });
  await owner.browser.updateInstruction({
    params: { id },
    body: {
      ...{ title: one.title, content, version: one.version },
      ...{ category: one.category, priority: one.priority },
      ...{ recipient_name: '', recipient_email: recipient },
      trusted_contact_ids: one.trusted_contact_ids,
    },
  });
}

describe('a protocol that was armed again', () => {
  it('starts a second and a third time, each with its own letters and links', async () => {
    let one = await postal.releaseProtocol();
    await postal.sendDueLetters(one);
    for (const cycle of [2, 3]) {
      await one.owner.browser.rearmProtocol();
      await rewrite(one, `Начало ${cycle}`);
      one = await startAgain(one);
      await postal.sendDueLetters(one);
      const tokens = tokensOf(one.recipient);
      expect(tokens).toHaveLength(cycle);
      expect(await readTextOf(tokens.at(-1) ?? '')).toBe(`Начало ${cycle}`);
      for (const former of tokens.slice(0, -1)) {
        expect(await errorCodeOf(readTextOf(former))).toBe('letter_recalled');
      }
    }
    expect(await activationsOf(product.database, one.owner)).toEqual(['past', 'past', 'delivered']);
    const { protocol, past } = await one.owner.browser.getOwnProtocol();
    expect(protocol).toMatchObject({
      progress: { total: 3, accepted: 3, closed: 0 },
      unopened: 2,
    });
    expect(protocol?.deliveries).toHaveLength(3);
    expect(
      past.map(({ opened, progress }) => [opened, progress.closed, progress.accepted]),
    ).toEqual([
      [1, 2, 1],
      [0, 3, 0],
    ]);
    const { instructions } = await one.owner.browser.listInstructions();
    expect(instructions.map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect((await one.owner.browser.getDashboard()).protocol_activated_at).not.toBeNull();
  });

  it('marks an instruction as sent by the letters of this release only', async () => {
    const first = await postal.releaseProtocol();
    postal.standIn.answer(first.recipient, { code: 451 });
    await postal.sendDueLetters(first);
    await first.owner.browser.rearmProtocol();
    const second = await startAgain(first);
    await postal.sendDueLetters(second);
    const statuses = async () => {
      const { instructions } = await first.owner.browser.listInstructions();
      return instructions.map(({ status }) => status).sort();
    };
    expect(await statuses()).toEqual(['outbox', 'sent']);
    const { protocol } = await first.owner.browser.getOwnProtocol();
    expect(protocol?.left.map(({ reason }) => reason)).toEqual(['not_accepted_yet']);
    postal.standIn.answer(first.recipient, { code: 250 });
    await postal.makeLettersDue(second);
    await postal.sendDueLetters(second);
    expect(await statuses()).toEqual(['sent', 'sent']);
  });

  it('shows its contacts only the letters of the latest release', async () => {
    const first = await postal.releaseProtocol();
    await postal.sendDueLetters(first);
    await first.owner.browser.rearmProtocol();
    const second = await startAgain(first);
    await postal.sendDueLetters(second);
    const { instructions } = await first.activator.browser.listReceivedInstructions({
      params: { id: first.activator.contactId },
    });
    expect(instructions.map(({ is_recalled }) => is_recalled)).toEqual([false, false]);
    const params = { id: instructions[0]?.delivery_id ?? '' };
    await first.activator.browser.openReceivedInstruction({ params });
  });

  it('keeps its history when contacts and instructions are deleted', async () => {
    const one = await postal.releaseProtocol();
    await postal.sendDueLetters(one);
    await one.owner.browser.rearmProtocol();
    const { instructions } = await one.owner.browser.listInstructions();
    for (const { id } of instructions) {
      await one.owner.browser.deleteInstruction({ params: { id } });
    }
    await one.owner.browser.deleteContact({
      params: { id: one.activator.contactId },
      query: {},
    });
    const { past } = await one.owner.browser.getOwnProtocol();
    expect(past).toMatchObject([{ progress: { total: 3, closed: 3 }, opened: 0 }]);
    // Addresses and links are deleted with the last letter.
    const envelopes = await product.database.rows(
      sql`select 1 from envelopes where user_id = ${one.owner.userId}`,
    );
    expect(envelopes).toEqual([]);
  });
});

const deliver = ({ activationId }: ReleasedLetters) => sendLetters(product.ctx, activationId);

const emailsOf = (people: readonly { email: string }[]) => people.map(({ email }) => email);

describe('the notice that the author is well', () => {
  it('is sent to all recipients when letters are closed, and not again when the protocol is armed', async () => {
    const one = await releaseToThreePeople();
    await deliver(one);
    await one.owner.browser.closeLetters();
    const recipients = [...emailsOf(one.contacts), one.recipient].toSorted();
    expect(await notified(one)).toEqual(recipients);
    await one.owner.browser.rearmProtocol();
    expect(await notified(one)).toEqual(recipients);
  });

  it('is sent to further recipients when the protocol is armed; contacts get another mail', async () => {
    const one = await releaseToThreePeople();
    await deliver(one);
    await one.owner.browser.rearmProtocol();
    expect(await notified(one)).toEqual([one.recipient]);
  });

  it('is also sent to recipients who have read the letters', async () => {
    const one = await releaseToThreePeople();
    await deliver(one);
    const [letter] = postal.lettersTo(one.recipient);
    const token = deliveryTokenIn(letter?.text ?? '');
    await product.browser().openDeliveryLink({ body: { token } });
    await one.owner.browser.closeLetters();
    expect(await notified(one)).toContain(one.recipient);
  });

  it('is also sent if a mail server accepts the letter after its recall', async () => {
    const one = await releaseToThreePeople();
    const { promise: answer, resolve: acceptLetter } = Promise.withResolvers<{ code: number }>();
    postal.standIn.answer(one.recipient, answer);
    const delivering = deliver(one);
    await vi.waitFor(async () => {
      const claimed = await product.database.rows(sql`
        select 1 from envelopes where activation_id = ${one.activationId} and contact_id is null
          and claimed_until is not null`);
      if (claimed.length === 0) throw new Error('nothing is claimed yet');
    });
    await one.owner.browser.closeLetters();
    expect(await notified(one)).not.toContain(one.recipient);
    acceptLetter({ code: 250 });
    await delivering;
    expect(await notified(one)).toContain(one.recipient);
  });

  it('is sent to the address of the letter, even if the owner has deleted the instruction', async () => {
    const one = await releaseToThreePeople();
    await deliver(one);
    await one.owner.browser.rearmProtocol();
    await product.database.rows(sql`delete from instructions where user_id = ${one.owner.userId}`);
    expect(await notified(one)).toEqual([one.recipient]);
  });

  it('is not sent to recipients of unsent letters', async () => {
    const one = await releaseToThreePeople();
    await one.owner.browser.closeLetters();
    await one.owner.browser.rearmProtocol();
    expect(await notified(one)).toEqual([]);
  });
});

interface ReleasedLetters {
  owner: Person;
  contacts: TrustedPerson[];
  /** The further recipient of two instructions, who gets two letters in one mail. */
  recipient: string;
  activationId: string;
}

/** Two contacts and a further recipient, with letters queued for all of them. */
async function releaseToThreePeople(): Promise<ReleasedLetters> {
  const { owner, contacts } = await family(product, 2);
  const recipient = newAddress();
  const [first] = contacts;
  if (!first) throw new Error('expected a contact');
  for (const trusted_contact_ids of [[first.contactId], [first.contactId]]) {
    await writeInstruction(owner, {
      trusted_contact_ids,
      recipient_email: recipient,
      recipient_name: 'Лев',
    });
  }
  await payFor(owner, first);
  const [row] = await product.database.rows<{ id: string }>(sql`
    select id from activation_requests where deceased_user_id = ${owner.userId}`);
  return { owner, contacts, recipient, activationId: row?.id ?? '' };
}

async function notified({ owner }: ReleasedLetters): Promise<string[]> {
  const notices = await product.database.rows<{ id: string }>(sql`
    select id from recall_notices where user_id = ${owner.userId} order by created_at, id`);
  const mails = (await enqueuedMails(product)).filter(({ name }) => name === 'author_is_well');
  const enqueuedIds = mails.map((mail) => ('notice_id' in mail ? mail.notice_id : undefined));
  const found = await Promise.all(
    notices.map(async ({ id }) => {
      expect(enqueuedIds.filter((one) => one === id)).toHaveLength(1);
      return authorIsWell.find(product.ctx, { notice_id: id });
    }),
  );
  return found.map((mail) => (mail && 'to' in mail ? mail.to : '')).toSorted();
}
