import { readFileSync } from 'node:fs';
import { deletionWords } from '@zavet/contract/identity/account-rules';
import { locale } from '../in-locale.ts';
import { chooseFiles, picture, zipEntries } from '../journey-files.ts';
import { expectShown } from '../page-recorder.ts';
import { signInPerson, signUpPerson } from '../people.ts';
import { screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { attachFile, createContact, createInstruction } from '../vault.ts';

test('an owner exports everything, imports it into another account and deletes the first account', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  const { id: contactId } = await createContact(page.request, 'Мария Орлова');
  const { id } = await createInstruction(page.request, [contactId], 'Банк');
  await attachFile(page.request, id, picture.name, picture.buffer);
  await signInPerson(page.request, person);
  await page.goto('/settings?tab=privacy');
  await page.getByRole('button', { name: 'Собрать архив' }).click();
  await expect(page.getByText(/^Архив готов/)).toBeVisible();
  await mailbox.newestMail(person.email, 'Архив со всеми вашими данными собран');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^zavet-\d{4}-\d\d-\d\d\.zip$/);
  const archive = await download.path();
  const entries = zipEntries(readFileSync(archive));
  expect(entries.get(`files/Банк/${picture.name}`)?.equals(picture.buffer)).toBe(true);
  expect(entries.get('index.html')?.toString()).toContain(person.email);

  const other = await visitor();
  const second = await signUpPerson(other.request, mailbox);
  await signInPerson(other.request, second);
  await other.goto('/settings?tab=privacy');
  await other.getByRole('button', { name: 'Подробнее: Перенести данные сюда' }).click();
  await chooseFiles(other, archive);
  await expect(other.getByText('Распоряжений: 1, файлов: 1, доверенных лиц: 1.')).toBeVisible();
  await other.goto('/instructions');
  await expect(other.getByText('Банк').first()).toBeVisible();

  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Подробнее: Удаление аккаунта' }).click();
  const button = page.getByRole('button', { name: /^Удалить аккаунт|^Нажмите ещё раз/ });
  await button.click();
  await expect(button).toContainText('1/3');
  await button.click();
  await expect(button).toContainText('2/3');
  await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Напишите слово/).fill(deletionWords[locale]);
  await dialog.getByLabel('Текущий пароль').fill(person.password);
  await dialog.getByRole('button', { name: 'Удалить навсегда' }).click();
  await screen(page, 'Вход').waitFor();
  await expectShown(page, 'Ваш аккаунт и все связанные данные были успешно удалены.');
  const answer = await page.request.post('/api/session', { data: person });
  expect(answer.status()).toBe(401);
});
