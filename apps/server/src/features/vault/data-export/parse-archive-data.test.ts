import { limits } from '@zavet/contract/limits';
import { archiveBounds } from '@zavet/contract/vault/archive-schema';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../platform/failure.ts';
import { parseInThread } from './open-archive.ts';
import { parseArchiveData } from './parse-archive-data.ts';

const rules = '"protocol_rules":{"waiting_hours":72,"needs_second":false,"is_chosen":true}';
const data = (contacts: string, instructions: string) =>
  Buffer.from(
    `{"format":"zavet-export","version":1,"contacts":[${contacts}],"instructions":[${instructions}],${rules}}`,
  );
const many = (piece: string, count: number) => `${`${piece},`.repeat(count - 1)}${piece}`;

function failureOf(bytes: Buffer): Failure {
  try {
    parseArchiveData(bytes);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('data.json of an archive', () => {
  it.each<[string, () => Buffer, object]>([
    ['empty contacts', () => data(many('{}', 2_000_000), ''), { code: 'archive_too_complex' }],
    ['empty instructions', () => data('', many('{}', 2_000_000)), { code: 'archive_too_complex' }],
    [
      'recipients of one instruction',
      () => data('', `{"trusted_contact_ids":[${many('""', 2_000_000)}]}`),
      { code: 'archive_too_complex' },
    ],
    [
      'values in unknown fields',
      () => Buffer.from(`{"format":"zavet-export","version":1,"a":[${many('1', 2_000_000)}]}`),
      { code: 'archive_too_complex' },
    ],
    [
      'nested arrays',
      () => Buffer.from(`{"format":"zavet-export","version":1,"a":${'['.repeat(5_000_000)}`),
      { code: 'archive_too_complex' },
    ],
    [
      'instructions, though within the bounds of the parser',
      () => data('', many('{}', limits.instructions + 1)),
      { code: 'instruction_limit_reached', facts: { limit: limits.instructions } },
    ],
    [
      'files, though within the bounds of the parser',
      () => data('', many(`{"files":[${many('{}', limits.files / 2)}]}`, 3)),
      { code: 'file_limit_reached', facts: { limit: limits.files } },
    ],
    [
      'contacts, though within the bounds of the parser',
      () => data(many('{}', archiveBounds.contacts + 1), ''),
      { code: 'archive_damaged' },
    ],
  ])('is refused for too many %s', (_, make, failure) => {
    expect(failureOf(make())).toMatchObject(failure);
  });

  it.each([
    ['is no JSON', 'oh', 'archive_foreign'],
    ['has another format', '{"a":1}', 'archive_foreign'],
    [
      'has a broken shape',
      '{"format":"zavet-export","version":1,"contacts":[{"id":1}]}',
      'archive_damaged',
    ],
  ])('is refused when it %s', (_, text, code) => {
    expect(failureOf(Buffer.from(text))).toMatchObject({ code });
  });

  it('is parsed to a plan', () => {
    expect(parseArchiveData(data('', ''))).toMatchObject({ contacts: [], instructions: [] });
  });
});

describe('the parser thread', () => {
  it('returns the plan or the failure with its facts', async () => {
    expect(await parseInThread(data('', ''))).toMatchObject({ left_out: [] });
    const other = Buffer.from('{"format":"zavet-export","version":9}');
    await expect(parseInThread(other)).rejects.toMatchObject({
      code: 'archive_version',
      facts: { version: '9', known: 1 },
    });
  });

  it('ends without ending the process when it needs too much memory', async () => {
    const heavy = data('', many(`{"content":"${'я'.repeat(1000)}"}`, 15_000));
    await expect(parseInThread(heavy, { memoryMb: 24, timeoutMs: 600_000 })).rejects.toMatchObject({
      code: 'archive_too_complex',
    });
  });

  it('ends after its timeout', async () => {
    await expect(
      parseInThread(data('', ''), { memoryMb: 384, timeoutMs: 0 }),
    ).rejects.toMatchObject({ code: 'archive_too_complex' });
  });
});
