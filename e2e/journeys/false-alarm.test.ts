import { bringAxe, expectAccessible } from '../accessible.ts';
import { agreeToPay, pressButton, pressToQuestion } from '../legacies.ts';
import { expectShown } from '../page-witness.ts';
import { newAddress, signUpPerson } from '../people.ts';
import { activateProtocol, chooseRules, trustedPersonOf } from '../protocol.ts';
import { fillLogin, follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { writeInstruction } from '../vault.ts';

const phone = { width: 360, height: 780 };

test('a false alarm: a contact pays, the owner stops it by the button of a mail, and decides about the contact', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  const email = newAddress();
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Добавить доверенное лицо' }).click();
  await page.getByLabel('Имя и фамилия').fill('Мария Орлова');
  await page.getByLabel('Электронная почта').fill(email);
  await expect(page.getByLabel(/^Сколько ждать/)).toHaveText('3 дня');
  await page.getByRole('button', { name: 'Сохранить и пригласить' }).click();
  await expect(page.getByText('Ждёт ответа', { exact: true })).toBeVisible();
  const { contacts } = await (await page.request.get('/api/contacts')).json();
  await writeInstruction(page.request, [contacts[0].id], 'Где завещание');

  const maria = await visitor({ viewport: phone });
  await bringAxe(maria.context());
  await maria.goto(await mailbox.newestLink(email, '/invitation'));
  await maria.getByRole('button', { name: 'Согласиться' }).click();
  await screen(maria, 'Спасибо, вы согласились').waitFor();
  const kept = await mailbox.newestMail(email, '/trusted-legacies');
  expect(kept.text).toContain(email);
  await signUpPerson(maria.request, mailbox, { email });
  await maria.goto('/trusted-legacies');
  await expect(maria.getByText(/После оплаты послания ждут 3 дня/)).toBeVisible();
  const dialog = await pressToQuestion(maria);
  await expect(dialog.getByText(/Послания уйдут не сразу/)).toBeVisible();
  await agreeToPay(maria);
  await maria.getByRole('button', { name: 'Оплатить' }).click();
  await screen(maria, 'Мне доверили').waitFor();
  await expectShown(maria, 'Оплата прошла, послания ждут своего времени');
  await expectShown(maria, 'если запуск не остановят');
  const card = maria.getByRole('listitem').filter({ hasText: person.email });
  await expect(card.getByText('Идёт ожидание')).toBeVisible();
  await expect(card.getByText(/^Послания уйдут/)).toBeVisible();
  await expectAccessible(maria);

  const warning = await mailbox.newestMail(person.email, 'Послания уйдут получателям');
  expect(warning.text).toContain('Мария Орлова');
  const link = /http\S+\/stop#\S+/.exec(warning.text)?.[0] ?? '';
  const owner = await visitor({ viewport: phone });
  await bringAxe(owner.context());
  await owner.goto(link);
  await expect(owner).not.toHaveURL(/token/);
  await screen(owner, 'Ничего ещё не отправлено').waitFor();
  await expectAccessible(owner);
  await maria.reload();
  await expect(card.getByText('Идёт ожидание')).toBeVisible();

  await owner.getByRole('button', { name: 'Я здесь, остановите это' }).click();
  const stopped = screen(owner, 'Запуск остановлен');
  await stopped.waitFor();
  await expectAccessible(owner);
  expect((await mailbox.newestMail(email, 'остановлен')).text).toBeTruthy();
  await maria.reload();
  await expect(card.getByText(/Запуск остановил человек/)).toBeVisible();
  await expect(pressButton(maria)).toHaveCount(0);
  await expectAccessible(maria);
  await maria.goto('/settings?tab=plan');
  const history = maria.getByRole('region', { name: 'История платежей' });
  await expect(history.getByText(/Возвращено 7.000/)).toBeVisible();

  await follow(stopped.getByRole('link', { name: 'Войти и решить' }), 'Вход');
  await fillLogin(owner, person);
  const decision = owner.getByText('Вы остановили запуск: Мария Орлова');
  await expect(decision).toBeVisible();
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'Оставить доверенным лицом' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Оставить', exact: true }).click();
  await expect(decision).toHaveCount(0);
  await maria.goto('/trusted-legacies');
  await expect(pressButton(maria)).toBeVisible();
});

test('an owner who signs in while letters wait sees that first, puts it off, and stops it later', async ({
  page,
  person,
  mailbox,
  server,
}) => {
  await bringAxe(page.context());
  const maria = await trustedPersonOf(page.request, mailbox, server.url, 'Мария Орлова');
  await writeInstruction(page.request, [maria.contactId], 'Где завещание');
  await chooseRules(page.request, { waiting_hours: 72 });
  await activateProtocol(maria, server.url);
  await page.context().clearCookies();

  await page.goto('/login');
  await fillLogin(page, person);
  const notice = page.getByRole('dialog', { name: 'Ничего ещё не отправлено' });
  await expect(notice.getByText('Запуск начат: Мария Орлова')).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Не сейчас' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Кто-то запускает ваш протокол')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Остановить запуск' }).click();
  const question = page.getByRole('dialog', { name: 'Остановить запуск?' });
  await question.getByRole('button', { name: 'Остановить', exact: true }).click();
  await expect(page.getByText('Вы остановили запуск: Мария Орлова')).toBeVisible();
  await maria.request.dispose();
});
