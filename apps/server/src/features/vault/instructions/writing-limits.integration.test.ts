import { limits } from '@zavet/contract/limits';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, instructionBody, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { newOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { sealedLength } from '../../../platform/encryption/sealed-text.ts';
import { limitKey } from '../../../platform/http/rate-limiter.ts';
import { createInstruction, updateInstruction } from './write-instruction.ts';

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

describe('an instruction', () => {
  it('is refused above the limit of instructions', async () => {
    const { id: contactId } = await addContact(await newPerson());
    await product.database.rows(sql`
      insert into instructions (id, user_id, draft_id, heading, has_recipient, category, priority,
        content, text_digest, text_saved_at, seal_id, reviewed_at, created_at, updated_at)
      select gen_random_uuid(), ${person.userId}, gen_random_uuid(), '', false, 'notary', 'low', '',
        '', now(), gen_random_uuid(), now(), now(), now()
      from generate_series(1, ${limits.instructions - 1})`);
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        person.browser.createInstruction({ body: instructionBody([contactId]) }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      await failureOf(person.browser.createInstruction({ body: instructionBody([contactId]) })),
    ).toMatchObject({ code: 'instruction_limit_reached', facts: { limit: limits.instructions } });
  });

  it('is refused above the limit of all texts, also in parallel', async () => {
    const { id: contactId } = await addContact(await newPerson());
    const write = (content: string) =>
      writeInstruction(person, { trusted_contact_ids: [contactId], content });
    const written = await write('я'.repeat(100));
    await fillTexts(250);
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, () => write('я'.repeat(100))),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await failureOf(write('я'.repeat(100)))).toMatchObject({
      code: 'text_limit_reached',
      facts: { limit_mb: limits.textsMb },
    });

    const { draft_id: _, ...body } = instructionBody([contactId]);
    const change = (version: number, content: string) =>
      person.browser.updateInstruction({
        params: { id: written.id },
        body: { ...body, version, content },
      });
    expect(await failureOf(change(1, 'я'.repeat(200)))).toMatchObject({
      code: 'text_limit_reached',
    });
    expect(await change(1, 'я'.repeat(100))).toMatchObject({ version: 2 });
    expect(await change(2, 'Короче')).toMatchObject({ version: 3 });
  });

  it('is limited to the byte across any number of texts', async () => {
    const { id: contactId } = await addContact(await newPerson());
    const write = (bytes: number) =>
      writeInstruction(person, { trusted_contact_ids: [contactId], content: 'x'.repeat(bytes) });
    for (const bytes of [1, 32, 302, 4, 5]) await write(bytes);
    await fillTexts(100, 344);
    expect(await failureOf(write(101))).toMatchObject({ code: 'text_limit_reached' });
    const { id } = await write(99);
    const { draft_id: _, ...body } = instructionBody([contactId]);
    const change = (version: number, bytes: number) =>
      person.browser.updateInstruction({
        params: { id },
        body: { ...body, version, content: 'y'.repeat(bytes) },
      });
    expect(await failureOf(change(1, 101))).toMatchObject({ code: 'text_limit_reached' });
    expect(await change(1, 100)).toMatchObject({ version: 2 });
    expect(await failureOf(write(1))).toMatchObject({ code: 'text_limit_reached' });
  });

  /** Fills the texts up to the limit, except for `freeBytes`. */
  async function fillTexts(freeBytes: number, writtenBytes = 200): Promise<void> {
    const bytes = limits.textsMb * bytesPerMb - writtenBytes - freeBytes;
    await product.database.rows(sql`
      insert into instructions (id, user_id, draft_id, heading, has_recipient, category, priority,
        content, text_digest, text_saved_at, seal_id, reviewed_at, created_at, updated_at)
      values (gen_random_uuid(), ${person.userId}, gen_random_uuid(), '', false, 'notary', 'low',
        repeat('x', ${sealedLength(bytes)}::int), '', now(), gen_random_uuid(), now(), now(), now())`);
  }
});

describe('the usage of an owner', () => {
  const readUsage = async () => {
    const [row] = await product.database.rows<Record<'kept' | 'real', [number, number]>>(sql`
      select
        (select json_build_array(instructions, characters) from instruction_usage
          where user_id = ${person.userId}) as kept,
        (select json_build_array(count(*), coalesce(sum(octet_length(content)), 0))
          from instructions where user_id = ${person.userId}) as real`);
    return row;
  };
  const expectExact = async (instructions: number) => {
    const found = await readUsage();
    expect(found?.kept[0]).toBe(instructions);
    expect(found?.kept).toEqual(found?.real);
  };

  it('is exact after creating, changing and deleting', async () => {
    const { id: contactId } = await addContact(await newPerson());
    const { draft_id: _, ...body } = instructionBody([contactId]);
    const first = await writeInstruction(person, { trusted_contact_ids: [contactId] });
    await writeInstruction(person, { trusted_contact_ids: [contactId], content: 'Короткий' });
    await expectExact(2);
    const params = { id: first.id };
    await person.browser.updateInstruction({ params, body: { ...body, version: 1, content: 'ы' } });
    await expectExact(2);
    await person.browser.updateInstruction({
      params,
      body: { ...body, version: 2, content: 'ы'.repeat(5000) },
    });
    await expectExact(2);
    await person.browser.deleteInstruction({ params });
    await expectExact(1);
    await product.database.rows(sql`delete from instructions where user_id = ${person.userId}`);
    await expectExact(0);
  });
});

describe('a write', () => {
  const count = async () => {
    const rows = await product.database.rows(
      sql`select 1 from instructions where user_id = ${person.userId}`,
    );
    return rows.length;
  };
  const caller = { address: '127.0.0.1', user_agent: null, request_id: 'test' };
  const sessionOf = async () => {
    const [row] = await product.database.rows<{ id: string }>(
      sql`select id from sessions where user_id = ${person.userId}`,
    );
    return row?.id ?? '';
  };

  it('is refused by the statement when the session has ended or belongs to another account', async () => {
    const foreign = await newPerson().then(sessionOf);
    const { id: contactId } = await addContact(await newPerson());
    const { id } = await writeInstruction(person, { trusted_contact_ids: [contactId] });
    const own = await sessionOf();
    await product.database.rows(sql`
      update sessions set expires_at = ${product.clock.now().toISOString()} where id = ${own}`);
    const { draft_id: _, ...body } = instructionBody([contactId]);
    for (const session_id of [own, foreign, crypto.randomUUID()]) {
      const owner = { user_id: person.userId, session_id };
      const written = createInstruction(product.ctx, owner, instructionBody([contactId]), caller);
      await expect(written).rejects.toMatchObject({ code: 'session_missing' });
      const changed = updateInstruction(product.ctx, owner, id, { ...body, version: 1 });
      await expect(changed).rejects.toMatchObject({ code: 'session_missing' });
    }
    expect(await count()).toBe(1);
  });

  it.each(['create-instruction', 'update-instruction'])(
    'of %s is counted once per call, and refused above the call limit',
    async (name) => {
      const { id: contactId } = await addContact(await newPerson());
      const { id } = await writeInstruction(person, { trusted_contact_ids: [contactId] });
      const { draft_id: _, ...body } = instructionBody([contactId]);
      const { browser } = person;
      const write = (version: number) =>
        name === 'create-instruction'
          ? browser.createInstruction({ body: instructionBody([contactId]) })
          : browser.updateInstruction({ params: { id }, body: { ...body, version } });
      const key = limitKey(`${name}:account:3600:${person.userId}`);
      await product.database.rows(sql`
        insert into rate_limits (key, window_started_at, count)
        values (${key}, ${product.clock.now().toISOString()}, 598)
        on conflict (key) do update set count = excluded.count`);
      for (const version of [1, 2]) await write(version);
      const written = await count();
      expect(await failureOf(write(3))).toMatchObject({
        code: 'too_many_requests',
        facts: { retry_after_seconds: expect.any(Number) },
      });
      expect(await count()).toBe(written);
      const stored = await product.database.rows(
        sql`select count from rate_limits where key = ${key}`,
      );
      expect(stored).toEqual([{ count: 601 }]);
    },
  );

  it('starts a new window after the end of the last one', async () => {
    const { id: contactId } = await addContact(await newPerson());
    await writeInstruction(person, { trusted_contact_ids: [contactId] });
    const key = limitKey(`create-instruction:account:3600:${person.userId}`);
    for (const ms of [-3_600_000, 61_000]) {
      const start = new Date(product.clock.now().getTime() + ms).toISOString();
      await product.database.rows(
        sql`update rate_limits set window_started_at = ${start}, count = 601 where key = ${key}`,
      );
      await writeInstruction(person, { trusted_contact_ids: [contactId] });
      const stored = await product.database.rows(
        sql`select count from rate_limits where key = ${key}`,
      );
      expect(stored).toEqual([{ count: 1 }]);
    }
  });

  it("is sealed with the owner's current key", async () => {
    const { id: contactId } = await addContact(await newPerson());
    // The process has cached the former key for the notes of the contact.
    const fresh = newOwnerKey(product.masterKeys, person.userId, crypto.randomUUID());
    await product.database.rows(sql`
      update owner_keys set key_id = ${fresh.key_id}, wrapped = ${fresh.wrapped},
        master_version = ${fresh.master_version} where user_id = ${person.userId}`);
    const { id } = await writeInstruction(person, {
      trusted_contact_ids: [contactId],
      title: 'С новым ключом',
    });
    const [row] = await product.database.rows<{ heading: string }>(
      sql`select heading from instructions where id = ${id}`,
    );
    expect(row?.heading.split('.')[1]).toBe(fresh.key_id);
    const read = await person.browser.getInstruction({ params: { id } });
    expect(read.title).toBe('С новым ключом');
  });
});
