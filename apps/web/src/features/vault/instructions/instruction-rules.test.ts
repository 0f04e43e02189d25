import type { FileView, InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { expect, test } from 'vitest';
import {
  deliveryStageOf,
  differingFields,
  emptyValues,
  type InstructionValues,
  isProtocolActive,
  shortNameOf,
  valuesOf,
  withFile,
  withInstruction,
  withoutFile,
  withoutInstruction,
  withReview,
} from './instruction-rules.ts';

const queuedAt = '2026-11-15T10:00:00.000Z';

test('an instruction is open until an activation queues it, and finally sent', () => {
  expect(deliveryStageOf({ status: 'outbox', queued_at: null })).toBe('open');
  expect(deliveryStageOf({ status: 'outbox', queued_at: queuedAt })).toBe('queued');
  expect(deliveryStageOf({ status: 'sent', queued_at: queuedAt })).toBe('sent');
});

test('a protocol is active once a contact has activated it', () => {
  expect(isProtocolActive([{ status: 'confirmed' }, { status: 'pending' }])).toBe(false);
  expect(isProtocolActive([{ status: 'pending' }, { status: 'activated' }])).toBe(true);
});

test('shows only the first name if it is unique', () => {
  expect(shortNameOf('Михаил Лавров', ['Михаил Лавров', 'Ольга Ким'])).toBe('Михаил');
  expect(shortNameOf(' Ольга ', [' Ольга '])).toBe('Ольга');
});

test('shows full names for contacts with the same first name', () => {
  const names = ['Мария Орлова', 'Мария Ким'];
  expect(names.map((name) => shortNameOf(name, names))).toEqual(names);
});

const letter: InstructionValues = {
  title: 'Письмо внукам',
  category: 'relative',
  priority: 'medium',
  content: 'Мои дорогие',
  trusted_contact_ids: ['maria', 'oleg'],
  recipient_name: 'Анна',
  recipient_email: 'anna@example.ru',
};

test('differingFields returns exactly the changed fields', () => {
  const changed = { ...letter, content: 'Мои дорогие, здравствуйте', priority: 'high' as const };
  expect(differingFields(letter, changed)).toEqual(['priority', 'content']);
  expect(differingFields(letter, { ...letter })).toEqual([]);
  expect(differingFields(emptyValues, letter)).toHaveLength(7);
});

test('differingFields ignores the order of contacts, whitespace around names and the case of an address', () => {
  const same = {
    ...letter,
    title: ' Письмо внукам ',
    trusted_contact_ids: ['oleg', 'maria', 'oleg'],
    recipient_email: ' Anna@Example.ru',
  };
  expect(differingFields(letter, same)).toEqual([]);
});

test('differingFields reports trailing whitespace in the content', () => {
  expect(differingFields(letter, { ...letter, content: 'Мои дорогие ' })).toEqual(['content']);
});

test('a missing recipient becomes an empty field', () => {
  const stored = { ...letter, recipient_name: null, recipient_email: null };
  expect(valuesOf(stored as unknown as Parameters<typeof valuesOf>[0])).toMatchObject({
    recipient_name: '',
    recipient_email: '',
  });
});

const view = (id: string, title = id) =>
  ({ id, title, content: 'whole text', files: [] }) as unknown as InstructionView;
const file = (id: string, instruction_id = 'a') => ({ id, instruction_id }) as FileView;
const list = { instructions: [view('a'), view('b')], total: 12 };

test('withInstruction keeps the position and ignores an instruction of another page', () => {
  const names = (saved: InstructionView) =>
    withInstruction(list, saved).instructions.map(({ id, title }) => `${id} ${title}`);
  expect(names(view('b', 'new'))).toEqual(['a a', 'b new']);
  expect(names(view('c'))).toEqual(['a a', 'b b']);
});

test('withInstruction does not cache the full text', () => {
  expect(withInstruction(list, view('a')).instructions[0]).not.toHaveProperty('content');
});

test('removes a deleted instruction from page and total, and marks a reviewed one', () => {
  const left = withoutInstruction(list, 'a');
  expect(left.instructions.map(({ id }) => id)).toEqual(['b']);
  expect(left.total).toBe(11);
  expect(withoutInstruction(list, 'c').total).toBe(12);
  const after = withReview(list, 'b', '2026-11-15T12:00:00.000Z').instructions;
  expect(after.map(({ reviewed_at }) => reviewed_at)).toEqual([
    undefined,
    '2026-11-15T12:00:00.000Z',
  ]);
});

test('adds a file once, only to its own instruction, and removes it again', () => {
  const once = withFile(withFile(view('a'), file('f')), file('f'));
  expect(once.files.map(({ id }) => id)).toEqual(['f']);
  expect(withFile(view('b'), file('f')).files).toEqual([]);
  expect(withoutFile(once, file('f')).files).toEqual([]);
});
