import { formatPhone } from '@zavet/contract/formats';
import { type ContactInput, contactInput } from '@zavet/contract/people/contact-endpoints';
import {
  type ProtocolRulesInput,
  protocolRulesInput,
} from '@zavet/contract/protocol/settings-endpoints';
import {
  type ArchiveData,
  archivedContact,
  archivedFile,
  archivedInstruction,
  archiveImport,
} from '@zavet/contract/vault/archive-schema';
import {
  expectedFilesInput,
  type InstructionInput,
  instructionInput,
} from '@zavet/contract/vault/instruction-schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactBody } from '../../../../test/contacts.ts';
import { dataOf, downloadExport, unzip, uploadArchive } from '../../../../test/data-export.ts';
import { newAddress, signedInPerson } from '../../../../test/people.ts';
import { samples } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, instructionBody } from '../../../../test/vault-fixtures.ts';
import { archiveWords } from './archive-words.ts';

const contact: ContactInput = {
  name: 'Фёдор Иванов',
  email: newAddress(),
  phone: '+79991234567',
  relationship: 'племянник',
  category: 'professional',
  notes: 'Ключ у соседки',
  address: 'Тверь, Садовая 3',
  invitation_note: 'Спасибо тебе заранее',
  preferred_language: 'fi',
  is_minor: true,
  has_guardian_consent: true,
};
const instruction: Omit<InstructionInput, 'trusted_contact_ids'> = {
  title: 'Дом и сад',
  category: 'personal',
  priority: 'low',
  content: 'Строка один\nСтрока два',
  recipient_name: 'Нотариус',
  recipient_email: 'notary@example.org',
};
const file = { file_name: 'план.png', size_bytes: samples.png.length };
const rules: ProtocolRulesInput = { waiting_hours: 168, needs_second: true };

/** Fields that an import assigns anew or that belong to the account that was exported. */
const notImported = {
  contact: [
    ...['is_confirmed', 'status', 'protocol_activated_at', 'is_bound', 'invitation', 'yearly'],
    ...['created_at', 'updated_at'],
  ],
  instruction: [
    ...['status', 'queued_at', 'version', 'reviewed_at', 'created_at', 'updated_at'],
    ...['expected_files', 'removed_files'],
  ],
  file: ['id', 'mime_type', 'created_at'],
};

const { contacts, instructions, protocol_rules } = archiveImport.shape;
const imported = {
  contact: contacts.element.shape,
  instruction: instructions.element.shape,
  file: instructions.element.shape.files.element.shape,
  rules: protocol_rules.shape,
};

let product: TestProduct;
let exported: ArchiveData;
let afterImport: ArchiveData;
let page: string;

beforeAll(async () => {
  product = await startTestProduct();
  const { browser, ...anna } = await signedInPerson(product);
  const { id } = (await browser.createContact({ body: contact })).contact;
  const body = { ...instructionBody([id]), ...instruction };
  const written = await browser.createInstruction({ body });
  await attach({ browser, ...anna }, written.id, file.file_name, samples.png);
  await browser.setProtocolRules({ body: rules });
  const archive = await downloadExport({ browser, ...anna });
  const entries = await unzip(archive);
  exported = dataOf(entries);
  page = entries.get('index.html')?.toString() ?? '';
  const boris = await signedInPerson(product);
  const { outcome } = await uploadArchive(boris, archive);
  expect(outcome?.left_out).toEqual([]);
  afterImport = dataOf(await unzip(await downloadExport(boris)));
});
afterAll(() => product.stop());

type Fields = Readonly<Record<string, unknown>>;

function pick(fields: Iterable<string>, from: object | undefined): Fields {
  return Object.fromEntries([...fields].map((field) => [field, (from as Fields)?.[field]]));
}

const sorted = (fields: Iterable<string>) => [...fields].toSorted();
const keys = (schema: object) => Object.keys(schema);

describe('every field that an owner can enter', () => {
  it.each<[string, object, Fields, Fields]>([
    ['contact', contactInput.shape, contact, { ...contactBody(), email: '' }],
    [
      'instruction',
      instructionInput.omit({ trusted_contact_ids: true }).shape,
      instruction,
      instructionBody([]),
    ],
    ['file', expectedFilesInput.element.shape, file, {}],
    ['rules', protocolRulesInput.shape, rules, { waiting_hours: 0, needs_second: false }],
  ])('has a value in this test that differs from the default: %s', (_, schema, values, usual) => {
    expect(sorted(keys(values))).toEqual(sorted(keys(schema)));
    for (const field of keys(schema)) expect(values[field], field).not.toEqual(usual[field]);
  });

  it('is in the archive', () => {
    const { has_guardian_consent: _, ...entered } = contact;
    expect(exported.contacts[0]).toMatchObject(entered);
    expect(exported.contacts[0]?.guardian_consent_at).not.toBeNull();
    expect(exported.instructions[0]).toMatchObject(instruction);
    expect(exported.instructions[0]?.trusted_contact_ids).toEqual([exported.contacts[0]?.id]);
    expect(exported.instructions[0]?.files[0]).toMatchObject(file);
    expect(exported.protocol_rules).toMatchObject({ ...rules, is_chosen: true });
  });

  it('is on the page for readers', async () => {
    const { say, name, hours, size } = archiveWords('ru');
    const written = [
      ...Object.values({
        ...contact,
        phone: formatPhone(contact.phone),
        category: name('contacts', 'categories', contact.category),
        preferred_language: say('language.fi'),
        is_minor: say('fields.minor'),
        has_guardian_consent: say('fields.minor'),
      }),
      ...Object.values({
        ...instruction,
        category: name('instructions', 'categories', instruction.category),
        priority: name('instructions', 'priorities', instruction.priority),
      }),
      ...Object.values({ ...file, size_bytes: size(file.size_bytes) }),
      ...Object.values({
        ...rules,
        waiting_hours: hours(rules.waiting_hours),
        needs_second: say('fields.second'),
      }),
    ];
    for (const text of written) expect(page).toContain(text);
  });
});

describe('an import', () => {
  it.each<[string, object, object, string[]]>([
    ['contact', archivedContact.shape, imported.contact, notImported.contact],
    ['instruction', archivedInstruction.shape, imported.instruction, notImported.instruction],
    ['file', archivedFile.shape, imported.file, notImported.file],
  ])('reads every exported field except those listed here: %s', (_, archived, read, others) => {
    expect(sorted(keys(archived))).toEqual(sorted([...keys(read), ...others]));
  });

  it('keeps every field that it reads, and relations under new ids', () => {
    const [before, after] = [exported, afterImport];
    const { id: __, ...contactFields } = imported.contact;
    expect(pick(keys(contactFields), after.contacts[0])).toEqual(
      pick(keys(contactFields), before.contacts[0]),
    );
    const { id: _, files, trusted_contact_ids, ...texts } = imported.instruction;
    const [letter] = after.instructions;
    expect(pick(keys(texts), letter)).toEqual(pick(keys(texts), before.instructions[0]));
    expect(letter?.trusted_contact_ids).toEqual([after.contacts[0]?.id]);
    expect(letter?.trusted_contact_ids).not.toEqual(before.instructions[0]?.trusted_contact_ids);
    expect(pick(keys(imported.file), letter?.files[0])).toEqual(
      pick(keys(imported.file), before.instructions[0]?.files[0]),
    );
    expect(pick(keys(imported.rules), after.protocol_rules)).toEqual(
      pick(keys(imported.rules), before.protocol_rules),
    );
  });
});
