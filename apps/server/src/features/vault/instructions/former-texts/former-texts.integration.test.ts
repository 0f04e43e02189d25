import { limits } from '@zavet/contract/limits';
import type { InstructionInput } from '@zavet/contract/vault/instruction-schemas';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../../../../test/durations.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { instructionBody, writeInstruction } from '../../../../../test/vault-fixtures.ts';

let product: TestProduct;
let person: Person;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

type Changes = Partial<Omit<InstructionInput, 'trusted_contact_ids'>>;

/** Advances the clock by the given minutes, saves an instruction and returns it. */
async function change(id: string, minutes: number, changes: Changes) {
  product.clock.advance(minutes * minute);
  await person.browser.refreshSession();
  const { version, trusted_contact_ids } = await read(id);
  const { draft_id: _, ...body } = { ...instructionBody(trusted_contact_ids), ...changes };
  return person.browser.updateInstruction({ params: { id }, body: { ...body, version } });
}
const read = (id: string) => person.browser.getInstruction({ params: { id } });
const formerOf = async (id: string) =>
  (await person.browser.listFormerTexts({ params: { id } })).former_texts;
const write = async (changes: { content?: string; recipient_email?: string } = {}) => {
  person = await signedInPerson(product);
  return writeInstruction(person, changes);
};

describe('a former text', () => {
  it('is kept when title or text change, but not for other changes', async () => {
    const written = await write({ recipient_email: 'petr@example.org' });
    const { id } = written;
    await change(id, 11, { priority: 'low', recipient_email: 'klara@example.org' });
    expect(await formerOf(id)).toEqual([]);
    await change(id, 11, { title: 'Другое название' });
    await change(id, 11, { title: 'Другое название', content: 'Другой текст' });
    const [second, first, ...others] = await formerOf(id);
    expect(others).toEqual([]);
    expect(first).toEqual({
      id: expect.any(String),
      title: written.title,
      preview: written.preview,
      saved_at: written.created_at,
      is_unreadable: false,
    });
    expect(second).toMatchObject({ title: 'Другое название', preview: written.preview });
    const params = { id, text_id: first?.id ?? '' };
    expect(await person.browser.getFormerText({ params })).toEqual({
      ...first,
      content: written.content,
    });
  });

  it('is not kept when it is replaced within ten minutes', async () => {
    const { id } = await write();
    await change(id, 9, { content: 'Вторая мысль' });
    await change(id, 9, { content: 'Третья мысль' });
    expect(await formerOf(id)).toEqual([]);
    await change(id, 10, { content: 'Четвёртая мысль' });
    expect(await formerOf(id)).toMatchObject([{ preview: 'Третья мысль' }]);
  });

  it('is kept only among the last ten', async () => {
    const { id } = await write();
    for (let count = 0; count <= limits.formerTexts; count++) {
      await change(id, 11, { content: `Мысль ${count}` });
    }
    const previews = (await formerOf(id)).map(({ preview }) => preview);
    expect(previews).toEqual(
      Array.from({ length: limits.formerTexts }, (_, place) => `Мысль ${9 - place}`),
    );
  });

  it('is deleted when the former texts of its owner exceed the limit of texts', async () => {
    const { id } = await write();
    await change(id, 11, { content: 'Вторая мысль' });
    await product.database.rows(sql`
      update former_texts set content = repeat('x', ${limits.textsMb * 1024 * 1024 * 2})
      where instruction_id = ${id}`);
    await change(id, 11, { content: 'Третья мысль' });
    expect(await formerOf(id)).toMatchObject([{ preview: 'Вторая мысль' }]);
  });

  it('is stored sealed, and deleted with its instruction', async () => {
    const { id, title } = await write();
    await change(id, 11, { title: 'Другое название', content: 'Другой текст' });
    const stored = () =>
      product.database.rows<{ row: string }>(
        sql`select f::text as row from former_texts f where user_id = ${person.userId}`,
      );
    const [row] = await stored();
    expect(row?.row).not.toContain(title);
    await person.browser.deleteInstruction({ params: { id } });
    expect(await stored()).toHaveLength(1);
    await person.browser.deletePermanently({ body: { ids: [id] } });
    expect(await stored()).toEqual([]);
  });

  it('with a damaged title does not hide the others', async () => {
    const { id } = await write();
    await change(id, 11, { content: 'Вторая мысль' });
    await change(id, 11, { content: 'Третья мысль' });
    const [, oldest] = await formerOf(id);
    await product.database.rows(
      sql`update former_texts set heading = 'x' where id = ${oldest?.id}`,
    );
    expect(await formerOf(id)).toMatchObject([
      { preview: 'Вторая мысль' },
      { title: '', is_unreadable: true },
    ]);
    const params = { id, text_id: oldest?.id ?? '' };
    expect((await failureOf(person.browser.getFormerText({ params }))).code).toBe(
      'content_unreadable',
    );
  });

  it('of another instruction is unknown', async () => {
    const { id } = await write();
    await change(id, 11, { content: 'Вторая мысль' });
    const [former] = await formerOf(id);
    const { id: other } = await writeInstruction(person);
    const params = { id: other, text_id: former?.id ?? '' };
    expect((await failureOf(person.browser.getFormerText({ params }))).code).toBe('not_found');
    const restoring = person.browser.restoreFormerText({ params, body: { version: 1 } });
    expect((await failureOf(restoring)).code).toBe('not_found');
  });
});

describe('a restored text', () => {
  const restore = (id: string, text_id: string, version: number) =>
    person.browser.restoreFormerText({ params: { id, text_id }, body: { version } });

  it('replaces only title and text, and keeps the replaced ones even if they are new', async () => {
    const written = await write();
    const { id } = written;
    const changed = await change(id, 11, {
      ...{ title: 'Другое название', content: 'Другой текст', priority: 'low' as const },
      recipient_email: 'klara@example.org',
    });
    const [former] = await formerOf(id);
    const restored = await restore(id, former?.id ?? '', changed.version);
    expect(restored).toEqual({
      ...changed,
      title: written.title,
      content: written.content,
      preview: written.preview,
      version: 3,
      reviewed_at: restored.reviewed_at,
      updated_at: restored.updated_at,
    });
    expect(await read(id)).toEqual(restored);
    expect(await formerOf(id)).toMatchObject([
      { title: 'Другое название' },
      { title: written.title },
    ]);
  });

  it('appears once when it is replaced again', async () => {
    const { id } = await write({ content: 'Первая мысль' });
    const changed = await change(id, 11, { content: 'Вторая мысль' });
    const [former] = await formerOf(id);
    await restore(id, former?.id ?? '', changed.version);
    await change(id, 11, { content: 'Третья мысль' });
    const previews = (await formerOf(id)).map(({ preview }) => preview);
    expect(previews).toEqual(['Первая мысль', 'Вторая мысль']);
  });

  it('does not replace a newer version, or the text of a closed instruction', async () => {
    const { id } = await write();
    await change(id, 11, { content: 'Вторая мысль' });
    const [former] = await formerOf(id);
    const textId = former?.id ?? '';
    expect(await failureOf(restore(id, textId, 1))).toMatchObject({
      code: 'version_conflict',
      facts: { version: 2 },
    });
    await product.database.rows(sql`update instructions set queued_at = now() where id = ${id}`);
    expect((await failureOf(restore(id, textId, 2))).code).toBe('instruction_closed');
    expect((await read(id)).content).toBe('Вторая мысль');
  });
});
