import type { RehearsalView } from '@zavet/contract/protocol/rehearsal-endpoints';
import { vi } from 'vitest';
import { waitForMails } from './check-ins.ts';
import { type Person, signedInPerson } from './people.ts';
import { type TrustedPerson, trustedPersonOf } from './protocol.ts';
import type { ReceivedMail } from './test-mailbox.ts';
import type { TestProduct } from './test-product.ts';

export const ownersPin = '246810';

export function rehearsalTokenIn({ text }: { text: string }): string {
  const [, token] = text.match(/\/rehearsal-answer#token=(\S+)$/m) ?? [];
  if (!token) throw new Error(`no link in:\n${text}`);
  return token;
}

export async function ownerWithContacts(product: TestProduct, size = 1) {
  const owner = await signedInPerson(product);
  const contacts: TrustedPerson[] = [];
  for (let count = 0; count < size; count++) contacts.push(await trustedPersonOf(product, owner));
  return { owner, contacts };
}

/** Starts a rehearsal; returns the tokens mailed to the contacts. */
export async function startRehearsal(
  product: TestProduct,
  owner: Person,
  contacts: readonly Pick<Person, 'email'>[],
): Promise<string[]> {
  await owner.browser.startRehearsal({ body: {} });
  await waitForMails(product);
  return Promise.all(contacts.map(({ email }) => tokenOf(product, email)));
}

async function tokenOf(product: TestProduct, email: string): Promise<string> {
  const [mail] = await mailsAbout(product, email, testMail);
  if (!mail) throw new Error(`no test mail to ${email}`);
  return rehearsalTokenIn(mail);
}

export const testMail = /^Проверка: /;
export const resultMail = /^Репетиция (прошла|закончена)/;

/** Waits for at least `count` mails with a matching subject; newest first. */
export function mailsAbout(
  { mailbox }: TestProduct,
  email: string,
  subject: RegExp,
  count = 1,
): Promise<ReceivedMail[]> {
  return vi.waitFor(
    async () => {
      const all = await mailbox.receive(email, 0);
      const found = all.filter((mail) => subject.test(mail.subject)).reverse();
      if (found.length < count) throw new Error(`${found.length} of ${count} mails to ${email}`);
      return found;
    },
    { timeout: 15_000, interval: 150 },
  );
}

export async function latestRehearsalOf({ browser }: Person): Promise<RehearsalView> {
  const [latest] = (await browser.getRehearsals()).rehearsals;
  if (!latest) throw new Error('no rehearsal');
  return latest;
}

export async function statesOf(owner: Person) {
  return (await latestRehearsalOf(owner)).parts.map(({ kind, state }) => [kind, state]);
}
