import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { farEnd, Refusal } from '../../../../test/far-end.ts';
import { instructionListOf } from '../../../../test/instruction-list-fixture.ts';
import { openPage, press, pressTwice } from '../../../../test/page.tsx';
import { answerPerson, instructionOf } from '../../../../test/signed-in-person.ts';

const maria = contactFixture();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name);
const dialog = page.getByRole('dialog');
const menu = button('Ещё: Мария Климова');

async function choose(item: string) {
  await menu.click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('listContacts', { contacts: [maria], limit: 3 });
});

describe('naming a contact', () => {
  const saved = contactFixture({ id: '6f1c2f0e-6a0b-4d3e-9a57-0c4b6c8f1a02', name: 'Олег Лавров' });

  async function openForm() {
    await openPage('/contact');
    await button('Добавить доверенное лицо').click();
  }

  async function fillForm() {
    await field('Имя и фамилия').fill(saved.name);
    await field('Электронная почта').fill('oleg@example.com');
  }

  it('begins in the first field', async () => {
    await openForm();
    await expect.element(field('Имя и фамилия')).toHaveFocus();
  });

  it('sends nothing while a field is wrong, says so at the field and goes there', async () => {
    await openForm();
    await field('Имя и фамилия').fill('Олег Лавров');
    await field('Электронная почта').fill('oleg');
    await button('Сохранить и пригласить').click();
    await expect.element(field('Электронная почта')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Электронная почта')).toHaveFocus();
    await expect.element(field('Имя и фамилия')).not.toHaveAttribute('aria-invalid', 'true');
    expect(farEnd.callsOf('createContact')).toEqual([]);
    await expectAccessible();
  });

  it('shows at the field what only the server knows, and keeps all that was typed', async () => {
    farEnd.refuse('createContact', 409, 'contact_email_taken');
    await openForm();
    await fillForm();
    await button('Ещё о человеке').click();
    await field('Заметки').fill('Ключи у него');
    await button('Сохранить и пригласить').click();
    await expect.element(field('Электронная почта')).toHaveFocus();
    await expect.element(field('Электронная почта')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Заметки')).toHaveValue('Ключи у него');
  });

  it('goes to the first of several fields that the server refuses', async () => {
    const fields = { phone: 'phone_invalid', name: 'name_invalid' } as const;
    farEnd.refuse('createContact', 422, 'invalid_input', { fields });
    await openForm();
    await fillForm();
    await button('Сохранить и пригласить').click();
    await expect.element(field('Имя и фамилия')).toHaveFocus();
    await expect.element(field('Телефон')).toHaveAttribute('aria-invalid', 'true');
  });

  it('takes the mark off a field that is changed', async () => {
    farEnd.refuse('createContact', 409, 'contact_email_taken');
    await openForm();
    await fillForm();
    await button('Сохранить и пригласить').click();
    await expect.element(field('Электронная почта')).toHaveAttribute('aria-invalid', 'true');
    await field('Электронная почта').fill('oleg@example.org');
    await expect.element(field('Электронная почта')).not.toHaveAttribute('aria-invalid', 'true');
  });

  it('tells a failure that belongs to no field for the whole form', async () => {
    farEnd.refuse('createContact', 500, 'internal_error');
    await openForm();
    await fillForm();
    await button('Сохранить и пригласить').click();
    await expect.element(page.getByText('Не удалось сохранить доверенное лицо')).toBeVisible();
    await expect.element(field('Имя и фамилия')).toHaveValue(saved.name);
  });

  it('sends one request for two presses, and goes on at the new card', async () => {
    farEnd.answer('createContact', { contact: saved, invitation: null });
    const answerNow = farEnd.hold('createContact');
    await openForm();
    await fillForm();
    farEnd.answer('listContacts', { contacts: [saved, maria], limit: 3 });
    await pressTwice(button('Сохранить и пригласить'));
    answerNow();
    await expect.element(page.getByRole('heading', { name: saved.name })).toHaveFocus();
    expect(farEnd.callsOf('createContact')).toHaveLength(1);
    expect(farEnd.callsOf('createContact')[0]?.body).toMatchObject({ email: 'oleg@example.com' });
  });

  it('returns the focus to the button that opened the form when it is given up', async () => {
    await openForm();
    await press(button('Отмена'));
    await expect.element(button('Добавить доверенное лицо')).toHaveFocus();
  });
});

describe('deleting a contact', () => {
  async function ask() {
    await openPage('/contact');
    await choose('Удалить');
    await expect.element(dialog).toBeVisible();
  }

  it('offers the safe answer first, and gives the focus back when it is taken', async () => {
    await ask();
    await expect.element(dialog.getByRole('button', { name: 'Не удалять' })).toHaveFocus();
    await dialog.getByRole('button', { name: 'Не удалять' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(menu).toHaveFocus();
  });

  it('takes Escape for no', async () => {
    await ask();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(menu).toHaveFocus();
    expect(farEnd.callsOf('deleteContact')).toEqual([]);
  });

  it('sends one request for two quick presses', async () => {
    farEnd.answer('deleteContact', { affected_instructions: 0, orphaned_instructions: 0 });
    const answerNow = farEnd.hold('deleteContact');
    await ask();
    farEnd.answer('listContacts', { contacts: [], limit: 3 });
    await pressTwice(dialog.getByRole('button', { name: 'Удалить', exact: true }));
    answerNow();
    await expect.element(page.getByText('Пока никто не назван')).toBeVisible();
    expect(farEnd.callsOf('deleteContact')).toHaveLength(1);
    await expect.element(button('Добавить доверенное лицо')).toHaveFocus();
  });

  it('can be tried again after a failure', async () => {
    farEnd.refuse('deleteContact', 500, 'internal_error');
    await ask();
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    farEnd.answer('deleteContact', { affected_instructions: 0, orphaned_instructions: 0 });
    farEnd.answer('listContacts', { contacts: [], limit: 3 });
    await choose('Удалить');
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await expect.element(page.getByText('Пока никто не назван')).toBeVisible();
  });

  it('asks for the password where the server wants it proven, and goes on by itself', async () => {
    let isProven = false;
    farEnd.answer('proveSession', () => {
      isProven = true;
      return {};
    });
    farEnd.answer('deleteContact', () => {
      if (!isProven) throw new Refusal(403, 'proof_required');
      return { affected_instructions: 0, orphaned_instructions: 0 };
    });
    await ask();
    farEnd.answer('listContacts', { contacts: [], limit: 3 });
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await field('Пароль').fill('Cormorant7');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Пока никто не назван')).toBeVisible();
    expect(farEnd.callsOf('proveSession').map(({ body }) => body)).toEqual([
      { current_password: 'Cormorant7' },
    ]);
  });
});

describe('inviting a contact again', () => {
  const { email } = maria;

  beforeEach(() => {
    farEnd.answer('sendConfirmationEmail', {
      ok: true,
      sent: true,
      manual_sharing_required: false,
      contact_email: email,
      confirmation_code: null,
    });
  });

  it('stands in the menu while the invitation can be answered', async () => {
    await openPage('/contact');
    await choose('Пригласить ещё раз');
    await expect.element(page.getByText(`Приглашение отправлено на ${email}`)).toBeVisible();
    expect(farEnd.callsOf('sendConfirmationEmail')).toHaveLength(1);
  });

  it('is the main action once the person has said no, and sends one request for two quick presses', async () => {
    farEnd.answer('listContacts', { contacts: [{ ...maria, status: 'declined' }], limit: 3 });
    const answerNow = farEnd.hold('sendConfirmationEmail');
    await openPage('/contact');
    await pressTwice(button('Пригласить ещё раз: Мария Климова'));
    answerNow();
    await expect.element(page.getByText(`Приглашение отправлено на ${email}`)).toBeVisible();
    expect(farEnd.callsOf('sendConfirmationEmail')).toHaveLength(1);
  });
});

describe('a changed contact', () => {
  it('makes everything be read again that shows contacts', async () => {
    farEnd.answer('listInstructions', instructionListOf(instructionOf()));
    farEnd.answer('updateContact', {
      contact: { ...maria, name: 'Мария Орлова' },
      invitation: null,
    });
    await openPage('/dashboard');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    const before = farEnd.callsOf('getDashboard').length;
    await page.getByRole('link', { name: 'Доверенные лица' }).first().click();
    await choose('Изменить');
    await field('Имя и фамилия').fill('Мария Орлова');
    farEnd.answer('listContacts', { contacts: [{ ...maria, name: 'Мария Орлова' }], limit: 3 });
    const lists = farEnd.callsOf('listContacts').length;
    await button('Сохранить').click();
    await expect.element(page.getByRole('heading', { name: 'Мария Орлова' })).toHaveFocus();
    await expect.poll(() => farEnd.callsOf('listContacts').length).toBeGreaterThan(lists);
    await page.getByRole('link', { name: 'Главная' }).first().click();
    await expect.poll(() => farEnd.callsOf('getDashboard').length).toBeGreaterThan(before);
  });
});
