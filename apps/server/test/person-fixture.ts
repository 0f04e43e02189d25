import { vi } from 'vitest';
import type { Browser } from './browser.ts';
import { invitationSecretsIn } from './contacts.ts';
import { newAddress, type Person, signedInPerson, signedUpPerson } from './people.ts';
import { addDocument, fileRequest } from './requests.ts';
import { samples, textOf } from './sample-files.ts';
import type { TestProduct } from './test-product.ts';
import { addContact, attach, writeInstruction } from './vault-fixtures.ts';

/** Texts that must not be readable outside the service. */
export const canaries = ['КАНАРЕЙКА-ТЕКСТ', 'КАНАРЕЙКА-ИМЯ', 'КАНАРЕЙКА-ФАЙЛ'] as const;
export const pin = '314159';

/** A server process, or the product in this process. */
type Server = Pick<TestProduct, 'browser' | 'mailbox'> | TestProduct;

const fileContents = new Map([
  ['завещание 🏡.pdf', samples.pdf],
  [`${canaries[1]}.txt`, textOf(300_000, canaries[2])],
  ['a\u00a0b.png', samples.png],
]);

/** A person with a PIN, a confirmed contact and an instruction with files. */
export async function personWithData(server: Server): Promise<Person> {
  const person = await ('database' in server ? signedInPerson(server) : signedUpPerson(server));
  const { browser } = person;
  await browser.setPin({ body: { pin, current_password: person.password } });
  const contact = await confirmedContact(server, person, newAddress());
  const content = `${canaries[0]} «кавычки», \u2028 строка, \\n, "json", 👩‍👩‍👧, ﷺ`;
  const instruction = await writeInstruction(person, {
    trusted_contact_ids: [contact.id],
    content,
    recipient_name: 'Пётр',
    recipient_email: 'petr@example.org',
  });
  for (const [name, bytes] of fileContents) await attach(person, instruction.id, name, bytes);
  return person;
}

async function confirmedContact(server: Server, person: Person, email: string) {
  const contact = await addContact(person, email);
  // A contact with an account also gets other mails.
  const { code } = await vi.waitFor(async () => {
    const mails = await server.mailbox.receive(email);
    return invitationSecretsIn(
      mails.findLast(({ text }) => text.includes('/invitation#')) ?? { text: '' },
    );
  }, 15_000);
  await person.browser.confirmContact({
    body: { trusted_contact_id: contact.id, confirmation_code: code },
  });
  return contact;
}

/** Files a request about an owner whose PIN the contact does not know. Returns its id. */
export async function requestAbout(server: Server, owner: Person, asking: Person): Promise<string> {
  const { id: contactId } = await confirmedContact(server, owner, asking.email);
  const { id } = await fileRequest(owner, { ...asking, contactId }, canaries[0]);
  await addDocument(asking, id, `${canaries[1]}.txt`, textOf(2_000, canaries[2]));
  return id;
}

/** A request with its documents, byte for byte. */
export async function requestWithFiles(browser: Browser, id: string) {
  const { request } = await browser.getRequest({ params: { id } });
  const files = await Promise.all(
    request.documents.map(async ({ id: document_id }) => {
      const response = await browser.downloadRequestDocument({ params: { id, document_id } });
      return Buffer.from(await response.arrayBuffer()).toString('base64');
    }),
  );
  return { request, files };
}

/** All data of a person, with files byte for byte. */
export async function dataExportsOf(browser: Browser) {
  const { instructions } = await browser.listInstructions();
  const texts = await Promise.all(
    instructions.map(({ id }) => browser.getInstruction({ params: { id } })),
  );
  const files = await Promise.all(
    instructions
      .flatMap((instruction) => instruction.files)
      .map(async ({ id, file_name }) => {
        const bytes = await (await browser.downloadFile({ params: { id } })).arrayBuffer();
        return { file_name, base64: Buffer.from(bytes).toString('base64') };
      }),
  );
  const { contacts } = await browser.listContacts();
  return {
    profile: await browser.getProfile(),
    storage: await browser.getStorage(),
    contacts,
    texts,
    files,
  };
}
