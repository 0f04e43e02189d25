import { bringAxe, expectAccessible } from '../accessible.ts';
import { activateProtocol, ownerTrusting } from '../protocol.ts';
import { screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact, writeInstruction } from '../vault.ts';

test('a contact who had not answered before letters left is asked anew, accepts and receives', async ({
  page,
  person,
  mailbox,
  server,
  visitor,
}) => {
  await bringAxe(page.context());
  const me = { request: page.request, email: person.email };
  const { owner, contactId } = await ownerTrusting(me, mailbox, server.url);
  const late = await nameContact(owner, 'Пётр Белов');
  const text = 'Под третьим кирпичом.';
  await writeInstruction(owner, [late.id], 'Ключи от дачи', text);
  const invitation = await mailbox.newestLink(late.email, '/invitation');
  await activateProtocol({ ...me, contactId }, server.url);

  await page.goto('/trusted-legacies');
  const leftOut = page.getByRole('region', { name: 'Кто ещё не получил посланий' });
  await expect(leftOut.getByText('Пётр Белов')).toBeVisible();
  await expect(page.getByText('Доставлено посланий: 1 из 2.')).toBeVisible();
  await expectAccessible(page);

  const petr = await visitor({ viewport: { width: 360, height: 780 } });
  await bringAxe(petr.context());
  const question = await mailbox.newestLink(late.email, '/invitation');
  expect(question).not.toBe(invitation);
  await petr.goto(question);
  await screen(petr, 'Для вас хранятся послания').waitFor();
  await expectAccessible(petr);
  await petr.getByRole('button', { name: 'Согласиться' }).click();
  await expect(petr.getByText(`уже отправляется на ${late.email}`)).toBeVisible();
  await expectAccessible(petr);
  await petr.goto(await mailbox.newestLink(late.email, '/delivery'));
  await expect(petr.getByText(text)).toBeVisible();

  await page.reload();
  await expect(page.getByText('Доставлено посланий: 2 из 2.')).toBeVisible();
  await expect(leftOut).toHaveCount(0);
  await owner.dispose();
});
