import { readFileSync } from 'node:fs';
import { expectShown } from '../page-recorder.ts';
import { newAddress, signUpPerson } from '../people.ts';
import {
  activationButton,
  confirmAndOpenPayment,
  confirmPayment,
  pressUntilDialog,
} from '../protocol.ts';
import { follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { attachTextFile, createContact, createInstruction } from '../vault.ts';

test('a contact accepts, signs up later and starts the protocol, the recipient reads the letter, and a contact who accepts late receives letters too', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  const contact = await createContact(page.request, 'Мария Орлова');
  const notary = newAddress();
  const text = 'Оригинал у нотариуса Орловой, копия в верхнем ящике стола.';
  const { id } = await createInstruction(page.request, [contact.id], 'Где завещание', text, notary);
  const silent = await createContact(page.request, 'Пётр Белов');
  const keys = 'Под третьим кирпичом.';
  await createInstruction(page.request, [silent.id], 'Ключи от дачи', keys);
  const former = await mailbox.newestLink(silent.email, '/invitation');
  await attachTextFile(page.request, id, 'Опись.txt', 'Стол, стул, лампа');

  const maria = await visitor();
  await maria.goto(await mailbox.newestLink(contact.email, '/invitation'));
  await maria.getByRole('button', { name: 'Согласиться' }).click();
  await expect(maria.getByRole('heading', { name: 'Спасибо, вы согласились' })).toBeVisible();
  await signUpPerson(maria.request, mailbox, { email: contact.email });
  await maria.goto('/trusted-legacies');
  const card = maria.getByRole('listitem').filter({ hasText: person.email });
  await expect(card.getByText('Вы согласились').first()).toBeVisible();
  await expect(card.getByText('Запуск необратим и стоит 7 000 ₽.')).toBeVisible();

  const button = activationButton(maria);
  // Two presses in the same task count as one on every machine.
  await button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });
  await expect(button).toHaveText(/: 2$/);
  await card.getByRole('button', { name: 'Сбросить' }).click();
  await expect(button).toBeFocused();
  for (let held = 0; held < 5; held += 1) await maria.keyboard.down('Enter');
  await maria.keyboard.up('Enter');
  await expect(button).toHaveText(/: 2$/);
  await card.getByRole('button', { name: 'Сбросить' }).click();
  await expect(button).toHaveText(/: 3$/);
  const dialog = await pressUntilDialog(maria);
  await expect(dialog.getByText(/Это действие необратимо/)).toBeVisible();
  await expect(dialog.getByText('Запуск стоит 7 000 ₽. Деньги не возвращаются.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Не запускать' })).toBeFocused();
  await confirmAndOpenPayment(maria);

  const notification = await mailbox.newestMail(person.email);
  expect(notification.text).toContain('Мария Орлова');
  await page.goto('/dashboard');
  await expect(page.getByText('Кто-то запускает ваш протокол')).toBeVisible();
  await expect(page.getByText(new RegExp(`Мария Орлова \\(${contact.email}\\)`))).toBeVisible();

  const contacts = await follow(
    page.getByRole('status').getByRole('link', { name: 'К доверенным лицам' }),
    'Доверенные лица',
  );
  await expect(contacts.getByText(/Оплачивает запуск вашего протокола/)).toBeVisible();

  await maria.getByRole('button', { name: 'Оплатить', exact: true }).click();
  await screen(maria, 'Мне доверили').waitFor();
  await expectShown(maria, 'Оплата прошла, протокол запущен');
  await expect(card.getByText(/Вы запустили протокол/)).toBeVisible();
  await expect(card.getByText('Доставлено писем: 2 из 3.')).toBeVisible();
  await expect(card.getByText(/1 письмо не отправлено/)).toBeVisible();
  const leftOut = maria.getByRole('region', { name: 'Кто ещё не получил писем' });
  await expect(leftOut.getByText('Пётр Белов')).toBeVisible();
  await card.getByRole('button', { name: 'Открыть: Где завещание' }).click();
  await expect(maria.getByRole('heading', { name: 'Где завещание', level: 1 })).toBeVisible();
  await expect(maria.getByText(text)).toBeVisible();

  const reader = await visitor();
  await reader.goto(await mailbox.newestLink(notary, '/delivery'));
  await expect(reader.getByRole('heading', { name: 'Где завещание', level: 1 })).toBeVisible();
  await expect(reader.getByText(text)).toBeVisible();
  const [file] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('link', { name: /^Опись\.txt/ }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toBe('Стол, стул, лампа');

  await page.goto('/dashboard');
  await expect(page.getByText(/Ваш протокол запущен/)).toBeVisible();
  const mail = await follow(page.getByRole('link', { name: 'Доставка писем' }), 'Почта');
  const why = /никто из получателей не согласился/;
  await follow(mail.getByRole('link', { name: /Ключи от дачи/ }), page.getByText(why));
  const letter = mail.getByRole('link', { name: /Где завещание/ });
  await follow(mail.getByRole('link', { name: /^Отправленные/ }), letter);
  const toNotary = page.getByRole('listitem').filter({ hasText: notary }).last();
  await follow(letter, toNotary.getByText('Принято почтовым сервером'));
  await expect(toNotary.getByText('Открыто').first()).toBeVisible();
  await expect(toNotary.getByText('Файлы скачаны')).toBeVisible();
  await page.goto('/instructions');
  await expect(page.getByText('Протокол уже запущен')).toBeVisible();
  await page.getByRole('button', { name: 'Ещё: Где завещание' }).click();
  await expect(page.getByRole('menuitem', { name: 'Прочитать' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Удалить' })).toHaveCount(0);

  const petr = await visitor();
  const question = await mailbox.newestLink(silent.email, '/invitation');
  expect(question).not.toBe(former);
  await petr.goto(question);
  await screen(petr, 'Для вас есть письма').waitFor();
  await petr.getByRole('button', { name: 'Согласиться' }).click();
  await expect(petr.getByText(`уже отправляются на ${silent.email}`)).toBeVisible();
  await petr.goto(await mailbox.newestLink(silent.email, '/delivery'));
  await expect(petr.getByText(keys)).toBeVisible();
  await follow(
    maria.getByRole('link', { name: 'К «Мне доверили»' }),
    card.getByText('Доставлено писем: 3 из 3.'),
  );
});

test('in English a contact is asked for the PIN, a cancelled payment charges nothing, and the letter arrives', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  const contact = await createContact(page.request, 'John Smith', undefined, 'en');
  await createInstruction(page.request, [contact.id], 'Where the will is', 'At the notary’s.');
  const pin = { pin: '274951', current_password: person.password };
  expect((await page.request.put('/api/account/pin', { data: pin })).ok()).toBe(true);

  const john = await visitor({ locale: 'en-GB' });
  await john.goto(await mailbox.newestLink(contact.email, '/invitation'));
  await john.getByRole('button', { name: 'Agree' }).click();
  await screen(john, 'Thank you for agreeing').waitFor();
  await signUpPerson(john.request, mailbox, { email: contact.email, language: 'en' });
  await john.evaluate(() => localStorage.setItem('zavet.language', 'en'));
  await john.goto('/trusted-legacies');
  const dialog = await pressUntilDialog(john);
  await dialog.getByLabel('PIN', { exact: true }).fill('111111');
  await confirmPayment(john);
  await expect(dialog.getByText('The PIN is wrong. 4 tries left.')).toBeVisible();
  await dialog.getByLabel('PIN', { exact: true }).fill(pin.pin);
  await confirmAndOpenPayment(john);

  await john.getByRole('button', { name: 'Cancel' }).click();
  await expect(john.getByText('Payment cancelled, no charges made')).toBeVisible();
  const back = john.getByRole('main').getByRole('link', { name: 'Entrusted to me' });
  await follow(back, 'Entrusted to me');
  await expect(john.getByText(/Your last payment was cancelled/)).toBeVisible();

  const again = await pressUntilDialog(john);
  await again.getByLabel('PIN', { exact: true }).fill(pin.pin);
  await confirmAndOpenPayment(john);
  // A pending payment is resumed after leaving the page.
  await john.goto('/trusted-legacies');
  await john.getByRole('button', { name: /Continue payment/ }).click();
  await again.getByLabel('PIN', { exact: true }).fill(pin.pin);
  await confirmAndOpenPayment(john);
  await john.getByRole('button', { name: 'Pay', exact: true }).click();
  await screen(john, 'Entrusted to me').waitFor();
  await expectShown(john, 'Payment received, protocol activated');

  const mail = await mailbox.newestLink(contact.email, '/delivery');
  await john.goto(mail);
  await expect(john.getByText('A letter for you')).toBeVisible();
  await expect(john.getByRole('heading', { name: 'Where the will is', level: 1 })).toBeVisible();
});
