import type { InstructionColumns, SummaryRow } from './instruction-rows.ts';
import type { ListFrame } from './read-repository.ts';

const idLength = 36;

/** Gives every instruction what the frame of its list holds of it. */
export function rowsInFrame(frame: ListFrame, rows: readonly InstructionColumns[]): SummaryRow[] {
  const contacts = contactsOf(frame.assigned ?? '');
  const files = byInstruction(frame.files);
  const expected = byInstruction(frame.expected_files);
  const removed = byInstruction(frame.removed_files);
  return rows.map((row) => ({
    ...row,
    trusted_contact_ids: contacts.get(row.id) ?? [],
    files: files.get(row.id) ?? [],
    expected_files: expected.get(row.id) ?? [],
    removed_files: removed.get(row.id) ?? [],
  }));
}

function contactsOf(assigned: string): Map<string, string[]> {
  const contacts = new Map<string, string[]>();
  for (let place = 0; place < assigned.length; place += 2 * idLength) {
    const instruction = assigned.slice(place, place + idLength);
    add(contacts, instruction, assigned.slice(place + idLength, place + 2 * idLength));
  }
  return contacts;
}

function byInstruction<File extends { instruction_id: string }>(
  files: readonly File[] | null,
): Map<string, File[]> {
  const found = new Map<string, File[]>();
  for (const file of files ?? []) add(found, file.instruction_id, file);
  return found;
}

function add<Value>(lists: Map<string, Value[]>, id: string, value: Value): void {
  const list = lists.get(id);
  if (list) list.push(value);
  else lists.set(id, [value]);
}
