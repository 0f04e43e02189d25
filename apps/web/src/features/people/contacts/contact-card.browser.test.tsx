import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { farEnd } from '../../../../test/far-end.ts';
import { openPage, press } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

const maria = contactFixture();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name);
const menu = button('Ещё: Мария Климова');

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('listContacts', { contacts: [maria], limit: 3 });
});

describe('the card of a contact', () => {
  const olga = contactFixture({
    name: 'Ольга Ким',
    email: 'olga@example.com',
    relationship: 'подруга',
    phone: '+79123456789',
    status: 'confirmed',
    is_confirmed: true,
    yearly: { confirmed_at: '2026-03-03T10:00:00.000Z', asked_at: null, is_unreached: false },
    instruction_count: 4,
  });

  it('says who it is and how things stand, and leads to what this person will receive', async () => {
    farEnd.answer('listContacts', { contacts: [olga], limit: 3 });
    await openPage('/contact');
    await expect.element(page.getByText('подруга · olga@example.com')).toBeVisible();
    await expect.element(page.getByText(/Согласие получено 3 марта/)).toBeVisible();
    await expect.element(page.getByText(/Получит 4 распоряжения\./)).toBeVisible();
    const link = page.getByRole('link', { name: 'Что получит Ольга Ким' });
    await expect.element(link).toHaveAttribute('href', `/instructions?person=${olga.id}`);
    await expectAccessible();
  });

  it('says that an imported contact is not invited, and sends the invitation', async () => {
    const imported = contactFixture({ status: 'uninvited', invitation: null });
    const invited = contactFixture();
    farEnd.answer('listContacts', () => ({
      contacts: [farEnd.callsOf('sendConfirmationEmail').length > 0 ? invited : imported],
      limit: 3,
    }));
    farEnd.answer('sendConfirmationEmail', {
      ...{ ok: true, sent: true, manual_sharing_required: false },
      ...{ contact_email: imported.email, confirmation_code: null },
    });
    await openPage('/contact');
    await expect.element(page.getByText('Не приглашён', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Приглашение ещё не отправляли.')).toBeVisible();
    const figures = page.getByLabelText('Сколько их');
    await expect.element(figures.getByText('Не приглашены')).toBeVisible();
    await expectAccessible();
    await press(button('Отправить приглашение: Мария Климова'));
    await expect.element(page.getByText('Ждёт ответа', { exact: true })).toBeVisible();
  });

  it('says that the yearly question did not arrive', async () => {
    const yearly = {
      ...{ confirmed_at: '2026-03-03T10:00:00.000Z', asked_at: '2027-03-03T10:00:00.000Z' },
      is_unreached: true,
    };
    farEnd.answer('listContacts', { contacts: [{ ...olga, yearly }], limit: 3 });
    await openPage('/contact');
    await expect.element(page.getByText(/Письмо с вопросом не дошло/)).toBeVisible();
    await expectAccessible();
  });

  it('keeps the rest behind its menu, and goes there when it is asked for', async () => {
    farEnd.answer('listContacts', { contacts: [olga], limit: 3 });
    await openPage('/contact');
    const phone = page.getByRole('link', { name: '+7 912 345-67-89' });
    await expect.element(page.getByText('подруга · olga@example.com')).toBeVisible();
    await expect.element(phone).not.toBeInTheDocument();
    await button('Ещё: Ольга Ким').click();
    await page.getByRole('menuitem', { name: 'Подробнее' }).click();
    await expect.element(phone).toBeVisible();
    await expectAccessible();
  });

  it('is reached and used with the keyboard alone', async () => {
    await openPage('/contact');
    await expect.element(menu).toBeVisible();
    menu.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Подробнее' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(page.getByRole('menuitem', { name: 'Изменить' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Имя и фамилия')).toHaveFocus();
    await press(button('Отмена'));
    await expect.element(menu).toHaveFocus();
  });

  it('says since when there is the consent of a guardian', async () => {
    const guardian_consent_at = '2026-03-03T10:00:00.000Z';
    const minor = { ...olga, is_minor: true, guardian_consent_at };
    farEnd.answer('listContacts', { contacts: [minor], limit: 3 });
    await openPage('/contact');
    await button('Ещё: Ольга Ким').click();
    await page.getByRole('menuitem', { name: 'Подробнее' }).click();
    await expect
      .element(page.getByText(/С 3 марта.* есть согласие законного представителя/))
      .toBeVisible();
  });

  it('offers neither a change nor a deletion once the protocol was started', async () => {
    farEnd.answer('listContacts', { contacts: [{ ...olga, status: 'activated' }], limit: 3 });
    await openPage('/contact');
    await button('Ещё: Ольга Ким').click();
    await expect.element(page.getByRole('menuitem', { name: 'Подробнее' })).toBeVisible();
    expect(page.getByRole('menuitem').elements()).toHaveLength(1);
  });
});

describe('what is optional in the form', () => {
  it('is folded for a new person', async () => {
    await openPage('/contact');
    await button('Добавить доверенное лицо').click();
    await expect.element(field('Имя и фамилия')).toBeVisible();
    await expect.element(field('Телефон')).not.toBeVisible();
    await button('Ещё о человеке').click();
    await expect.element(field('Телефон')).toBeVisible();
  });

  it('is open where something stands in it', async () => {
    farEnd.answer('listContacts', { contacts: [{ ...maria, notes: 'Ключи у неё' }], limit: 3 });
    await openPage('/contact');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Изменить' }).click();
    await expect.element(field('Заметки')).toBeVisible();
  });

  it('opens where something is wrong in it, and the focus goes there', async () => {
    farEnd.refuse('createContact', 422, 'invalid_input', { fields: { phone: 'phone_invalid' } });
    await openPage('/contact');
    await button('Добавить доверенное лицо').click();
    await field('Имя и фамилия').fill('Олег Лавров');
    await field('Электронная почта').fill('oleg@example.com');
    await button('Сохранить и пригласить').click();
    await expect.element(field('Телефон')).toHaveFocus();
  });
});
