import type { LetterRow } from '@zavet/contract/operators/letter-endpoints';
import { Operator } from '../operators.ts';
import { expectShown } from '../page-witness.ts';
import { newAddress, strongPassword } from '../people.ts';
import { expect, test } from '../post-fixture.ts';
import { activateProtocol, trustedPersonOf } from '../protocol.ts';
import { writeInstruction } from '../vault.ts';

test('a letter to a wrong address is corrected at the desk when the person who activated is gone', async ({
  page,
  person,
  mailbox,
  mailServer,
  ownServer,
  visitor,
}) => {
  const activator = await trustedPersonOf(page.request, mailbox, ownServer.url);
  const [wrong, right] = [newAddress(), newAddress()];
  mailServer.forget(wrong);
  const text = 'Оригинал у нотариуса.';
  await writeInstruction(page.request, [activator.contactId], 'Где завещание', text, wrong);
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
  await expect(letter.getByText('Почтовый сервер говорит, что такого адреса нет.')).toBeVisible();
  await expect(letter.getByText(/может сам исправить адрес/)).toBeVisible();
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
