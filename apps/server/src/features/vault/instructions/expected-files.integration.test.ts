import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { textOf } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { answerOf, newInstruction } from '../../../../test/upload-fixture.ts';
import { writeInstruction } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

describe('an expected file', () => {
  const fileInput = (file_name: string, size_bytes = 1000) => ({ file_name, size_bytes });

  it('is listed from the creation of its instruction until its upload is complete', async () => {
    const instruction = await newInstruction(product, fileInput('паспорт.txt'), fileInput('b.txt'));
    expect(instruction.written.expected_files).toMatchObject([
      fileInput('паспорт.txt'),
      fileInput('b.txt'),
    ]);
    expect(await instruction.usedBytes()).toBe(0);
    await instruction.attach('b.txt', textOf(1000));
    expect(await instruction.expected()).toMatchObject([
      { ...fileInput('паспорт.txt'), is_arriving: false },
    ]);
    const { instructions } = await instruction.owner.browser.listInstructions();
    expect(instructions).toMatchObject([
      { files: [{}], expected_files: [fileInput('паспорт.txt')] },
    ]);
    await instruction.attach('паспорт.txt', textOf(1000));
    expect(await instruction.expected()).toEqual([]);
  });

  it('has a sealed name', async () => {
    const instruction = await newInstruction(product, fileInput('secret-name.txt'));
    const [row] = await product.database.rows(
      sql`select to_json(expected_files)::text as row from expected_files where user_id = ${instruction.owner.userId}`,
    );
    expect(JSON.stringify(row)).not.toContain('secret-name');
  });

  it('is still expected after an interrupted upload, even if it was not announced', async () => {
    const instruction = await newInstruction(product);
    const socket = await instruction.startUpload(5_000_000, textOf(1_000_000));
    expect(await instruction.expected()).toMatchObject([
      { ...fileInput('a.txt', 5_000_000), is_arriving: true },
    ]);
    socket.destroy();
    await vi.waitFor(async () => expect(await instruction.usedBytes()).toBe(0), {
      timeout: 10_000,
    });
    expect(await instruction.expected()).toMatchObject([
      { ...fileInput('a.txt', 5_000_000), is_arriving: false },
    ]);
  });

  it('is removed when it is cancelled, and its upload is refused', async () => {
    const instruction = await newInstruction(product);
    const socket = await instruction.startUpload(200_000, textOf(100_000));
    const [file] = await instruction.expected();
    await instruction.owner.browser.cancelExpectedFile({ params: { id: file?.id ?? '' } });
    expect(await instruction.usedBytes()).toBe(0);
    const answer = answerOf(socket);
    socket.write(textOf(100_000));
    expect(await answer).toContain('404');
    socket.destroy();
    expect(await instruction.expected()).toEqual([]);
    expect(await instruction.files()).toEqual([]);
  });

  it('can be replaced by another one', async () => {
    const instruction = await newInstruction(product, fileInput('a.txt'), fileInput('b.txt'));
    const [first] = instruction.written.expected_files;
    const { expected_files: now } = await instruction.owner.browser.announceFiles({
      params: { id: instruction.id },
      body: { expected_files: [fileInput('c.txt')], instead_of: first?.id },
    });
    expect(now).toMatchObject([fileInput('b.txt'), fileInput('c.txt')]);
  });

  it('is not replaced by a request for another owner or another instruction', async () => {
    const foreign = await newInstruction(product, fileInput('a.txt'));
    const instruction = await newInstruction(product);
    const other = await writeInstruction(instruction.owner, {
      expected_files: [fileInput('a.txt')],
    });
    for (const { expected_files } of [foreign.written, other]) {
      await instruction.owner.browser.announceFiles({
        params: { id: instruction.id },
        body: { expected_files: [fileInput('c.txt')], instead_of: expected_files[0]?.id },
      });
    }
    const kept = await instruction.owner.browser.getInstruction({ params: { id: other.id } });
    expect(kept.expected_files).toMatchObject([fileInput('a.txt')]);
    expect(await foreign.expected()).toMatchObject([fileInput('a.txt')]);
  });

  it('is ignored when it is attached already, and counts towards the limit otherwise', async () => {
    const instruction = await newInstruction(product);
    await instruction.attach('a.txt', textOf(1000));
    const announce = (files: ReturnType<typeof fileInput>[]) =>
      instruction.owner.browser.announceFiles({
        params: { id: instruction.id },
        body: { expected_files: files },
      });
    expect((await announce([fileInput('a.txt')])).expected_files).toEqual([]);
    await product.database.rows(sql`
      insert into expected_files (id, user_id, instruction_id, file_name, name_digest, size_bytes, created_at)
      select gen_random_uuid(), ${instruction.owner.userId}, ${instruction.id}, '', 'n' || place, 1, now()
      from generate_series(2, ${limits.files}) place`);
    expect(await failureOf(announce([fileInput('b.txt')]))).toMatchObject({
      code: 'file_limit_reached',
    });
    await instruction.owner.browser.deleteInstruction({ params: { id: instruction.id } });
    const left = await product.database.rows(
      sql`select 1 from expected_files where user_id = ${instruction.owner.userId}`,
    );
    expect(left).toEqual([]);
  });
});
