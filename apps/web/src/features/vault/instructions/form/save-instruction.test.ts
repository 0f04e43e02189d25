import { ApiError } from '@zavet/contract/client';
import type { InstructionInput, InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { expect, test } from 'vitest';
import { type InstructionCalls, saveChanged, saveNew } from './save-instruction.ts';

const letter: InstructionInput = {
  title: 'Письмо',
  category: 'personal',
  priority: 'low',
  content: 'Первый текст',
  trusted_contact_ids: ['maria'],
  recipient_name: '',
  recipient_email: '',
};
const editedLetter = { ...letter, content: 'Второй текст' };
const otherTabLetter = { ...letter, content: 'Текст из другой вкладки' };

/** Holds one instruction and behaves like the real endpoints. */
class FakeInstructionServer implements InstructionCalls {
  stored: (InstructionInput & { version: number; draft_id?: string }) | undefined;
  updates: number[] = [];

  constructor(stored?: InstructionInput, version = 1) {
    if (stored) this.stored = { ...stored, version };
  }

  async create(body: InstructionInput & { draft_id: string }) {
    this.stored ??= { ...body, version: 1 };
    return this.view();
  }

  async update(_id: string, body: InstructionInput & { version: number }) {
    this.updates.push(body.version);
    if (body.version !== this.stored?.version) {
      throw new ApiError(409, { error: { code: 'version_conflict' }, request_id: 'r' });
    }
    this.stored = { ...body, version: body.version + 1 };
    return this.view();
  }

  async get() {
    return this.view();
  }

  view(): InstructionView {
    const { recipient_name, recipient_email, ...rest } = this.stored ?? { ...letter, version: 1 };
    const stored = { id: 'i1', ...rest, recipient_name: null, recipient_email: null };
    return stored as unknown as InstructionView;
  }
}

test('creates a new instruction', async () => {
  const server = new FakeInstructionServer();
  expect(await saveNew(server, letter, 'd1', [])).toMatchObject({ kind: 'saved' });
  expect(server.stored).toMatchObject({ draft_id: 'd1', content: 'Первый текст' });
});

test('a retry after a lost response creates no second instruction and saves the latest text', async () => {
  const server = new FakeInstructionServer();
  await saveNew(server, letter, 'd1', []);
  const result = await saveNew(server, editedLetter, 'd1', [letter]);
  expect(result).toMatchObject({ kind: 'saved', instruction: { id: 'i1' } });
  expect(server.stored?.content).toBe('Второй текст');
});

test('reports a conflict if the draft was saved differently in another tab', async () => {
  const server = new FakeInstructionServer(otherTabLetter);
  const result = await saveNew(server, letter, 'd1', [editedLetter]);
  expect(result).toMatchObject({ kind: 'conflict', theirs: { content: otherTabLetter.content } });
  expect(server.stored?.content).toBe(otherTabLetter.content);
});

test('saves a change of the opened version', async () => {
  const server = new FakeInstructionServer(letter, 4);
  const result = await saveChanged(server, 'i1', editedLetter, { version: 4, values: letter });
  expect(result).toMatchObject({ kind: 'saved', instruction: { version: 5 } });
});

test('does not overwrite a newer text and returns both versions', async () => {
  const server = new FakeInstructionServer(otherTabLetter, 5);
  const result = await saveChanged(server, 'i1', editedLetter, { version: 4, values: letter });
  expect(result).toMatchObject({ kind: 'conflict', theirs: { version: 5 }, mine: editedLetter });
  expect(server.stored?.content).toBe(otherTabLetter.content);
});

test('a newer version with equal values is not a conflict', async () => {
  const server = new FakeInstructionServer(letter, 6);
  const result = await saveChanged(server, 'i1', editedLetter, { version: 4, values: letter });
  expect(result.kind).toBe('saved');
  expect(server.updates).toEqual([4, 6]);
});

test('a repeated save after a lost response counts as saved', async () => {
  const server = new FakeInstructionServer(editedLetter, 5);
  const result = await saveChanged(server, 'i1', editedLetter, { version: 4, values: letter });
  expect(result).toMatchObject({ kind: 'saved', instruction: { version: 5 } });
});

test('a draft of an older version conflicts with a newer one', async () => {
  const server = new FakeInstructionServer(otherTabLetter, 5);
  const result = await saveChanged(server, 'i1', editedLetter, { version: 4, values: undefined });
  expect(result.kind).toBe('conflict');
});

test('rethrows other errors', async () => {
  const server = new FakeInstructionServer(letter);
  server.update = async () => {
    throw new TypeError('Failed to fetch');
  };
  const saving = saveChanged(server, 'i1', editedLetter, { version: 1, values: letter });
  await expect(saving).rejects.toBeInstanceOf(TypeError);
});
