import { limits } from '@zavet/contract/limits';
import { retention } from '@zavet/contract/service-terms';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { day } from '../../../../../test/durations.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../../test/people.ts';
import { deliveriesOf, family, payFor } from '../../../../../test/protocol.ts';
import { samples } from '../../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import {
  addContact,
  attach,
  instructionBody,
  writeInstruction,
} from '../../../../../test/vault-fixtures.ts';
import { lockOutbox, markQueued } from '../outbox-repository.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const binOf = (person: Person, page = 1) => person.browser.listBin({ query: { page } });
const remove = (person: Person, id: string) => person.browser.deleteInstruction({ params: { id } });
const restore = (person: Person, ids: string[]) =>
  person.browser.restoreInstructions({ body: { ids } });
const listOf = async (person: Person) => (await person.browser.listInstructions()).instructions;
const kindsOf = async ({ browser }: Person) =>
  (await browser.listSecurityEvents({ query: {} })).events.map(({ kind }) => kind);

describe('a deleted instruction', () => {
  it('is in the bin as written, and in no list', async () => {
    const person = await signedInPerson(product);
    const written = await writeInstruction(person, { recipient_email: 'petr@example.org' });
    const file = await attach(person, written.id, 'a.png', samples.png);
    const used = await person.browser.getStorage();
    await remove(person, written.id);

    const { instructions, total, files_mb } = await binOf(person);
    expect([total, files_mb]).toEqual([1, used.used_mb]);
    const [binned] = instructions;
    expect(binned).toMatchObject({
      id: written.id,
      title: written.title,
      preview: written.preview,
      category: written.category,
      priority: written.priority,
      recipient_email: 'petr@example.org',
      trusted_contact_ids: written.trusted_contact_ids,
      files: [{ id: file.id, file_name: 'a.png', size_bytes: samples.png.length }],
      is_unreadable: false,
    });
    expect(Date.parse(binned?.kept_until ?? '') - Date.parse(binned?.deleted_at ?? '')).toBe(
      retention.binDays * day,
    );
    const whole = await person.browser.getBinnedInstruction({ params: { id: written.id } });
    expect(whole).toEqual({ ...binned, content: written.content });

    expect(await person.browser.getStorage()).toEqual(used);
    expect(await listOf(person)).toEqual([]);
    const found = await person.browser.searchInstructions({ body: { query: 'завещание' } });
    expect(found).toMatchObject({ instructions: [], total: 0 });
    const { contacts } = await person.browser.listContacts();
    expect(contacts).toMatchObject([{ instruction_count: 0, sole_instruction_count: 0 }]);
    expect(await person.browser.getDashboard()).toMatchObject({ instructions: { total: 0 } });
    const [contactId = ''] = written.trusted_contact_ids;
    const preview = await person.browser.previewLetters({ params: { id: contactId } });
    expect(preview).toMatchObject({ letters: [] });
    const params = { id: written.id };
    const calls = [
      () => person.browser.getInstruction({ params }),
      () => person.browser.downloadFiles({ params }),
      () => person.browser.downloadFile({ params: { id: file.id } }),
      () => person.browser.deleteFile({ params: { id: file.id } }),
      () => person.browser.reviewInstruction({ params }),
      () => person.browser.listFormerTexts({ params }),
    ];
    for (const call of calls) expect((await failureOf(call())).code).toBe('not_found');
  });

  it('is not released, while the others are', async () => {
    const { owner, contacts, instruction } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    const other = await writeInstruction(owner, { trusted_contact_ids: [contact.contactId] });
    await remove(owner, instruction.id);
    await payFor(owner, contact);
    const letters = await deliveriesOf(product.database, owner);
    expect(letters.map(({ instruction_id }) => instruction_id)).toEqual([other.id]);
  });

  it('is restored with files, former texts, and the contacts that still exist', async () => {
    const person = await signedInPerson(product);
    const [staying, leaving] = [await addContact(person), await addContact(person)];
    const first = await writeInstruction(person, {
      trusted_contact_ids: [staying.id, leaving.id],
    });
    const { id } = first;
    await attach(person, id, 'a.png', samples.png);
    product.clock.advance(11 * 60_000);
    const { draft_id: _, ...body } = instructionBody([staying.id, leaving.id]);
    const changed = await person.browser.updateInstruction({
      params: { id },
      body: { ...body, content: 'Новый текст', version: 1 },
    });
    await remove(person, id);
    const query = {};
    await person.browser.deleteContact({ params: { id: leaving.id }, query });
    expect((await binOf(person)).instructions).toMatchObject([
      { trusted_contact_ids: [staying.id] },
    ]);
    expect(await restore(person, [id])).toEqual({ count: 1 });
    expect(await person.browser.getInstruction({ params: { id } })).toEqual({
      ...changed,
      trusted_contact_ids: [staying.id],
    });
    const { former_texts } = await person.browser.listFormerTexts({ params: { id } });
    expect(former_texts).toMatchObject([{ title: first.title, preview: first.preview }]);
    const [file] = changed.files;
    const bytes = await person.browser.downloadFile({ params: { id: file?.id ?? '' } });
    expect(Buffer.from(await bytes.arrayBuffer()).equals(samples.png)).toBe(true);
    expect(await binOf(person)).toEqual({ instructions: [], total: 0, files_mb: 0 });
    expect(await kindsOf(person)).toEqual(
      expect.arrayContaining(['instruction_deleted', 'instruction_restored']),
    );
  });

  it('can be restored after its draft was sent again', async () => {
    const person = await signedInPerson(product);
    const body = instructionBody([(await addContact(person)).id]);
    const { id } = await person.browser.createInstruction({ body });
    await remove(person, id);
    const again = await person.browser.createInstruction({ body });
    await restore(person, [id]);
    const ids = (await listOf(person)).map((one) => one.id);
    expect(ids.toSorted()).toEqual([id, again.id].toSorted());
  });

  it('with a damaged text is listed without it', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    await remove(person, id);
    await product.database.rows(sql`update binned_instructions set heading = 'x' where id = ${id}`);
    expect((await binOf(person)).instructions).toMatchObject([
      { id, title: '', is_unreadable: true },
    ]);
    const call = person.browser.getBinnedInstruction({ params: { id } });
    expect((await failureOf(call)).code).toBe('content_unreadable');
  });
});

describe('a restoration', () => {
  it('restores all or none, within the limits of instructions and texts', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    const { id: staying } = await writeInstruction(person);
    await remove(person, id);
    expect((await failureOf(restore(person, [id, staying]))).code).toBe('not_found');
    const fill = (instructions: number, characters: number) =>
      product.database.rows(sql`
        update instruction_usage set instructions = ${instructions}, characters = ${characters}
        where user_id = ${person.userId}`);
    const [before] = await product.database.rows<{ instructions: number; characters: number }>(
      sql`select instructions, characters from instruction_usage where user_id = ${person.userId}`,
    );
    await fill(limits.instructions, 100);
    expect(await failureOf(restore(person, [id]))).toMatchObject({
      code: 'instruction_limit_reached',
      facts: { limit: limits.instructions },
    });
    await fill(1, limits.textsMb * 1024 * 1024 * 2);
    expect(await failureOf(restore(person, [id]))).toMatchObject({
      code: 'text_limit_reached',
      facts: { limit_mb: limits.textsMb },
    });
    await fill(before?.instructions ?? 0, Number(before?.characters));
    expect(await restore(person, [id])).toEqual({ count: 1 });
    const usage = await product.database.rows(sql`
      select instructions, characters::int = (
        select sum(octet_length(content)) from instructions where user_id = ${person.userId}
      ) as is_exact
      from instruction_usage where user_id = ${person.userId}`);
    expect(usage).toEqual([{ instructions: 2, is_exact: true }]);
  });
});

describe('a release', () => {
  it('that starts first prevents the deletion', async () => {
    const { owner, instruction } = await family(product);
    const { database, clock } = product;
    const queued = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const release = database.transaction(async () => {
      await lockOutbox(database, owner.userId);
      await markQueued(database, owner.userId, [instruction.id], clock.now());
      queued.resolve();
      await ended.promise;
    });
    await queued.promise;
    const deletion = failureOf(remove(owner, instruction.id));
    await vi.waitFor(async () => {
      const waiting = await database.rows(sql`select 1 from pg_locks where not granted`);
      expect(waiting).not.toEqual([]);
    });
    ended.resolve();
    await release;
    expect((await deletion).code).toBe('instruction_closed');
    expect((await binOf(owner)).total).toBe(0);
  });

  it('competing with deletions releases or bins each instruction, never both', async () => {
    const { owner, contacts, instruction } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    const trusted_contact_ids = [contact.contactId];
    const others = await Promise.all(
      Array.from({ length: 5 }, () => writeInstruction(owner, { trusted_contact_ids })),
    );
    const [, ...outcomes] = await Promise.allSettled([
      payFor(owner, contact),
      ...others.map(({ id }) => remove(owner, id)),
    ]);
    const letters = await deliveriesOf(product.database, owner);
    const released = letters.map(({ instruction_id }) => instruction_id);
    const binned = (await binOf(owner)).instructions.map(({ id }) => id);
    const deleted = others.filter((_, place) => outcomes[place]?.status === 'fulfilled');
    expect(binned.toSorted()).toEqual(deleted.map(({ id }) => id).toSorted());
    expect([...released, ...binned].toSorted()).toEqual(
      [instruction, ...others].map(({ id }) => id).toSorted(),
    );
  });
});
