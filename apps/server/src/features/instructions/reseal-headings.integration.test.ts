import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { writeInstruction } from '../../../test/vault-fixtures.ts';
import { resealHeadings } from './reseal-headings.ts';

let product: TestProduct;
let person: Person;
beforeAll(async () => {
  // Only when a test says so.
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

const texts = {
  title: 'Старое название',
  recipient_name: 'Пётр',
  recipient_email: 'petr@example.org',
};

/** An instruction as it was written before headings were sealed as one. */
async function writeFormer(overrides: Partial<typeof texts> = {}, isBound = true) {
  const heading = { ...texts, ...overrides };
  const written = await writeInstruction(person, { ...heading, content: 'Старый текст' });
  const key = await product.vaultKeyOf(person.userId);
  const { id } = written;
  const sealId = isBound ? crypto.randomUUID() : undefined;
  const seal = (field: string, text: string) => key.seal(id, field, text, sealId);
  const optional = (field: string, text: string) => (text === '' ? null : seal(field, text));
  await product.database.rows(sql`
    update instructions set heading = null, has_recipient = false, seal_id = ${sealId ?? null},
      title = ${seal('title', heading.title)}, content = ${seal('content', 'Старый текст')},
      preview = ${seal('preview', 'Старый текст')},
      recipient_name = ${optional('recipient_name', heading.recipient_name)},
      recipient_email = ${optional('recipient_email', heading.recipient_email)}
    where id = ${id}`);
  return written;
}

const reseal = () =>
  resealHeadings(product.deps.protocol.instructions, new AbortController().signal);
const read = (id: string) => person.browser.getInstruction({ params: { id } });
const rowOf = async (id: string) => {
  const [row] = await product.database.rows<Record<string, string | null>>(
    sql`select * from instructions where id = ${id}`,
  );
  return row;
};

describe('a heading that was sealed part by part', () => {
  it.each([true, false])('reads the same before and after it is sealed as one', async (isBound) => {
    person = await signedInPerson(product);
    const written = await writeFormer({}, isBound);
    const before = await read(written.id);
    expect(before).toMatchObject({ ...texts, preview: 'Старый текст', content: 'Старый текст' });
    const found = await person.browser.searchInstructions({ body: { query: 'petr@' } });
    expect(found.instructions.map(({ id }) => id)).toEqual([written.id]);

    expect(await reseal()).toBe(1);
    expect(await read(written.id)).toEqual(before);
    expect(await rowOf(written.id)).toMatchObject({
      heading: expect.stringMatching(isBound ? /^2\./ : /^1\./),
      has_recipient: true,
      title: null,
      preview: null,
      recipient_name: null,
      recipient_email: null,
    });
    expect(await reseal()).toBe(0);
  });

  it('without a recipient has none afterwards', async () => {
    person = await signedInPerson(product);
    const { id } = await writeFormer({ recipient_name: '', recipient_email: '' });
    await reseal();
    expect(await rowOf(id)).toMatchObject({ has_recipient: false });
    expect(await read(id)).toMatchObject({ recipient_name: null, recipient_email: null });
  });

  it('that is damaged stays as it is and does not hold up the others', async () => {
    person = await signedInPerson(product);
    const damaged = await writeFormer();
    const whole = await writeFormer({ title: 'Целое' });
    await product.database.rows(
      sql`update instructions set title = 'x' || title where id = ${damaged.id}`,
    );
    expect(await reseal()).toBe(1);
    expect(await read(whole.id)).toMatchObject({ title: 'Целое' });
    expect((await failureOf(read(damaged.id))).code).toBe('content_unreadable');
    expect(await rowOf(damaged.id)).toMatchObject({ heading: null });
  });

  it('of an owner whose key does not open stays as it is, and the others are sealed all the same', async () => {
    person = await signedInPerson(product);
    const locked = await writeFormer();
    await product.database.rows(sql`
      update owner_keys set wrapped = 'AAAA' || substr(wrapped, 5) where user_id = ${person.userId}`);
    person = await signedInPerson(product);
    const whole = await writeFormer();
    expect(await reseal()).toBe(1);
    expect(await read(whole.id)).toMatchObject(texts);
    expect(await rowOf(locked.id)).toMatchObject({ heading: null });
  });

  it('is sealed as one when it is written again', async () => {
    person = await signedInPerson(product);
    const { id, trusted_contact_ids } = await writeFormer();
    const { category, priority } = await read(id);
    const changed = { ...texts, title: 'Новое', content: 'Новый текст', category, priority };
    await person.browser.updateInstruction({
      params: { id },
      body: { ...changed, trusted_contact_ids, version: 1 },
    });
    expect(await rowOf(id)).toMatchObject({ title: null, recipient_email: null });
    expect(await read(id)).toMatchObject(changed);
    expect(await reseal()).toBe(0);
  });

  it('that somebody holds is left for the next time, and nobody waits', async () => {
    person = await signedInPerson(product);
    const { id } = await writeFormer();
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = product.database.transaction(async () => {
      await product.database.rows(sql`select 1 from instructions where id = ${id} for update`);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const whileHeld = await reseal().finally(release.resolve);
    await holding;
    expect([whileHeld, await reseal()]).toEqual([0, 1]);
  });
});
