import { randomUUID } from 'node:crypto';
import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { cyrillicAddress, type Person, signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, instructionBody, writeInstruction } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
let person: Person;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const newPerson = async () => {
  person = await signedInPerson(product);
  return person;
};
const list = async () => (await person.browser.listInstructions()).instructions;
const markSent = (id: string) =>
  product.database.rows(sql`update instructions set status = 'sent' where id = ${id}`);

describe('an instruction', () => {
  it('is returned as written, and listed with the beginning of its text', async () => {
    const { id: contactId } = await addContact(await newPerson());
    const content = `${'Мои дорогие, если вы это читаете. '.repeat(20)}\n\nКонец.`;
    const written = await writeInstruction(person, {
      trusted_contact_ids: [contactId],
      title: 'Письмо внукам',
      content,
      recipient_name: 'Пётр',
      recipient_email: 'petr@example.org',
    });
    expect(written).toMatchObject({
      title: 'Письмо внукам',
      category: 'notary',
      priority: 'high',
      content,
      recipient_name: 'Пётр',
      recipient_email: 'petr@example.org',
      trusted_contact_ids: [contactId],
      status: 'outbox',
      version: 1,
      files: [],
    });
    expect(await person.browser.getInstruction({ params: { id: written.id } })).toEqual(written);
    const { content: _, ...summary } = written;
    expect(await list()).toEqual([summary]);
    expect(summary.preview).toMatch(/ вы это…$/);
    expect(content.startsWith(summary.preview.slice(0, -1))).toBe(true);
  });

  it('is created once for a draft that is sent repeatedly', async () => {
    const { id: contactId } = await addContact(await newPerson());
    const body = instructionBody([contactId]);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => person.browser.createInstruction({ body })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  it('reports every invalid field and changes nothing', async () => {
    await newPerson();
    const body = { ...instructionBody([]), title: ' ', content: '', recipient_email: 'x' };
    expect(await failureOf(person.browser.createInstruction({ body }))).toMatchObject({
      status: 422,
      code: 'invalid_input',
      fields: {
        title: 'required',
        content: 'required',
        recipient_email: 'email_invalid',
        trusted_contact_ids: 'contact_required',
      },
    });
    expect(await list()).toEqual([]);
  });

  it('cannot name a contact of another owner or a missing one', async () => {
    const { id: foreign } = await addContact(await newPerson());
    const { id: own } = await addContact(await newPerson());
    for (const unknown of [foreign, randomUUID()]) {
      const body = instructionBody([own, unknown]);
      expect(await failureOf(person.browser.createInstruction({ body }))).toMatchObject({
        code: 'invalid_input',
        fields: { trusted_contact_ids: 'contact_unknown' },
      });
    }
  });

  it('accepts a text of 100,000 multi-byte characters', async () => {
    await newPerson();
    const content = '\u0416\n'.repeat(limits.instructionTextMaxLength / 2);
    const { id } = await writeInstruction(person, { content });
    const read = await person.browser.getInstruction({ params: { id } });
    expect(read.content).toBe(content);
  });
});

describe('a change', () => {
  const change = (id: string, version: number, contactId: string, title: string) => {
    const { draft_id: _, ...body } = instructionBody([contactId]);
    return person.browser.updateInstruction({ params: { id }, body: { ...body, version, title } });
  };

  it('creates a new version with new contacts and counts as a review', async () => {
    const written = await writeInstruction(await newPerson());
    const { id: other } = await addContact(person);
    product.clock.advance(60_000);
    const changed = await change(written.id, 1, other, 'Новое название');
    expect(changed).toMatchObject({
      version: 2,
      title: 'Новое название',
      trusted_contact_ids: [other],
    });
    expect(changed.reviewed_at > written.reviewed_at).toBe(true);
    expect(changed.created_at).toBe(written.created_at);
  });

  it('stores the address of a recipient in another script in its canonical form', async () => {
    const { id, trusted_contact_ids } = await writeInstruction(await newPerson());
    const { draft_id: _, ...body } = instructionBody(trusted_contact_ids);
    const { kept, typed } = cyrillicAddress();
    const changed = await person.browser.updateInstruction({
      params: { id },
      body: { ...body, version: 1, recipient_email: typed },
    });
    expect(changed.recipient_email).toBe(kept);
  });

  it('is refused when a newer version exists; one of several parallel changes is saved', async () => {
    const written = await writeInstruction(await newPerson());
    const [contactId = ''] = written.trusted_contact_ids;
    const attempts = await Promise.allSettled(
      ['первый', 'второй', 'третий'].map((title) => change(written.id, 1, contactId, title)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await failureOf(change(written.id, 1, contactId, 'поздно'))).toMatchObject({
      status: 409,
      code: 'version_conflict',
      facts: { version: 2 },
    });
    const kept = await person.browser.getInstruction({ params: { id: written.id } });
    expect(['первый', 'второй', 'третий']).toContain(kept.title);
  });

  it('of a sent instruction is refused, like its deletion and review', async () => {
    const { id, trusted_contact_ids } = await writeInstruction(await newPerson());
    await markSent(id);
    const [contactId = ''] = trusted_contact_ids;
    expect(await failureOf(change(id, 1, contactId, 'x'))).toMatchObject({
      code: 'instruction_closed',
    });
    expect(await failureOf(person.browser.reviewInstruction({ params: { id } }))).toMatchObject({
      code: 'instruction_closed',
    });
    expect(await failureOf(person.browser.deleteInstruction({ params: { id } }))).toMatchObject({
      status: 409,
      code: 'not_in_outbox',
    });
    expect(await list()).toMatchObject([{ id, status: 'sent', version: 1 }]);
  });
});

describe('a review', () => {
  it('changes only the time of the review', async () => {
    const written = await writeInstruction(await newPerson());
    product.clock.advance(60_000);
    const { reviewed_at } = await person.browser.reviewInstruction({ params: { id: written.id } });
    const read = await person.browser.getInstruction({ params: { id: written.id } });
    expect(read).toEqual({ ...written, reviewed_at });
    expect(reviewed_at > written.reviewed_at).toBe(true);
  });
});

describe('the removal of a contact', () => {
  it('leaves an instruction without contacts and reports it', async () => {
    const written = await writeInstruction(await newPerson());
    const [contactId = ''] = written.trusted_contact_ids;
    expect((await person.browser.listContacts()).contacts).toMatchObject([
      { id: contactId, instruction_count: 1, sole_instruction_count: 1 },
    ]);
    const result = await person.browser.deleteContact({ params: { id: contactId }, query: {} });
    expect(result).toEqual({ affected_instructions: 1, orphaned_instructions: 1 });
    expect(await list()).toMatchObject([{ id: written.id, trusted_contact_ids: [] }]);
  });

  it('can reassign the instructions to another contact', async () => {
    const { id: leaving } = await addContact(await newPerson());
    const { id: staying } = await addContact(person);
    await writeInstruction(person, { trusted_contact_ids: [leaving] });
    await writeInstruction(person, { trusted_contact_ids: [leaving, staying] });
    const result = await person.browser.deleteContact({
      params: { id: leaving },
      query: { reassign_to: staying },
    });
    expect(result).toEqual({ affected_instructions: 2, orphaned_instructions: 0 });
    // A new version prevents the owner from saving an instruction that is open with the former
    // contact.
    expect((await list()).map(({ version }) => version)).toEqual([2, 2]);
    expect((await list()).map(({ trusted_contact_ids }) => trusted_contact_ids)).toEqual([
      [staying],
      [staying],
    ]);
  });
});

describe('an attacker with access to the database', () => {
  const fields = ['heading', 'content'] as const;
  const sealedRow = async (id: string) => {
    const [row] = await product.database.rows<Record<(typeof fields)[number], string>>(
      sql`select * from instructions where id = ${id}`,
    );
    return row as Record<(typeof fields)[number], string>;
  };
  const overwrite = (id: string, field: string, value: string | null) =>
    product.database.rows(
      sql`update instructions set ${sql.identifier(field)} = ${value} where id = ${id}`,
    );

  it.each(fields)(
    'cannot restore an older %s: the instruction appears as damaged',
    async (field) => {
      await newPerson();
      const { id: contactId } = await addContact(person);
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

      await overwrite(id, field, older[field]);
      const read = () => person.browser.getInstruction({ params: { id } });
      expect((await failureOf(read())).code).toBe('content_unreadable');
      if (field !== 'content') expect(await list()).toMatchObject([{ is_unreadable: true }]);
      await overwrite(id, field, newer[field]);
      expect(await read()).toMatchObject(changed);
    },
  );
});
