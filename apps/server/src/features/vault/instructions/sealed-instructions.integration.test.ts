import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { instructionBody, nameContact, writeInstruction } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** The only instruction in a person's list. */
const listed = async ({ browser }: Person) => (await browser.listInstructions()).instructions[0];

describe('an attacker with access to the database', () => {
  const fields = ['heading', 'content'] as const;
  const sealedRow = async (id: string) => {
    const [row] = await product.database.rows<Record<(typeof fields)[number], string>>(
      sql`select * from instructions where id = ${id}`,
    );
    return row as Record<(typeof fields)[number], string>;
  };
  const put = (id: string, field: string, value: string | null) =>
    product.database.rows(
      sql`update instructions set ${sql.identifier(field)} = ${value} where id = ${id}`,
    );

  it.each(fields)(
    'cannot restore an older %s: the instruction appears as damaged',
    async (field) => {
      const person = await signedInPerson(product);
      const { id: contactId } = await nameContact(person);
      const { id } = await writeInstruction(person, {
        trusted_contact_ids: [contactId],
        recipient_name: 'Пётр',
        recipient_email: 'petr@example.org',
      });
      const older = await sealedRow(id);
      const { draft_id: _, ...body } = instructionBody([contactId]);
      const again = { recipient_name: 'Клара', recipient_email: 'klara@example.org' };
      const changed = { ...body, content: 'Новый текст', ...again };
      await person.browser.updateInstruction({ params: { id }, body: { ...changed, version: 1 } });
      const newer = await sealedRow(id);

      await put(id, field, older[field]);
      const read = () => person.browser.getInstruction({ params: { id } });
      expect((await failureOf(read())).code).toBe('content_unreadable');
      if (field !== 'content') expect(await listed(person)).toMatchObject({ is_unreadable: true });
      await put(id, field, newer[field]);
      expect(await read()).toMatchObject(changed);
    },
  );
});
