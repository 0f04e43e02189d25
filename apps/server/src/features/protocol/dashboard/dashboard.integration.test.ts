import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setStatus } from '../../../../test/contacts.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { family, payFor } from '../../../../test/protocol.ts';
import { textOf } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, attach, writeInstruction } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ MAX_TRUSTED_CONTACTS: '5' }, { runsJobs: false });
});
afterAll(() => product.stop());

describe('the dashboard', () => {
  it('starts empty, with the configured limit', async () => {
    const { browser } = await signedInPerson(product);
    expect(await browser.getDashboard()).toEqual({
      first_name: null,
      last_name: null,
      trusted_contacts: { total: 0, confirmed: 0, pending: 0, uninvited: 0, limit: 5 },
      instructions: { total: 0 },
      storage: { plan: 'free', used_mb: 0, limit_mb: 30, remaining_mb: 30, percent_used: 0 },
      protocol_activated_at: null,
      legacies: [],
    });
  });

  it('counts contacts, instructions and files of this owner only', async () => {
    const person = await signedInPerson(product);
    const other = await signedInPerson(product);
    await writeInstruction(other);
    const { id } = await writeInstruction(person);
    const confirmed = await addContact(person);
    await product.database.rows(
      sql`update trusted_contacts set status = 'confirmed' where id = ${confirmed.id}`,
    );
    const imported = await addContact(person);
    await product.database.rows(
      sql`delete from contact_invitations where contact_id = ${imported.id}`,
    );
    await attach(person, id, 'a.txt', textOf(3 * 1024 * 1024));
    expect(await person.browser.getDashboard()).toMatchObject({
      trusted_contacts: { total: 3, confirmed: 1, pending: 1, uninvited: 1 },
      instructions: { total: 1 },
      storage: { used_mb: 3, remaining_mb: 27, percent_used: 10 },
    });
  });
});

describe('legacies', () => {
  it('are the same on the dashboard and on their own screen', async () => {
    const { owner, contacts } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('a family without contacts');
    const agreed_at = '2026-03-12T09:00:00.000Z';
    await product.database.rows(sql`
      insert into contact_reconfirmations (contact_id, confirmed_at, due_at)
      values (${contact.contactId}, ${agreed_at}, '2100-01-01')`);
    const { legacies } = await contact.browser.getDashboard();
    expect(legacies).toEqual((await contact.browser.listLegacies()).legacies);
    expect(legacies).toMatchObject([{ user_id: owner.userId, agreed_at }]);
    expect((await owner.browser.getDashboard()).legacies).toEqual([]);
  });
});

describe('the readiness', () => {
  const day = 24 * 60 * 60 * 1000;
  const findingsOf = async ({ browser }: Person) =>
    (await browser.getReadiness()).findings.map(({ kind, count, concerned }) => [
      kind,
      count,
      ...concerned.map(({ name }) => name),
    ]);

  it('lists the findings of a new account', async () => {
    expect(await findingsOf(await signedInPerson(product))).toEqual([
      ['no_contacts', 1],
      ['no_instructions', 1],
      ['owner_unnamed', 1],
      ['mail_captured', 1],
    ]);
  });

  it('names contacts and instructions of this owner only, with a fixed number of queries', async () => {
    const person = await signedInPerson(product);
    await writeInstruction(await signedInPerson(product));
    const [confirmed, refused, removed] = [
      await addContact(person),
      await addContact(person),
      await addContact(person),
    ];
    await setStatus(product.database, confirmed.id, 'confirmed');
    await product.database.rows(sql`
      update contact_invitations set mail_state = 'refused' where contact_id = ${refused.id}`);
    const write = (title: string, contactId: string, recipient_email = '') =>
      writeInstruction(person, { title, trusted_contact_ids: [contactId], recipient_email });
    await write('Всем видно', confirmed.id);
    await write('Никому', removed.id);
    await write('Адресату', refused.id, 'petr@example.org');
    const damaged = await write('Не дойдёт', refused.id);
    await write('Тоже не дойдёт', refused.id);
    await person.browser.deleteContact({ params: { id: removed.id }, query: {} });
    await product.database.rows(sql`
      update instructions set heading = 'xxx' || heading where id = ${damaged.id}`);
    expect(await findingsOf(person)).toEqual([
      ['contacts_unreachable', 1, refused.name],
      ['instructions_unassigned', 1, 'Никому'],
      ['instructions_unreachable', 2, '', 'Тоже не дойдёт'],
      ['no_waiting_time', 1],
      ['owner_unnamed', 1],
      ['rehearsal_due', 1],
      ['mail_captured', 1],
    ]);
    const statements = vi.spyOn(product.database, 'db');
    const statementsFor = async () => {
      statements.mockClear();
      await person.browser.getReadiness();
      return statements.mock.calls.length;
    };
    const withFew = await statementsFor();
    await write('И это не дойдёт', refused.id);
    expect(await statementsFor()).toBe(withFew);
    statements.mockRestore();
  });

  it('shows letters, people and the waiting period', async () => {
    const person = await signedInPerson(product);
    const [agreed, asked] = [await addContact(person), await addContact(person)];
    await setStatus(product.database, agreed.id, 'confirmed');
    await writeInstruction(person, { title: 'Дойдёт', trusted_contact_ids: [agreed.id] });
    await writeInstruction(person, { title: 'Не дойдёт', trusted_contact_ids: [asked.id] });
    const damage = sql`update trusted_contacts set relationship = 'xxx' where id = ${asked.id}`;
    await product.database.rows(damage);
    await person.browser.setProtocolRules({ body: { waiting_hours: 72, needs_second: false } });
    const { letters, people, waiting_hours } = await person.browser.getReadiness();
    expect(letters).toMatchObject({
      total: 2,
      arriving: 1,
      shown: [
        { title: 'Дойдёт', state: 'arrives' },
        { title: 'Не дойдёт', state: 'misses' },
      ],
    });
    expect(people).toEqual([
      {
        id: agreed.id,
        name: agreed.name,
        relationship: 'сестра',
        status: 'confirmed',
        is_blocked: false,
      },
      { id: asked.id, name: asked.name, relationship: '', status: 'pending', is_blocked: false },
    ]);
    expect(waiting_hours).toBe(72);
  });

  it('warns of unreviewed instructions and of files that will be removed', async () => {
    const { owner, contacts, instruction } = await family(product);
    const names = { first_name: 'Анна', last_name: 'Лаврова', date_of_birth: null };
    await owner.browser.updateBasicInfo({ body: names });
    await attach(owner, instruction.id, 'a.txt', textOf(1024 * 1024));
    await attach(owner, instruction.id, 'b.txt', textOf(1024 * 1024 + 1));
    await product.database.rows(sql`
      insert into user_storage (user_id, plan, limit_mb, grace_until)
      values (${owner.userId}, 'free_expired', 1, '2100-01-01')`);
    await product.database.rows(sql`
      update instructions set reviewed_at = ${new Date(product.clock.now().getTime() - 200 * day)}
      where id = ${instruction.id}`);
    expect(await findingsOf(owner)).toEqual([
      ['files_to_remove', 1],
      ['no_waiting_time', 1],
      ['instructions_unreviewed', 1, instruction.title],
      ['rehearsal_due', 1],
      ['mail_captured', 1],
    ]);
    const [contact] = contacts;
    if (!contact) throw new Error('a family without contacts');
    await payFor(owner, contact);
    expect(await findingsOf(owner)).toEqual([]);
  });
});
