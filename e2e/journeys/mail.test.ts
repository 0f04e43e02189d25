import { expectShown } from '../page-witness.ts';
import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact, writeInstruction } from '../vault.ts';

test('letters are found by their words, read and deleted from the outbox', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const { id: contactId } = await nameContact(page.request, 'Мария Орлова');
  const long = `${'Дорогие мои, это длинное письмо. '.repeat(30)}В самом конце стоит слово шкатулка.`;
  await writeInstruction(page.request, [contactId], 'Письмо внукам', long);
  await writeInstruction(page.request, [contactId], 'Банк', 'Счета в двух банках.');
  await page.goto('/mail');
  await expect(page.getByText('Исходящие').first()).toBeVisible();
  await expect(page.getByText('сегодня').first()).toBeVisible();
  await expect(page.getByText(/шкатулка/)).toHaveCount(0);

  await page.getByLabel('Поиск в письмах').fill('ШКАТУЛКА');
  await expect(page.getByText('Найдено 1 письмо')).toBeVisible();
  await expect(page.getByText('Банк', { exact: true })).toHaveCount(0);
  await page.getByText('Письмо внукам').first().click();
  await expect(page.getByText(/В самом конце стоит слово шкатулка/)).toBeVisible();
  await expect(page.getByText('Мария Орлова').first()).toBeVisible();

  await page.getByRole('button', { name: 'Удалить письмо' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expectShown(page, 'Письмо удалено');
  await page.getByLabel('Поиск в письмах').fill('');
  await expect(page.getByText('Банк', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Письмо внукам')).toHaveCount(0);
  await follow(page.getByRole('link', { name: 'Открыть распоряжения' }), 'Распоряжения');
});

test('what has been sent stands in its own folder and cannot be deleted', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const { id: contactId } = await nameContact(page.request, 'Мария Орлова');
  await writeInstruction(page.request, [contactId], 'Отправленное');
  // Nothing moves an instruction to sent yet; the screen is shown what it will see then.
  await page.route('**/api/instructions?*', async (route) => {
    const url = new URL(route.request().url());
    const folder = url.searchParams.get('status');
    url.searchParams.delete('status');
    const response = await route.fetch({ url: url.href });
    const { instructions, ...page } = await response.json();
    const sent = instructions.map((one: object) => ({ ...one, status: 'sent' }));
    const shown = folder === 'outbox' ? [] : sent;
    await route.fulfill({ json: { ...page, instructions: shown, total: shown.length } });
  });
  await page.route('**/api/instructions/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"status":"outbox"', '"status":"sent"');
    await route.fulfill({ response, body });
  });
  await page.goto('/mail');
  await expect(page.getByText('В исходящих пусто')).toBeVisible();
  const letter = page.getByText('Отправленное', { exact: true }).first();
  await follow(page.getByRole('link', { name: /Отправленные/ }), letter);
  await letter.click();
  await expect(page.getByText('Оригинал у нотариуса').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Удалить письмо' })).toHaveCount(0);
});
