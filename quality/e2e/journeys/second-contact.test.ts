import { expectShown } from '../page-recorder.ts';
import { signUpPerson } from '../people.ts';
import {
  acceptInvitation,
  activationButton,
  confirmAndOpenPayment,
  createOwnerWithContact,
  pressUntilDialog,
  requestAgreement,
  setProtocolRules,
} from '../protocol.ts';
import { expect, test } from '../server-fixture.ts';
import { createContact } from '../vault.ts';

test('a start that needs two contacts is paid for only after the second one, who doubted at first, has agreed', async ({
  page,
  person,
  mailbox,
  server,
  visitor,
}) => {
  const me = { request: page.request, email: person.email };
  const { owner } = await createOwnerWithContact(me, mailbox, server.url);
  const second = await visitor({ viewport: { width: 360, height: 780 } });
  const { email } = await signUpPerson(second.request, mailbox);
  await createContact(owner, 'Пётр Белов', email);
  await acceptInvitation(second.request, mailbox, email);
  await setProtocolRules(owner, { waiting_hours: 72, needs_second: true });

  await page.goto('/trusted-legacies');
  await expect(
    page.getByText('Для запуска нужно согласие ещё одного доверенного лица.'),
  ).toBeVisible();
  await pressUntilDialog(page);
  await requestAgreement(page);
  await expect(page.getByText('Вы попросили о согласии')).toBeVisible();

  const asked = await mailbox.newestMail(email, 'Мария Орлова');
  await second.goto(/http\S+\/trusted-legacies/.exec(asked.text)?.[0] ?? '');
  await expect(second.getByText('Мария Орлова просит вас подтвердить')).toBeVisible();
  await second.getByRole('button', { name: /^Я сомневаюсь/ }).click();
  await expect(second.getByText(/Вы сообщили о сомнениях/)).toBeVisible();
  await mailbox.newestMail(person.email, 'считает запуск протокола ошибкой');
  await page.reload();
  await expect(page.getByText('Запуск приостановлен')).toBeVisible();

  await second.getByRole('button', { name: /^Да, я подтверждаю/ }).click();
  const sure = second.getByRole('dialog', { name: 'Подтвердить запуск протокола?' });
  await sure.getByRole('button', { name: 'Да, я подтверждаю' }).click();
  await expectShown(second, 'Спасибо, согласие записано.');
  await expect(second.getByText(/Мария Орлова готовит запуск/)).toBeVisible();
  await expect(activationButton(second)).toHaveCount(0);

  await page.reload();
  await expect(page.getByText('Согласие получено')).toBeVisible();
  await page.getByRole('button', { name: /^Перейти к оплате/ }).click();
  await confirmAndOpenPayment(page);
  await page.getByRole('button', { name: 'Оплатить', exact: true }).click();
  await expectShown(page, 'Оплата прошла, начался срок ожидания');
  await expect(page.getByText('Срок ожидания', { exact: true }).first()).toBeVisible();
  await second.reload();
  await expect(second.getByText(/Мария Орлова запускает протокол/)).toBeVisible();
  await owner.dispose();
});
