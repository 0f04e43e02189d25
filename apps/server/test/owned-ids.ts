import { sql } from 'drizzle-orm';
import { newId } from '../src/platform/ids.ts';
import { setStatus } from './contacts.ts';
import { type OwnedIds, planPaymentInput } from './foreign-ids.ts';
import { type Person, signedInPerson } from './people.ts';
import { deliveriesOf, payFor } from './protocol.ts';
import { addDocument, fileRequest } from './requests.ts';
import { samples } from './sample-files.ts';
import { addPasskey, type SoftwareAuthenticator } from './second-factors.ts';
import type { TestProduct } from './test-product.ts';
import { addContact, attach, writeInstruction } from './vault-fixtures.ts';

/** Creates one of every resource an owner or contact can have, except a connected mailbox. */
export async function createOwnedIds(
  product: TestProduct,
  owner: Person,
  device?: SoftwareAuthenticator,
): Promise<OwnedIds> {
  const archive = await owner.browser.startImport({ body: { size_bytes: 4 } });
  const instruction = await writeInstruction(owner, {
    expected_files: [{ file_name: 'b.png', size_bytes: 4 }],
  });
  const { sessions } = await owner.browser.listSessions();
  const { events } = await owner.browser.listSecurityEvents({ query: {} });
  return {
    user: owner.userId,
    session: sessions[0]?.id ?? '',
    event: events.find(({ kind }) => kind === 'signed_in')?.id ?? '',
    contact: instruction.trusted_contact_ids[0] ?? '',
    instruction: instruction.id,
    letter: `${instruction.trusted_contact_ids[0]} ${instruction.id}`,
    formerText: `${instruction.id} ${await insertFormerText(product, instruction.id)}`,
    binned: await binInstruction(owner, instruction.trusted_contact_ids),
    file: (await attach(owner, instruction.id, 'a.png', samples.png)).id,
    expected: instruction.expected_files[0]?.id ?? '',
    payment: (await owner.browser.createPayment({ body: planPaymentInput(owner.userId) }))
      .payment_id,
    supportRequest: (
      await owner.browser.sendSupportEmail({ body: { userEmail: owner.email, message: 'text' } })
    ).request.id,
    export: (await owner.browser.startExport()).id,
    import: archive.id,
    mailboxMessage: '',
    passkey: await createPasskey(owner, device),
    ...(await receiveLegacy(product, owner)),
    ...(await fileOperatorRequest(product, owner)),
  };
}

/** Inserts a former text, as if the text had been replaced after ten minutes. */
async function insertFormerText({ database }: TestProduct, instructionId: string): Promise<string> {
  const id = newId();
  await database.rows(sql`
    insert into former_texts (id, user_id, instruction_id, heading, content, seal_id, text_digest,
      saved_at)
    select ${id}, user_id, id, heading, content, seal_id, text_digest, text_saved_at
    from instructions where id = ${instructionId}`);
  return id;
}

async function binInstruction(owner: Person, trusted_contact_ids: string[]): Promise<string> {
  const { id } = await writeInstruction(owner, { trusted_contact_ids });
  await owner.browser.deleteInstruction({ params: { id } });
  return id;
}

async function createPasskey(owner: Person, device?: SoftwareAuthenticator): Promise<string> {
  await addPasskey(owner, device);
  return (await owner.browser.getFactors()).passkeys[0]?.id ?? '';
}

/** Activates another owner's protocol as their contact. */
async function receiveLegacy(
  product: TestProduct,
  owner: Person,
): Promise<Pick<OwnedIds, 'legacy' | 'activation' | 'delivery' | 'envelope'>> {
  const { database } = product;
  const testator = await signedInPerson(product);
  const { id: contactId } = await addContact(testator, owner.email);
  await setStatus(database, contactId, 'confirmed');
  await writeInstruction(testator, { trusted_contact_ids: [contactId] });
  await payFor(testator, { ...owner, contactId });
  const [delivery] = await deliveriesOf(database, testator);
  const { legacies } = await owner.browser.listLegacies();
  return {
    legacy: contactId,
    activation: legacies[0]?.activation?.id ?? '',
    delivery: delivery?.id ?? '',
    envelope: delivery?.envelope_id ?? '',
  };
}

/** Files a request about an owner whose PIN this person does not know. */
async function fileOperatorRequest(
  product: TestProduct,
  owner: Person,
): Promise<Pick<OwnedIds, 'request' | 'paper'>> {
  const testator = await signedInPerson(product);
  const { password: current_password } = testator;
  await testator.browser.setPin({ body: { pin: '471100', current_password } });
  const { id: contactId } = await addContact(testator, owner.email);
  await setStatus(product.database, contactId, 'confirmed');
  await writeInstruction(testator, { trusted_contact_ids: [contactId] });
  const { id } = await fileRequest(testator, { ...owner, contactId });
  return { request: id, paper: `${id} ${(await addDocument(owner, id)).id}` };
}
