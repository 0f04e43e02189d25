import type { LetterRow } from '@zavet/contract/desk/letter-endpoints';
import { startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { Mailbox, type MailSource } from '../mailbox.ts';
import { Operator } from '../operators.ts';
import { test as base, expect } from '../own-server-fixture.ts';
import { expectShown } from '../page-recorder.ts';
import { newAddress, strongPassword } from '../people.ts';
import { activateProtocol, createTrustedPerson } from '../protocol.ts';
import { createInstruction } from '../vault.ts';

/** An SMTP server on loopback that shows the mails it accepted. */
interface MailServer extends MailSource {
  url: string;
  /** Refuses all further mail to the address as unknown. */
  rejectAddress(address: string): void;
  stop(): Promise<void>;
}

async function startMailServer(): Promise<MailServer> {
  const { url, accepted, answer, stop } = await startSmtpStandIn();
  return {
    url,
    stop,
    rejectAddress: (address) => answer(address, { code: 550, unknown: true }),
    list: async () => accepted.map(({ to }, place) => ({ id: String(place), to })).reverse(),
    get: async (id) => {
      const mail = accepted[Number(id)];
      if (!mail) throw new Error(`No mail ${id}.`);
      return mail;
    },
  };
}

/** A server that sends its mail over SMTP to a stand-in on loopback. */
const test = base.extend<{ mailServer: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  mailServer: async ({}, use) => {
    const mailServer = await startMailServer();
    await use(mailServer);
    await mailServer.stop();
  },
  settings: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url }),
  mailbox: async ({ ownServer, mailServer }, use) => use(new Mailbox(ownServer.url, mailServer)),
});

test('operators correct the address of an undelivered letter once the activating contact has left', async ({
  page,
  person,
  mailbox,
  mailServer,
  ownServer,
  visitor,
}) => {
  const activator = await createTrustedPerson(page.request, mailbox, ownServer.url);
  const [wrong, right] = [newAddress(), newAddress()];
  mailServer.rejectAddress(wrong);
  const text = 'Оригинал у нотариуса.';
  await createInstruction(page.request, [activator.contactId], 'Где завещание', text, wrong);
  await activateProtocol(activator, ownServer.url);
  await mailbox.newestLink(activator.email, '/delivery');

  const desk = await visitor({ viewport: { width: 1280, height: 900 } });
  const operator = await Operator.appoint(desk, mailbox, ownServer);
  await operator.openDesk();
  const letter = desk.getByRole('listitem').filter({ hasText: `Владелец: ${person.email}` });
  const isRefused = async () => {
    const { letters } = await (await desk.request.get('/api/operator/letters')).json();
    return letters.some(({ owner }: LetterRow) => owner.email === person.email);
  };
  await expect.poll(isRefused).toBe(true);
  await desk.goto('/operator/letters');
  await expect(letter.getByText('Такого адреса нет.')).toBeVisible();
  await expect(letter.getByText(/Адрес исправит тот, кто запустил протокол/)).toBeVisible();
  await expect(letter.getByRole('button', { name: 'Исправить адрес' })).toHaveCount(0);
  await expect(desk.getByText(wrong)).toHaveCount(0);

  const leaving = { current_password: strongPassword, confirmation_word: 'УДАЛИТЬ' };
  const left = await activator.request.post('/api/account/deletion', { data: leaving });
  expect(left.ok()).toBe(true);
  await desk.reload();
  await letter.getByRole('button', { name: 'Исправить адрес' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Исправить адрес получателя' });
  await dialog.getByLabel('Правильный адрес').fill(right);
  await dialog.getByRole('button', { name: 'Исправить и отправить' }).click();
  await operator.confirmWithCode();
  await expectShown(desk, 'Адрес исправлен, письмо в очереди');

  const reader = await visitor();
  await reader.goto(await mailbox.newestLink(right, '/delivery'));
  await expect(reader.getByText(text)).toBeVisible();
  await desk.reload();
  await expect(letter).toHaveCount(0);
  await activator.request.dispose();
});
