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
const second = { ...letter, content: 'Второй текст' };
const foreign = { ...letter, content: 'Текст из другой вкладки' };

/** A server with one instruction that keeps the rules of the contract. */
class Server implements InstructionCalls {
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

test('a new instruction is made', async () => {
  const server = new Server();
  expect(await saveNew(server, letter, 'd1', [])).toMatchObject({ kind: 'saved' });
  expect(server.stored).toMatchObject({ draft_id: 'd1', content: 'Первый текст' });
});

test('a second try after a lost answer makes no second instruction and saves what was typed since', async () => {
  const server = new Server();
  await saveNew(server, letter, 'd1', []);
  const result = await saveNew(server, second, 'd1', [letter]);
  expect(result).toMatchObject({ kind: 'saved', instruction: { id: 'i1' } });
  expect(server.stored?.content).toBe('Второй текст');
});

test('a draft that was saved differently in another tab is a conflict', async () => {
  const server = new Server(foreign);
  const result = await saveNew(server, letter, 'd1', [second]);
  expect(result).toMatchObject({ kind: 'conflict', theirs: { content: foreign.content } });
  expect(server.stored?.content).toBe(foreign.content);
});

test('a change of the version that was opened is saved', async () => {
  const server = new Server(letter, 4);
  const result = await saveChanged(server, 'i1', second, { version: 4, values: letter });
  expect(result).toMatchObject({ kind: 'saved', instruction: { version: 5 } });
});

test('a newer text is not written over and both are handed back', async () => {
  const server = new Server(foreign, 5);
  const result = await saveChanged(server, 'i1', second, { version: 4, values: letter });
  expect(result).toMatchObject({ kind: 'conflict', theirs: { version: 5 }, mine: second });
  expect(server.stored?.content).toBe(foreign.content);
});

test('a newer version with the same words is no conflict', async () => {
  const server = new Server(letter, 6);
  const result = await saveChanged(server, 'i1', second, { version: 4, values: letter });
  expect(result.kind).toBe('saved');
  expect(server.updates).toEqual([4, 6]);
});

test('a save whose answer was lost counts as saved when it is repeated', async () => {
  const server = new Server(second, 5);
  const result = await saveChanged(server, 'i1', second, { version: 4, values: letter });
  expect(result).toMatchObject({ kind: 'saved', instruction: { version: 5 } });
});

test('a draft of an older version never passes over a newer one unseen', async () => {
  const server = new Server(foreign, 5);
  const result = await saveChanged(server, 'i1', second, { version: 4, values: undefined });
  expect(result.kind).toBe('conflict');
});

test('other failures pass through', async () => {
  const server = new Server(letter);
  server.update = async () => {
    throw new TypeError('Failed to fetch');
  };
  const saving = saveChanged(server, 'i1', second, { version: 1, values: letter });
  await expect(saving).rejects.toBeInstanceOf(TypeError);
});
