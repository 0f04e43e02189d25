import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../test/people.ts';
import { samples, textOf } from '../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { attach, nameContact, writeInstruction } from '../../../test/vault-things.ts';

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

describe("another owner's row handed to the code that decrypts", () => {
  it('is not readable, whichever columns were mixed up', async () => {
    const foreign = await writeInstruction(anna, { title: 'Тайна Анны' });
    const own = await writeInstruction(boris);
    // As if a `where` clause were wrong: the foreign texts stand in a row that is Boris's.
    await product.database.rows(sql`
      update instructions own set title = other.title from instructions other
      where own.id = ${own.id} and other.id = ${foreign.id}`);
    expect(await failureOf(boris.browser.listInstructions())).toMatchObject(unreadable);
    expect(await failureOf(boris.browser.getInstruction({ params: { id: own.id } }))).toMatchObject(
      unreadable,
    );
    expect(product.logged()).not.toContain('Тайна Анны');
  });

  it('is not readable when the whole row and the key were handed over', async () => {
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

  it('is not readable when texts change places within one owner either', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    await product.database.rows(sql`update instructions set title = content where id = ${id}`);
    expect(await failureOf(person.browser.getInstruction({ params: { id } }))).toMatchObject(
      unreadable,
    );
  });

  it('is not readable when it is a file or a note about a contact', async () => {
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

    const contact = await nameContact(eva);
    await nameContact(adam);
    await product.database.rows(sql`
      update trusted_contacts own set relationship = other.relationship from trusted_contacts other
      where own.user_id = ${adam.userId} and other.id = ${contact.id}`);
    expect(await failureOf(adam.browser.listContacts())).toMatchObject(unreadable);
  });
});

describe('the deletion of an account', () => {
  it('destroys the key at once and the files soon after', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    await attach(person, id, 'a.png', samples.png);
    await person.browser.deleteAccount({
      body: { current_password: person.password, confirmation_word: 'УДАЛИТЬ' },
    });
    const left = await product.database.rows(sql`
      select 'key' as what from owner_keys where user_id = ${person.userId}
      union all select 'instruction' from instructions where user_id = ${person.userId}
      union all select 'file' from instruction_files where user_id = ${person.userId}
      union all select 'contact' from trusted_contacts where user_id = ${person.userId}
      union all select 'usage' from user_storage_usage where user_id = ${person.userId}`);
    expect(left).toEqual([]);
    const removals = await product.database.rows<{ object_key: string }>(
      sql`select object_key from object_removals where object_key like ${`files/${person.userId}/%`}`,
    );
    expect(removals).toHaveLength(1);
  });
});
