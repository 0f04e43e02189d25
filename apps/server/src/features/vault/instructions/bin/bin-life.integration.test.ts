import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../../test/people.ts';
import { samples } from '../../../../../test/sample-files.ts';
import { removeDue } from '../../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { addContact, attach, writeInstruction } from '../../../../../test/vault-fixtures.ts';
import { filesAboveLimit } from '../remove-files.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const binOf = (person: Person, page = 1) => person.browser.listBin({ query: { page } });
const remove = (person: Person, id: string) => person.browser.deleteInstruction({ params: { id } });
const restore = (person: Person, ids: string[]) =>
  person.browser.restoreInstructions({ body: { ids } });

describe('the bin', () => {
  it('has pages, last deleted first', async () => {
    const person = await signedInPerson(product);
    const { id: contactId } = await addContact(person);
    const ids: string[] = [];
    for (let place = 0; place <= limits.instructionsOnPage; place++) {
      const { id } = await writeInstruction(person, { trusted_contact_ids: [contactId] });
      product.clock.advance(1000);
      await remove(person, id);
      ids.unshift(id);
    }
    const [first, second] = [await binOf(person), await binOf(person, 2)];
    expect([first.total, second.total]).toEqual([ids.length, ids.length]);
    const shown = [...first.instructions, ...second.instructions].map(({ id }) => id);
    expect(shown).toEqual(ids);
    expect(first.instructions).toHaveLength(limits.instructionsOnPage);
  });

  it('is emptied permanently, with the objects of its files', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    await attach(person, id, 'a.png', samples.png);
    await remove(person, id);
    expect(await person.browser.emptyBin()).toEqual({ count: 1 });
    expect(await person.browser.emptyBin()).toEqual({ count: 0 });
    expect((await person.browser.getStorage()).used_mb).toBe(0);
    expect((await failureOf(restore(person, [id]))).code).toBe('not_found');
    const { events } = await person.browser.listSecurityEvents({ query: {} });
    expect(events.map(({ kind }) => kind)).toContain('instruction_removed');
    const keys = async () => {
      const found: string[] = [];
      for await (const { key } of product.store.list(`files/${person.userId}/`)) found.push(key);
      return found;
    };
    await vi.waitFor(async () => expect(await keys()).toEqual([]), { timeout: 10_000 });
  });

  it('permanently deletes all given instructions or none, and never those outside of it', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    const { id: staying } = await writeInstruction(person);
    await remove(person, id);
    const call = (ids: string[]) => person.browser.deletePermanently({ body: { ids } });
    expect((await failureOf(call([id, staying]))).code).toBe('not_found');
    expect((await binOf(person)).total).toBe(1);
    expect(await call([id])).toEqual({ count: 1 });
    const { instructions } = await person.browser.listInstructions();
    expect(instructions).toMatchObject([{ id: staying }]);
  });

  it('keeps an instruction for thirty days, and not longer', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    await attach(person, id, 'a.png', samples.png);
    await remove(person, id);
    const [binned] = (await binOf(person)).instructions;
    const end = Date.parse(binned?.kept_until ?? '');
    const sweep = (at: number) =>
      product.database.transaction(() =>
        removeDue(product, 'binned_instructions', { now: new Date(at) }),
      );
    await sweep(end);
    expect((await binOf(person)).total).toBe(1);
    expect((await sweep(end + 1)).binned_instructions).toBeGreaterThan(0);
    expect(await binOf(person)).toEqual({ instructions: [], total: 0, files_mb: 0 });
    expect((await person.browser.getStorage()).used_mb).toBe(0);
  });

  it('purges the oldest entries above the limit of texts', async () => {
    const person = await signedInPerson(product);
    const { id: contactId } = await addContact(person);
    const ids: string[] = [];
    for (let place = 0; place < 3; place++) {
      ids.push((await writeInstruction(person, { trusted_contact_ids: [contactId] })).id);
    }
    const [first = '', second = '', third = ''] = ids;
    for (const id of [first, second]) {
      await remove(person, id);
      product.clock.advance(1000);
    }
    await product.database.rows(sql`
      update binned_instructions set content = repeat('x', ${limits.textsMb * 1024 * 1024 * 2})
      where id = ${first}`);
    await remove(person, third);
    const left = (await binOf(person)).instructions.map(({ id }) => id);
    expect(left).toEqual([third, second]);
  });
});

it('files above the quota are removed from the bin first, without a record', async () => {
  const person = await signedInPerson(product);
  const { id } = await writeInstruction(person);
  const { id: staying } = await writeInstruction(person);
  await attach(person, id, 'a.txt', samples.txt);
  await attach(person, staying, 'b.txt', samples.txt);
  await remove(person, id);
  const { removeNewest } = filesAboveLimit(product.ctx);
  const { files } = await product.database.transaction(() =>
    removeNewest(person.userId, samples.txt.length),
  );
  expect(files).toBe(0);
  const left = await person.browser.getInstruction({ params: { id: staying } });
  expect(left).toMatchObject({ files: [{ file_name: 'b.txt' }], removed_files: [] });
  expect((await binOf(person)).instructions).toMatchObject([{ id, files: [] }]);
});

it('an account is deleted with its bin', async () => {
  const person = await signedInPerson(product);
  const { id } = await writeInstruction(person);
  await attach(person, id, 'a.png', samples.png);
  await remove(person, id);
  const { password: current_password } = person;
  await person.browser.deleteAccount({ body: { confirmation_word: 'УДАЛИТЬ', current_password } });
  for (const table of ['binned_instructions', 'binned_contacts', 'instruction_files']) {
    const rows = await product.database.rows(
      sql`select 1 from ${sql.identifier(table)} where user_id = ${person.userId}`,
    );
    expect([table, rows]).toEqual([table, []]);
  }
});
