import { readFileSync } from 'node:fs';
import { bringAxe, expectAccessible } from '../accessible.ts';
import { choose, openForm, picture, save } from '../attaching.ts';
import { expectShown } from '../page-witness.ts';
import { signInPerson, signUpPerson } from '../people.ts';
import { expect, test } from '../server-fixture.ts';
import { zipEntries } from '../zip-entries.ts';

test('an owner takes everything along in one archive, and brings it into another account', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  await bringAxe(page.context());
  await openForm(page);
  await choose(page, [picture]);
  await save(page);
  await expectShown(page, '1 файл загружен');

  await signInPerson(page.request, person);
  await page.goto('/settings?tab=privacy');
  await page.getByRole('button', { name: 'Собрать архив' }).click();
  await expect(page.getByText(/^Архив готов/)).toBeVisible();
  await mailbox.newestMail(person.email, 'Архив со всеми вашими данными собран');
  await expectAccessible(page);
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
  await bringAxe(other.context());
  const second = await signUpPerson(other.request, mailbox);
  await signInPerson(other.request, second);
  await other.goto('/settings?tab=privacy');
  await choose(other, archive);
  await expect(other.getByText('Распоряжений: 1, файлов: 1, доверенных лиц: 1.')).toBeVisible();
  await expectAccessible(other);
  await other.goto('/instructions');
  await expect(other.getByText('Банк').first()).toBeVisible();
});
