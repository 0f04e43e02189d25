import { chooseFiles, picture } from '../journey-files.ts';
import { Operator } from '../operators.ts';
import { expect, passDays, setBrowserDay, test } from '../own-server-fixture.ts';
import { expectShown } from '../page-recorder.ts';
import { newAddress, signInPerson, signUpPerson } from '../people.ts';
import { acceptInvitation, confirmAndOpenPayment, setProtocolRules } from '../protocol.ts';
import { choose, follow, screen } from '../screen.ts';
import { createContact, createInstruction } from '../vault.ts';

test.use({ settings: { ACTIVATION_MODE: 'verified' } });

test('a request with a death certificate is approved by two operators and paid for, and its letter is released after the waiting period', async ({
  page,
  person,
  mailbox,
  ownServer,
  visitor,
}) => {
  const maria = await visitor();
  const contact = await signUpPerson(maria.request, mailbox);
  const { id: contactId } = await createContact(page.request, 'Мария Орлова', contact.email);
  await acceptInvitation(maria.request, mailbox, contact.email);
  const notary = newAddress();
  const text = 'Оригинал у нотариуса.';
  await createInstruction(page.request, [contactId], 'Где завещание', text, notary);
  await setProtocolRules(page.request, { waiting_hours: 72 });
  const desk = await visitor({ viewport: { width: 1280, height: 900 } });
  const operator = await Operator.appoint(desk, mailbox, ownServer);
  const colleague = await Operator.appoint(await visitor(), mailbox, ownServer);

  await maria.goto('/trusted-legacies');
  await expect(maria.getByText(/поддержка посмотрит запрос/)).toBeVisible();
  const ask = maria.getByRole('link', { name: /^Обратиться в поддержку/ });
  const form = await follow(ask, 'Запрос в поддержку');
  await form.getByLabel('Что случилось').fill('Вот свидетельство о смерти.');
  await chooseFiles(maria, picture);
  await expect(form.getByText(picture.name)).toBeVisible();
  await form.getByRole('button', { name: 'Отправить запрос' }).click();
  await expect(maria.getByText('До решения документы можно добавлять')).toBeVisible();
  await expect(maria.getByText(picture.name)).toBeVisible();
  const link = await mailbox.newestLink(person.email, '/stop#token');

  await desk.goto('/operator');
  const deskLogin = screen(desk, 'Открыть рабочее место');
  await deskLogin.getByLabel('Код из 6 цифр').fill('000000');
  await deskLogin.getByRole('button', { name: 'Открыть', exact: true }).click();
  await expect(deskLogin.getByText('Код не подходит. Введите следующий')).toBeVisible();
  await operator.openDesk();
  await desk.goto('/operator/requests');
  const openRequest = desk.getByRole('link', { name: /^Открыть запрос/ });
  await follow(openRequest, desk.getByText('Вот свидетельство о смерти.'));
  const preview = desk.getByRole('dialog');
  await follow(desk.getByRole('button', { name: /^Посмотреть/ }), preview);
  await expect(preview.getByRole('img')).toBeVisible();
  await desk.keyboard.press('Escape');
  await desk.getByRole('radio', { name: 'Одобрить' }).click();
  await desk.getByRole('radio', { name: 'Свидетельство о смерти' }).click();
  await desk.getByRole('button', { name: 'Принять решение' }).click();
  await operator.confirmWithCode();
  await expectShown(desk, 'Первая проверка отмечена');
  await expect(desk.getByText('Вторую проверку сделает другой сотрудник')).toBeVisible();
  const notice = await mailbox.newestMail(person.email, 'Среди документов');
  expect(notice.text).toContain('/stop#token=');

  const secondDesk = colleague.page;
  await colleague.openDesk();
  await secondDesk.goto('/operator/requests');
  await follow(
    secondDesk.getByRole('link', { name: /^Открыть запрос/ }),
    secondDesk.getByText(/^Другой сотрудник увидел свидетельство/),
  );
  await secondDesk.getByRole('radio', { name: 'Одобрить' }).click();
  await secondDesk.getByRole('radio', { name: 'Свидетельство о смерти' }).click();
  await secondDesk.getByRole('button', { name: 'Принять решение' }).click();
  await colleague.confirmWithCode();
  await expectShown(secondDesk, 'Запрос одобрен');

  const approved = await mailbox.newestMail(person.email, 'свидетельстве о смерти');
  expect(approved.text).not.toContain('/stop#token=');
  const linkHolder = await visitor();
  await linkHolder.goto(link);
  await screen(linkHolder, 'Войдите, чтобы остановить запуск').waitFor();
  await expect(linkHolder.getByRole('button', { name: /остановить/ })).toHaveCount(0);

  await maria.goto('/trusted-legacies');
  await expect(maria.getByText('Поддержка одобрила запрос')).toBeVisible();
  await maria.getByRole('button', { name: /^Перейти к оплате/ }).click();
  await confirmAndOpenPayment(maria);
  await maria.getByRole('button', { name: 'Оплатить', exact: true }).click();
  await expectShown(maria, 'Оплата прошла, начался срок ожидания');
  await expect(maria.getByText('Срок ожидания', { exact: true }).first()).toBeVisible();

  const end = await passDays(maria, 4, contact);
  await setBrowserDay(maria, end);
  await maria.goto('/trusted-legacies');
  await expect(maria.getByText(/Вы запустили протокол/)).toBeVisible();
  const reader = await visitor();
  await reader.goto(await mailbox.newestLink(notary, '/delivery'));
  await expect(reader.getByText(text)).toBeVisible();

  await signInPerson(page.request, person);
  await setBrowserDay(page, end);
  await page.goto('/settings?tab=privacy');
  await page.getByRole('button', { name: 'Подробнее: Журнал' }).click();
  const filter = page.getByRole('combobox', { name: 'Показать' });
  await choose(filter, 'Поддержка и решения');
  await expect(page.getByText('Запрос на запуск одобрен')).toBeVisible();
});
