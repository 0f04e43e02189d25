import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import { contactBody, invitationSecretsIn } from './contacts.ts';
import { newAddress, type Person, signUpBody, strongPassword } from './people.ts';
import type { ReceivedMail } from './test-mailbox.ts';
import type { TestProduct } from './test-product.ts';

/** Status, address and bound account of a contact. */
export async function bindingOf(database: Database, contactId: string) {
  const [row] = await database.rows<{
    status: string;
    email: string;
    bound_user_id: string | null;
    is_account_deleted: boolean;
  }>(sql`
    select status, email, bound_user_id, is_account_deleted from trusted_contacts
    where id = ${contactId}`);
  if (!row) throw new Error('there is no such contact');
  return row;
}

/** Waits for a mail to an address that contains this text; returns the newest such mail. */
export function waitForMail(
  { mailbox }: Pick<TestProduct, 'mailbox'>,
  address: string,
  part: string,
): Promise<ReceivedMail> {
  return vi.waitFor(
    async () => {
      const mails = await mailbox.receive(address);
      const mail = mails.findLast(({ text }) => text.includes(part));
      if (!mail) throw new Error(`no mail to ${address} contains ${part}`);
      return mail;
    },
    { timeout: 15_000, interval: 150 },
  );
}

/** Creates a contact and returns its invitation secrets. */
export async function inviteContact(product: TestProduct, owner: Person, email: string) {
  const { contact } = await owner.browser.createContact({ body: contactBody({ email }) });
  const mail = await waitForMail(product, email, '/invitation#token=');
  return { id: contact.id, email, ...invitationSecretsIn(mail) };
}

/** Signs up without confirming the address. */
export async function unconfirmedSignUp(product: TestProduct, email = newAddress()) {
  const browser = product.browser();
  await browser.signUp({ body: signUpBody(email) });
  const mail = await waitForMail(product, email, 'type=signup');
  return { browser, token: mail.tokenOf('signup') };
}

/** Changes the address of an account and confirms the new one. */
export async function changeAccountAddress(
  product: TestProduct,
  person: Person,
  email = newAddress(),
) {
  await person.browser.requestEmailChange({
    body: { new_email: email, current_password: person.password },
  });
  const mail = await waitForMail(product, email, 'type=email_change');
  await product.browser().confirmEmailChange({ body: { token: mail.tokenOf('email_change') } });
  return email;
}

export function deleteAccountOf({ browser }: Pick<Person, 'browser'>) {
  return browser.deleteAccount({
    body: { confirmation_word: 'УДАЛИТЬ', current_password: strongPassword },
  });
}
