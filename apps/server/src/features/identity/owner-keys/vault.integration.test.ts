import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { masterKeysFrom } from '../../../../test/master-keys.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { samples, textOf } from '../../../../test/sample-files.ts';
import { testMasterKey } from '../../../../test/test-database.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { removeObjects } from '../../vault/instructions/clean-up-files.ts';
import { assertMasterKeysSuffice } from './check-keys.ts';
import { rewrapKeys } from './rewrap-keys.ts';

let product: TestProduct;
let anna: Person;
let boris: Person;
beforeAll(async () => {
  product = await startTestProduct();
  anna = await signedInPerson(product);
  boris = await signedInPerson(product);
});
afterAll(() => product.stop());

const unreadable = { status: 500, code: 'content_unreadable' };

describe('content with a wrong owner or key', () => {
  it('is unreadable if columns of another owner were copied into the row', async () => {
    const foreign = await writeInstruction(anna, { title: 'Тайна Анны' });
    const own = await writeInstruction(boris);
    // As after a wrong `where` clause: a row of Boris contains texts of Anna.
    await product.database.rows(sql`
      update instructions own set heading = other.heading from instructions other
      where own.id = ${own.id} and other.id = ${foreign.id}`);
    const other = await writeInstruction(boris, { title: 'Своё' });
    // The list shows it as unreadable, next to the other instruction.
    const { instructions } = await boris.browser.listInstructions();
    expect(instructions).toMatchObject([
      { id: other.id, title: 'Своё', is_unreadable: false },
      { id: own.id, title: '', preview: '', files: [], is_unreadable: true },
    ]);
    const found = await boris.browser.searchInstructions({ body: { query: 'тайна' } });
    expect(found).toMatchObject({ instructions: [], total: 0 });
    expect(await failureOf(boris.browser.getInstruction({ params: { id: own.id } }))).toMatchObject(
      unreadable,
    );
    expect(product.logged()).not.toContain('Тайна Анны');
  });

  it('is unreadable if the whole row and the key were moved to another owner', async () => {
    const eva = await signedInPerson(product);
    const adam = await signedInPerson(product);
    const { id } = await writeInstruction(eva, { title: 'Тайна Евы' });
    await writeInstruction(adam);
    await product.database.rows(sql`delete from instruction_contacts where instruction_id = ${id}`);
    await product.database.rows(
      sql`update instructions set user_id = ${adam.userId} where id = ${id}`,
    );
    expect(await failureOf(adam.browser.getInstruction({ params: { id } }))).toMatchObject(
      unreadable,
    );
    await product.database.rows(sql`
      update owner_keys own set key_id = other.key_id, wrapped = other.wrapped
      from owner_keys other where own.user_id = ${adam.userId} and other.user_id = ${eva.userId}`);
    expect(await failureOf(adam.browser.getInstruction({ params: { id } }))).toMatchObject(
      unreadable,
    );
  });

  it('is unreadable if texts of the same owner were swapped', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    await product.database.rows(sql`update instructions set heading = content where id = ${id}`);
    expect(await failureOf(person.browser.getInstruction({ params: { id } }))).toMatchObject(
      unreadable,
    );
  });

  it('is unreadable if it is a file or a note about a contact', async () => {
    const eva = await signedInPerson(product);
    const adam = await signedInPerson(product);
    const evas = await attach(eva, (await writeInstruction(eva)).id, 'a.txt', textOf(100, 'a'));
    const adams = await attach(adam, (await writeInstruction(adam)).id, 'b.txt', textOf(100, 'a'));
    const [evasObject, adamsObject] = [evas, adams].map(({ id }, place) => {
      const owner = place === 0 ? eva : adam;
      return `files/${owner.userId}/${id}`;
    });
    await product.store.remove([adamsObject ?? '']);
    await product.store.copy(evasObject ?? '', adamsObject ?? '');
    await expect(adam.browser.downloadFile({ params: { id: adams.id } })).rejects.toThrow();

    const contact = await addContact(eva);
    await addContact(adam);
    await product.database.rows(sql`
      update trusted_contacts own set relationship = other.relationship from trusted_contacts other
      where own.user_id = ${adam.userId} and other.id = ${contact.id}`);
    const { contacts } = await adam.browser.listContacts();
    expect(contacts).toHaveLength(2);
    for (const { relationship, is_unreadable } of contacts) {
      expect({ relationship, is_unreadable }).toEqual({ relationship: '', is_unreadable: true });
    }
  });
});

describe('account deletion', () => {
  it('deletes the key immediately and the files soon after', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    await attach(person, id, 'a.png', samples.png);
    await person.browser.deleteAccount({
      body: { current_password: person.password, confirmation_word: 'УДАЛИТЬ' },
    });
    const rows = await product.database.rows(sql`
      select 'key' as what from owner_keys where user_id = ${person.userId}
      union all select 'instruction' from instructions where user_id = ${person.userId}
      union all select 'file' from instruction_files where user_id = ${person.userId}
      union all select 'contact' from trusted_contacts where user_id = ${person.userId}
      union all select 'usage' from user_storage_usage where user_id = ${person.userId}`);
    expect(rows).toEqual([]);
    await removeObjects(product);
    const remaining: string[] = [];
    for await (const { key } of product.store.list(`files/${person.userId}`)) remaining.push(key);
    expect(remaining).toEqual([]);
  });
});

describe('owner key', () => {
  it('cannot be deleted while content needs it', async () => {
    const person = await signedInPerson(product);
    await writeInstruction(person);
    const removal = product.database.rows(
      sql`delete from owner_keys where user_id = ${person.userId}`,
    );
    await expect(removal).rejects.toThrow();
  });
});

describe('rotation of the master key', () => {
  it('skips a damaged key, reports its owner and rewraps the others', async () => {
    const people = [await signedInPerson(product), await signedInPerson(product)];
    for (const one of people) await writeInstruction(one);
    const [damagedOwner, intactOwner] = people.map(({ userId }) => userId);
    await product.database.rows(
      sql`update owner_keys set wrapped = 'AAAA' || substr(wrapped, 5) where user_id = ${damagedOwner}`,
    );
    const rotated = masterKeysFrom(
      `1:${testMasterKey},2:${Buffer.alloc(32, 9).toString('base64')}`,
    );
    const { damaged } = await rewrapKeys(product.database, rotated, product.ctx.wiring.keyTables);
    expect(damaged).toContain(damagedOwner);
    expect(damaged).not.toContain(intactOwner);
    const versions = await product.database.rows<{ master_version: number }>(
      sql`select master_version from owner_keys where user_id = ${intactOwner}`,
    );
    expect(versions).toEqual([{ master_version: 2 }]);
  });

  it('fails at start if an older master key is wrong', async () => {
    const wrong = masterKeysFrom(`1:${testMasterKey},2:${Buffer.alloc(32, 8).toString('base64')}`);
    await expect(
      assertMasterKeysSuffice(product.database, wrong, product.ctx.wiring.keyTables),
    ).rejects.toThrow(/version 2/);
  });
});
