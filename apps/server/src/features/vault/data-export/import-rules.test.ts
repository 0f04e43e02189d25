import { limits } from '@zavet/contract/limits';
import type { ArchiveImport } from '@zavet/contract/vault/archive-schema';
import { describe, expect, it } from 'vitest';
import { planImport, refusalOf } from './import-rules.ts';

type Contact = ArchiveImport['contacts'][number];
type Instruction = ArchiveImport['instructions'][number];

const contact = (facts: Partial<Contact> = {}): Contact => ({
  ...{ id: 'one', name: 'Мария', email: 'maria@example.org', phone: null },
  ...{ relationship: '', category: 'family', notes: '', address: '', preferred_language: 'ru' },
  invitation_note: '',
  ...{ is_minor: false, guardian_consent_at: null, is_unreadable: false, ...facts },
});
const instruction = (facts: Partial<Instruction> = {}): Instruction => ({
  ...{ id: 'i', title: 'Дом', category: 'notary', priority: 'high', content: 'Текст' },
  ...{ recipient_name: null, recipient_email: null, trusted_contact_ids: ['one'] },
  ...{ is_unreadable: false, files: [], ...facts },
});
const file = (file_name: string, size_bytes = 5, path: string | null = `files/${file_name}`) => ({
  ...{ file_name, size_bytes, path },
});
const archive = (
  contacts: Contact[],
  instructions: Instruction[] = [],
  is_chosen = true,
): ArchiveImport => ({
  ...{ format: 'zavet-export', version: 1, contacts, instructions },
  protocol_rules: { waiting_hours: 72, needs_second: true, is_chosen },
});

describe('the plan of an import', () => {
  it('contains everything that forms and uploads accept', () => {
    const plan = planImport(
      archive(
        [contact({ phone: '+79990000000', is_minor: true, guardian_consent_at: '2026-01-01' })],
        [instruction({ recipient_email: 'N@example.org', files: [file('a.pdf')] })],
      ),
    );
    expect(plan.left_out).toEqual([]);
    expect(plan.contacts[0]).toMatchObject({
      id: 'one',
      input: { email: 'maria@example.org', phone: '+79990000000', has_guardian_consent: true },
      guardian_consent_at: '2026-01-01',
    });
    expect(plan.instructions[0]).toMatchObject({
      input: { title: 'Дом', recipient_name: '', recipient_email: 'n@example.org' },
      contact_ids: ['one'],
      files: [{ path: 'files/a.pdf', file_name: 'a.pdf', size_bytes: 5, ending: 'pdf' }],
    });
    expect(plan.rules).toEqual({ waiting_hours: 72, needs_second: true });
  });

  it('has no rules when the owner never chose any', () => {
    expect(planImport(archive([], [], false)).rules).toBeNull();
  });

  it('omits contacts that the form refuses, and duplicate addresses', () => {
    const minor = contact({ name: 'Без согласия', email: 'm@example.org', is_minor: true });
    const plan = planImport(
      archive([contact(), contact({ name: 'Она же' }), contact({ email: 'нет' }), minor]),
    );
    expect(plan.contacts).toHaveLength(1);
    expect(plan.left_out).toEqual([
      { kind: 'contact', name: 'Она же', reason: 'duplicate' },
      { kind: 'contact', name: 'Мария', reason: 'invalid' },
      { kind: 'contact', name: 'Без согласия', reason: 'invalid' },
    ]);
  });

  it('omits instructions that are damaged or refused by the form, with their files', () => {
    const title = 'я'.repeat(limits.instructionTitleMaxLength + 1);
    const plan = planImport(
      archive(
        [],
        [
          instruction({ is_unreadable: true, title: 'Сломано', files: [file('a.pdf')] }),
          instruction({ title }),
        ],
      ),
    );
    expect(plan.instructions).toEqual([]);
    expect(plan.left_out).toEqual([
      { kind: 'instruction', name: 'Сломано', reason: 'unreadable' },
      { kind: 'instruction', name: title.slice(0, -1), reason: 'invalid' },
    ]);
  });

  it('omits files that are missing, unsupported or duplicate', () => {
    const files = [
      file('a.pdf'),
      file('a.pdf'),
      file('a.pdf', 6),
      file('b.pdf', 5, null),
      file('c.exe'),
      file('d.pdf', 0),
      file('../e.pdf'),
      file('f.pdf', limits.fileMaxMb * 1024 * 1024 + 1),
    ];
    const plan = planImport(archive([], [instruction({ files })]));
    expect(plan.instructions[0]?.files.map((one) => one.size_bytes)).toEqual([5, 6]);
    expect(plan.left_out.map(({ name, reason }) => [name, reason])).toEqual([
      ['a.pdf', 'duplicate'],
      ['b.pdf', 'missing'],
      ['c.exe', 'invalid'],
      ['d.pdf', 'invalid'],
      ['../e.pdf', 'invalid'],
      ['f.pdf', 'invalid'],
    ]);
  });
});

describe('an archive that does not fit', () => {
  const room = { maxContacts: 2, remainingBytes: 10, limitMb: 30 };
  const planOf = (contacts: number, instructions: Instruction[] = []) =>
    planImport(
      archive(
        Array.from({ length: contacts }, (_, at) => contact({ email: `c${at}@example.org` })),
        instructions,
      ),
    );

  it('is refused for one contact above the limit', () => {
    expect(refusalOf(planOf(2), room)).toBeUndefined();
    expect(refusalOf(planOf(3), room)).toEqual({
      code: 'archive_contacts_exceeded',
      facts: { found: 3, limit: 2 },
    });
    expect(refusalOf(planOf(3), { ...room, maxContacts: 0 })).toBeUndefined();
  });

  it('is refused for one byte above the quota, with the figures', () => {
    const of = (size: number) => planOf(0, [instruction({ files: [file('a.pdf', size)] })]);
    expect(refusalOf(of(10), room)).toBeUndefined();
    expect(refusalOf(of(11), room)).toEqual({
      code: 'archive_storage_exceeded',
      facts: { needed_mb: 0.1, available_mb: 0, limit_mb: 30 },
    });
  });

  it('is refused for too many instructions, files or characters', () => {
    const many = Array.from({ length: limits.instructions + 1 }, () => instruction());
    expect(refusalOf(planOf(0, many), room)?.code).toBe('instruction_limit_reached');
    expect(refusalOf(planOf(0, many.slice(1)), room)).toBeUndefined();
    const files = Array.from({ length: limits.files + 1 }, (_, at) => file(`${at}.pdf`, 1));
    const spacious = { ...room, remainingBytes: limits.files + 1 };
    const withFiles = (some: typeof files) => planOf(0, [instruction({ files: some })]);
    expect(refusalOf(withFiles(files), spacious)?.code).toBe('file_limit_reached');
    expect(refusalOf(withFiles(files.slice(1)), spacious)).toBeUndefined();
    const content = 'я'.repeat(limits.instructionTextMaxLength);
    const long = Array.from({ length: 105 }, () => instruction({ content }));
    expect(refusalOf(planOf(0, long), room)?.code).toBe('text_limit_reached');
    expect(refusalOf(planOf(0, long.slice(5)), room)).toBeUndefined();
  });
});
