import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { farEnd } from '../../../../test/far-end.ts';
import { openPage, press } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

const ivan = contactFixture({
  name: 'Уходящий Иван',
  instruction_count: 1,
  sole_instruction_count: 1,
});
const anna = contactFixture({
  id: '6f1c2f0e-6a0b-4d3e-9a57-0c4b6c8f1a02',
  name: 'Остающаяся Анна',
  email: 'stays@example.com',
  status: 'confirmed',
  is_confirmed: true,
  invitation: null,
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');

async function chooseInMenu(name: string, entry: string): Promise<void> {
  await press(page.getByRole('button', { name: `Ещё: ${name}` }));
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('listContacts', { contacts: [ivan, anna], limit: 3 });
});

it('a removed contact can be replaced in the instructions, and Escape closes the open list first', async () => {
  farEnd.answer('deleteContact', { affected_instructions: 1, orphaned_instructions: 0 });
  await openPage('/contact');
  await chooseInMenu('Уходящий Иван', 'Удалить');
  await expect.element(dialog.getByText(/назван в 1 распоряжении/)).toBeVisible();
  const replacement = dialog.getByRole('combobox', { name: 'Кого назвать вместо него' });
  await replacement.click();
  await expect.element(page.getByRole('listbox')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
  await replacement.click();
  await page.getByRole('option', { name: 'Остающаяся Анна' }).click();
  await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect.poll(() => farEnd.callsOf('deleteContact').length).toBe(1);
  expect(farEnd.callsOf('deleteContact')[0]).toMatchObject({
    params: { id: ivan.id },
    query: { reassign_to: anna.id },
  });
});

it('instructions that a removed contact leaves without a reader are counted', async () => {
  farEnd.answer('deleteContact', { affected_instructions: 1, orphaned_instructions: 1 });
  await openPage('/contact');
  await chooseInMenu('Уходящий Иван', 'Удалить');
  farEnd.answer('listContacts', { contacts: [anna], limit: 3 });
  await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect
    .element(page.getByText('1 распоряжение осталось без доверенного лица'))
    .toBeVisible();
});

it('another address of a confirmed contact is saved only after a warning', async () => {
  farEnd.answer('updateContact', {
    contact: { ...anna, email: 'new@example.com' },
    invitation: null,
  });
  await openPage('/contact');
  await chooseInMenu('Остающаяся Анна', 'Изменить');
  await page.getByLabelText('Электронная почта').fill('new@example.com');
  await press(button('Сохранить'));
  await expect.element(dialog).toBeVisible();
  expect(farEnd.callsOf('updateContact')).toEqual([]);
  await dialog.getByRole('button', { name: 'Сменить адрес' }).click();
  await expect.poll(() => farEnd.callsOf('updateContact').length).toBe(1);
});

it('a minor is named only with the consent of a guardian', async () => {
  farEnd.answer('createContact', {
    contact: contactFixture({ name: 'Внук Саша' }),
    invitation: null,
  });
  await openPage('/contact');
  await press(button('Добавить доверенное лицо'));
  await page.getByLabelText('Имя и фамилия').fill('Внук Саша');
  await page.getByLabelText('Электронная почта').fill('sasha@example.com');
  await press(button('Ещё о человеке'));
  await press(page.getByLabelText(/Этому человеку нет 18 лет/));
  await press(button('Сохранить и пригласить'));
  await expect.element(page.getByText(/Нужно согласие законного представителя/)).toBeVisible();
  expect(farEnd.callsOf('createContact')).toEqual([]);
  await press(page.getByLabelText(/Законный представитель/));
  await press(button('Сохранить и пригласить'));
  await expect.poll(() => farEnd.callsOf('createContact').length).toBe(1);
});

it('the last of the places leaves no form for another contact', async () => {
  const contacts = [ivan, anna, contactFixture({ id: 'third', email: 'third@example.com' })];
  farEnd.answer('listContacts', { contacts, limit: 3 });
  await openPage('/contact');
  await expect.element(page.getByText(/Можно назвать не больше 3/)).toBeVisible();
  await expect.element(button('Добавить доверенное лицо')).not.toBeInTheDocument();
});

it('a code that could not be mailed is shown until it is put away', async () => {
  farEnd.answer('sendConfirmationEmail', {
    ok: true,
    sent: false,
    manual_sharing_required: true,
    contact_email: ivan.email,
    confirmation_code: 'QX7ZPW',
  });
  await openPage('/contact');
  await chooseInMenu('Уходящий Иван', 'Пригласить ещё раз');
  await expect.element(page.getByText('Передайте код сами', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/QX7ZPW/).last()).toBeVisible();
  await press(button('Убрать код'));
  await expect
    .element(page.getByText('Передайте код сами', { exact: true }))
    .not.toBeInTheDocument();
});
