import { expect, skipDays, test } from '../moved-clock-fixture.ts';
import { expectShown } from '../page-witness.ts';
import { signUpPerson } from '../people.ts';
import { ownerTrusting, trustedPersonOf } from '../protocol.ts';
import { follow } from '../screen.ts';
import { test as base } from '../server-fixture.ts';
import { nameContact, writeInstruction } from '../vault.ts';

test('a newcomer is led through four steps, and later told what would go wrong', async ({
  page,
  mailbox,
  ownServer,
}) => {
  const person = await signUpPerson(page.request, mailbox);
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'Первые шаги' });
  await expect(steps.getByText('Сделано 0 из 4')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Открыть ящик' })).toBeVisible();

  await follow(steps.getByRole('link', { name: 'Заполнить профиль' }), 'Настройки');
  await page.getByRole('button', { name: 'Заполнить' }).click();
  await page.getByLabel('Имя', { exact: true }).fill('Анна');
  await page.getByLabel('Фамилия').fill('Лаврова');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await expectShown(page, 'Изменения сохранены');
  await follow(page.getByRole('link', { name: 'Главная' }), 'Анна');
  await expect(steps.getByText('Сделано 1 из 4')).toBeVisible();
  await expect(steps.getByRole('link', { name: 'Назвать доверенное лицо' })).toBeVisible();

  const { contactId } = await trustedPersonOf(page.request, mailbox, ownServer.url);
  await page.reload();
  await expect(steps.getByText('Сделано 3 из 4')).toBeVisible();
  await expect(steps.getByRole('link', { name: 'Написать распоряжение' })).toBeVisible();
  await writeInstruction(page.request, [contactId], 'Письмо внукам');
  await page.reload();
  const letters = page.getByRole('region', { name: 'Ваши распоряжения' });
  await expect(letters.getByText('Сегодня дошло бы всё, что вы написали')).toBeVisible();
  await expect(letters.getByRole('link', { name: 'Письмо внукам' })).toBeVisible();
  await expect(steps).toBeHidden();

  await nameContact(page.request, 'Олег Петров');
  // A page that stays open would notice that its session has ended, and take the next one with it.
  await page.goto('about:blank');
  await skipDays(page, 190, person);
  await page.goto('/dashboard');
  await follow(page.getByRole('link', { name: 'Посмотреть и поправить' }), 'Готовность');
  await expect(page.getByRole('region', { name: 'Помешает передаче' })).toBeHidden();
  const advice = page.getByRole('region', { name: 'Стоит поправить' });
  await expect(advice.getByText('Письма остаются на этом сервере')).toBeVisible();
  await expect(advice.getByText('1 доверенное лицо ещё не подтверждено')).toBeVisible();
  await expect(advice.getByText('Олег Петров')).toBeVisible();
  await expect(advice.getByText('1 распоряжение давно не пересматривали')).toBeVisible();
  await follow(advice.getByRole('link', { name: 'Письмо внукам' }), /распоряжени/i);
  await expect(page.getByLabel('Название')).toHaveValue('Письмо внукам');
});

base(
  'the dashboard is there although the readiness cannot be found out',
  async ({ page, person }) => {
    expect(person.email).toBeTruthy();
    let asked = 0;
    await page.route('**/api/dashboard/readiness', (route) => {
      asked += 1;
      return route.fulfill({ status: 500 });
    });
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Первые шаги' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Открыть настройки' })).toBeVisible();
    expect(asked).toBeLessThan(3);
  },
);

base(
  'a contact of others sees that first, and the steps of an owner only as an invitation',
  async ({ page, person, mailbox, server }) => {
    const me = { request: page.request, email: person.email };
    const { owner } = await ownerTrusting(me, mailbox, server.url);
    await page.goto('/dashboard');
    const trusting = page.getByRole('region', { name: /^Вам доверились: / });
    await expect(trusting.getByText(/Сейчас от вас ничего не нужно/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
      /^Вам доверились: /,
    );
    await expect(page.getByRole('region', { name: 'Можно оставить и своё' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Первые шаги' })).toBeHidden();
    await follow(trusting.getByRole('link', { name: /Если случилась беда/ }), 'Мне доверили');
    await owner.dispose();
  },
);
