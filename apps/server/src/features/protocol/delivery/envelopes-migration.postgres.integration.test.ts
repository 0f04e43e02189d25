import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setStatus } from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  type Activated,
  linkIn,
  type PostalProduct,
  startPostalProduct,
} from '../../../../test/letters.ts';
import { newAddress } from '../../../../test/people.ts';
import { activationsOf } from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { nameContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { catchUpLateContacts } from './catch-up-late-contacts.ts';

const migrations = new URL('../../../../migrations/', import.meta.url);
const name = readdirSync(migrations).find((file) => file.endsWith('_envelopes.sql')) ?? '';
const migration = readFileSync(new URL(name, migrations), 'utf8');

/** What the tables were before, filled with what the newer ones hold: each letter a mail of its own. */
const former = `
  alter table deliveries add column corrected_email text, add column refusals integer not null default 0,
    add column last_refusal text, add column next_attempt_at timestamptz,
    add column claimed_until timestamptz, add column claim_id uuid, add column reported_at timestamptz;
  update deliveries set corrected_email = envelope.corrected_email, refusals = envelope.refusals,
    last_refusal = envelope.last_refusal, next_attempt_at = envelope.next_attempt_at,
    reported_at = envelope.reported_at
  from envelopes envelope where envelope.id = deliveries.envelope_id;
  update deliveries set next_attempt_at = created_at where next_attempt_at is null;
  alter table deliveries alter column next_attempt_at set not null;
  drop trigger remove_empty_envelopes on deliveries;
  drop function remove_empty_envelopes;
  alter table deliveries drop constraint deliveries_sent_in_an_envelope,
    drop constraint deliveries_same_activation_envelope;
  alter table delivery_links drop constraint delivery_links_envelope_id_envelopes_id_fk;
  create temporary table first as
    select distinct on (envelope_id) envelope_id, id from deliveries
    where envelope_id is not null order by envelope_id, id;
  insert into delivery_links (id, envelope_id, digest, expires_at, closed_at, created_at)
    select gen_random_uuid(), deliveries.id, gen_random_uuid()::text, expires_at, closed_at,
      link.created_at
    from deliveries
    inner join delivery_links link on link.envelope_id = deliveries.envelope_id
    where deliveries.id not in (select id from first);
  update delivery_links set envelope_id = first.id
    from first where first.envelope_id = delivery_links.envelope_id;
  alter table delivery_links rename column envelope_id to delivery_id;
  alter table delivery_links drop column reminded_last_at;
  alter table delivery_links add constraint delivery_links_delivery_id_deliveries_id_fk
    foreign key (delivery_id) references deliveries(id) on delete cascade;
  drop index delivery_links_envelope_id_index, delivery_links_one_open;
  create index deliveries_claim_id_index on deliveries (claim_id);
  create index deliveries_next_attempt_at_index on deliveries (next_attempt_at);
  create index deliveries_unreached on deliveries (created_at, id);
  create index delivery_links_delivery_id_index on delivery_links (delivery_id);
  create index delivery_links_expires_at_index on delivery_links (expires_at);
  create unique index delivery_links_one_open on delivery_links (delivery_id) where closed_at is null;
  alter table deliveries drop column envelope_id;
  drop table envelopes;`;

let postal: PostalProduct;
let product: TestProduct;
beforeAll(async () => {
  postal = await startPostalProduct();
  product = postal.product;
});
afterAll(() => postal.stop());

async function migrateFromFormer(): Promise<void> {
  const { driver } = product.database;
  if (driver.engine !== 'postgres') throw new Error('a server was wanted');
  const client = new Client({ connectionString: driver.url });
  await client.connect();
  try {
    await client.query(former);
    await client.query(migration);
  } finally {
    await client.end();
  }
}

const openedBy = (token: string) => product.browser().openDeliveryLink({ body: { token } });
const tokenTo = (address: string, place = -1) =>
  linkIn(postal.takenBy(address).at(place)?.text ?? '') ?? '';

describe('a database of the version before envelopes', () => {
  it('keeps every letter, link, address and pause, and sends once what was queued', async () => {
    // Taken and read; refused for now; given up; corrected; renewed; taken back; never sent.
    const taken = await postal.activated();
    await postal.work(taken);
    await openedBy(tokenTo(taken.recipient));

    const refused = await postal.activated();
    postal.standIn.answer(refused.recipient, { code: 451 });
    await postal.work(refused);

    const lost = await postal.activated();
    postal.standIn.answer(lost.recipient, { code: 451 });
    await postal.work(lost);
    await product.database.rows(sql`
      update envelopes set refusals = 17
      where user_id = ${lost.owner.userId} and state = 'queued'`);
    await postal.pausesOver(lost);
    await postal.work(lost);

    const corrected = await postal.activated();
    const address = newAddress();
    postal.standIn.answer(corrected.recipient, { code: 550, unknown: true });
    await postal.work(corrected);
    await correct(corrected, address);

    const renewed = await postal.activated();
    await postal.work(renewed);
    const browser = product.browser();
    const formerToken = tokenTo(renewed.recipient);
    const { delivery_id: id } = await browser.openDeliveryLink({ body: { token: formerToken } });
    product.clock.advance(1000);
    await browser.closeDeliveryLink({ params: { id } });

    const closed = await postal.activated();
    await postal.work(closed);
    await closed.owner.browser.closeLetters();

    const silent = await withheldFrom(taken);
    await sealForLetter(corrected, address);
    const before = await everyState();
    await migrateFromFormer();
    expect(await everyState()).toEqual(before);

    expect(await openedBy(tokenTo(taken.recipient))).toHaveProperty('delivery_id');
    expect((await failureOf(openedBy(tokenTo(closed.recipient)))).code).toBe('letter_taken_back');
    expect((await failureOf(openedBy(formerToken))).code).toBe('link_closed');
    postal.standIn.answer(refused.recipient, { code: 250 });
    for (const one of [taken, refused, lost, corrected, renewed, closed]) {
      await postal.pausesOver(one);
      await postal.work(one);
      await postal.work(one);
    }
    expect(postal.takenBy(taken.recipient)).toHaveLength(1);
    expect(postal.takenBy(refused.recipient)).toHaveLength(1);
    expect(postal.takenBy(lost.recipient)).toHaveLength(0);
    expect(postal.takenBy(address)).toHaveLength(1);
    expect(postal.takenBy(corrected.recipient)).toHaveLength(0);
    const again = postal.takenBy(renewed.recipient);
    expect(again).toHaveLength(2);
    expect(again[1]?.text).toContain('Прежнюю ссылку закрыл');
    expect((await openedBy(tokenTo(renewed.recipient))).delivery_id).toBe(id);
    expect(await openedBy(tokenTo(address))).toHaveProperty('delivery_id');
    for (const one of [taken, refused, corrected, renewed, closed]) {
      expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    }
    expect(await activationsOf(product.database, lost.owner)).toEqual(['partially_delivered']);
    const { unreached } = await lost.activator.browser.getActivation({
      params: { id: lost.activationId },
    });
    expect(unreached).toMatchObject([{ recipient_email: lost.recipient, can_correct: true }]);

    await setStatus(product.database, silent.id, 'confirmed');
    await catchUpLateContacts(product.deps.protocol);
    await postal.work(taken);
    expect(postal.takenBy(silent.email)).toHaveLength(1);
    expect(await openedBy(tokenTo(silent.email))).toHaveProperty('delivery_id');
  });
});

/** States of letters, apart from the mails that they are in. */
const everyState = () =>
  product.database.rows(sql`
    select deliveries.id, instruction_id, deliveries.contact_id, deliveries.state, corrected_email,
      refusals, last_refusal, next_attempt_at
    from deliveries left join envelopes on envelopes.id = deliveries.envelope_id
    order by deliveries.id`);

async function correct(one: Activated, recipient_email: string): Promise<void> {
  const { envelope_id: id } = await postal.letterToRecipient(one);
  await one.activator.browser.correctAddress({ params: { id }, body: { recipient_email } });
}

/** Before envelopes, a corrected address was sealed with the id of its letter. */
async function sealForLetter(one: Activated, address: string): Promise<void> {
  const { id, envelope_id } = await postal.letterToRecipient(one);
  const key = await product.vaultKeyOf(one.owner.userId);
  await product.database.rows(sql`
    update envelopes set corrected_email = ${key.seal(id, 'corrected_email', address)}
    where id = ${envelope_id}`);
}

/** A letter that is kept for a contact who has not agreed. */
async function withheldFrom({ owner, activator, activationId }: Activated) {
  const silent = await nameContact(owner);
  const trusted_contact_ids = [silent.id, activator.contactId];
  const { id } = await writeInstruction(owner, { trusted_contact_ids });
  await product.database.rows(sql`
    insert into deliveries (id, activation_id, user_id, instruction_id, contact_id, state, created_at)
    values (gen_random_uuid(), ${activationId}, ${owner.userId}, ${id}, ${silent.id}, 'withheld', now())`);
  return silent;
}
