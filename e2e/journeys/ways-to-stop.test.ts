import { bringAxe, expectAccessible } from '../accessible.ts';
import { newAddress } from '../people.ts';
import { activateProtocol, chooseRules, trustedPersonOf } from '../protocol.ts';
import { screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { writeInstruction } from '../vault.ts';

test('an owner names a second address, keeps a code on paper, and stops a start with it signed out', async ({
  page,
  person,
  mailbox,
  server,
  visitor,
}) => {
  expect(person.email).toBeTruthy();
  await bringAxe(page.context());
  const maria = await trustedPersonOf(page.request, mailbox, server.url, 'Мария Орлова');
  await writeInstruction(page.request, [maria.contactId], 'Где завещание');
  await chooseRules(page.request, { waiting_hours: 72 });

  await page.goto('/settings?tab=protocol');
  await expect(page.getByText(/Если Мария Орлова запустит протокол сегодня/)).toBeVisible();
  const second = newAddress();
  await page.getByRole('button', { name: 'Указать адрес' }).click();
  await page.getByLabel('Адрес почты', { exact: true }).fill(second);
  await page.getByRole('button', { name: 'Отправить письмо для подтверждения' }).click();
  await expect(page.getByText('Ждёт подтверждения')).toBeVisible();
  await expectAccessible(page);

  const elsewhere = await visitor({ viewport: { width: 360, height: 780 } });
  await bringAxe(elsewhere.context());
  await elsewhere.goto(await mailbox.newestLink(second, '/second-address'));
  await screen(elsewhere, 'Второй адрес для предупреждений').waitFor();
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: 'Подтвердить адрес' }).click();
  await screen(elsewhere, 'Адрес подтверждён').waitFor();
  await page.reload();
  await expect(page.getByText('Подтверждён', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Создать код' }).click();
  const paper = page.getByRole('region', { name: 'Ваш код остановки' });
  await expect(paper).toBeFocused();
  const code = (await paper.getByText(/^[2-9A-Z]{5}$/).allInnerTexts()).join(' ');
  await expectAccessible(page);
  await paper.getByRole('button', { name: 'Код у меня, закрыть' }).click();
  await expect(page.getByText(/вы создали код/)).toBeVisible();

  await activateProtocol(maria, server.url);
  await mailbox.newestLink(second, '/stop');
  await elsewhere.goto('/stop');
  await elsewhere.getByLabel('Код с бумаги').fill(code.toLowerCase());
  await elsewhere.getByRole('button', { name: 'Продолжить' }).click();
  await screen(elsewhere, 'Ничего ещё не отправлено').waitFor();
  await elsewhere.getByRole('button', { name: 'Я здесь, остановите это' }).click();
  await screen(elsewhere, 'Запуск остановлен').waitFor();
  await mailbox.newestMail(maria.email, 'остановлен');
  await page.reload();
  await expect(page.getByText('Вы остановили запуск: Мария Орлова')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Создать код' })).toBeVisible();
  await maria.request.dispose();
});
