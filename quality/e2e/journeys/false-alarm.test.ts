import { expectShown } from '../page-recorder.ts';
import { newAddress, signUpPerson } from '../people.ts';
import {
  activateProtocol,
  activationButton,
  confirmAndOpenPayment,
  pressUntilDialog,
} from '../protocol.ts';
import { fillLogin, follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { createInstruction } from '../vault.ts';

const phone = { width: 360, height: 780 };

test('an owner vetoes a start by the link of a mail, the fee is refunded, the contact is kept, and the next start is vetoed with the code on paper', async ({
  page,
  person,
  mailbox,
  visitor,
  server,
}) => {
  const email = newAddress();
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Добавить доверенное лицо' }).click();
  await page.getByLabel('Имя и фамилия').fill('Мария Орлова');
  await page.getByLabel('Электронная почта').fill(email);
  await expect(page.getByLabel(/^Срок ожидания/)).toHaveText('3 дня');
  await page.getByRole('button', { name: 'Сохранить и пригласить' }).click();
  const listed = page.getByRole('listitem');
  await expect(listed.getByText('Ждёт ответа', { exact: true })).toBeVisible();
  const { contacts } = await (await page.request.get('/api/contacts')).json();
  const [{ id: contactId }] = contacts;
  await createInstruction(page.request, [contactId], 'Где завещание');

  const maria = await visitor({ viewport: phone });
  await maria.goto(await mailbox.newestLink(email, '/invitation'));
  await expect(maria).not.toHaveURL(/token/);
  await maria.getByRole('button', { name: 'Согласиться' }).click();
  await screen(maria, 'Спасибо, вы согласились').waitFor();
  await signUpPerson(maria.request, mailbox, { email });
  await maria.goto('/trusted-legacies');
  await expect(maria.getByText(/После оплаты письма ждут 3 дня/)).toBeVisible();
  const dialog = await pressUntilDialog(maria);
  await expect(dialog.getByText(/После оплаты они ждут/)).toBeVisible();
  await confirmAndOpenPayment(maria);
  await maria.getByRole('button', { name: 'Оплатить', exact: true }).click();
  await screen(maria, 'Мне доверили').waitFor();
  await expectShown(maria, 'Оплата прошла, начался срок ожидания');
  const card = maria.getByRole('listitem').filter({ hasText: person.email });
  await expect(card.getByText('Срок ожидания', { exact: true }).first()).toBeVisible();
  await expect(card.getByText(/^Письма уйдут/)).toBeVisible();

  const warning = await mailbox.newestMail(person.email, 'потом остановить их будет нельзя');
  expect(warning.text).toContain('Мария Орлова');
  const owner = await visitor({ viewport: phone });
  await owner.goto(/http\S+\/stop#\S+/.exec(warning.text)?.[0] ?? '');
  await expect(owner).not.toHaveURL(/token/);
  await screen(owner, 'Ничего ещё не отправлено').waitFor();
  await maria.reload();
  await expect(card.getByText('Срок ожидания', { exact: true }).first()).toBeVisible();
  await owner.getByRole('button', { name: 'Я здесь, остановить' }).click();
  const stopped = screen(owner, 'Запуск остановлен');
  await stopped.waitFor();
  await mailbox.newestMail(email, 'Запуск протокола прекращён');
  await maria.reload();
  await expect(card.getByText(/Запуск остановил владелец/)).toBeVisible();
  await expect(activationButton(maria)).toHaveCount(0);
  await maria.goto('/settings?tab=plan');
  const history = maria.getByRole('region', { name: 'История платежей' });
  await expect(history.getByText('Возвращено 7 000 ₽')).toBeVisible();

  await follow(stopped.getByRole('link', { name: 'Войти и решить' }), 'Вход');
  await fillLogin(owner, person);
  const decision = owner.getByText('Может ли Мария Орлова начать снова?');
  await expect(decision).toBeVisible();
  await owner.getByRole('button', { name: 'Оставить доверенным лицом' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Оставить', exact: true }).click();
  await expect(decision).toHaveCount(0);
  await maria.goto('/trusted-legacies');
  await expect(activationButton(maria)).toBeVisible();

  await owner.goto('/settings?tab=protocol');
  const second = newAddress();
  await owner.getByRole('button', { name: 'Изменить: Второй адрес почты' }).click();
  await owner.getByLabel('Адрес почты', { exact: true }).fill(second);
  await owner.getByRole('button', { name: 'Отправить ссылку' }).click();
  await expect(owner.getByText(/^Ждёт подтверждения/)).toBeVisible();
  const elsewhere = await visitor();
  await elsewhere.goto(await mailbox.newestLink(second, '/second-address'));
  await elsewhere.getByRole('button', { name: 'Подтвердить адрес' }).click();
  await screen(elsewhere, 'Адрес подтверждён').waitFor();
  await owner.getByRole('button', { name: 'Изменить: Код остановки на бумаге' }).click();
  await owner.getByRole('button', { name: 'Создать код' }).click();
  const paper = owner.getByRole('region', { name: 'Ваш код остановки' });
  await expect(paper).toBeFocused();
  const code = (await paper.getByText(/^[2-9A-Z]{5}$/).allInnerTexts()).join(' ');

  await activateProtocol({ request: maria.request, email, contactId }, server.url);
  await mailbox.newestLink(second, '/stop');
  await elsewhere.goto('/stop');
  await elsewhere.getByLabel('Код с бумаги').fill(code.toLowerCase());
  await elsewhere.getByRole('button', { name: 'Продолжить' }).click();
  await screen(elsewhere, 'Ничего ещё не отправлено').waitFor();
  await elsewhere.getByRole('button', { name: 'Я здесь, остановить' }).click();
  await screen(elsewhere, 'Запуск остановлен').waitFor();
  await page.goto('/settings?tab=protocol');
  await expect(page.getByText('Может ли Мария Орлова начать снова?')).toBeVisible();
});
