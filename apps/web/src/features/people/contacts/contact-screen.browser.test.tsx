import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { fakeServer, Refusal } from '../../../../test/fake-server.ts';
import { instructionListOf } from '../../../../test/instruction-list-fixture.ts';
import { openPage, press, pressTwice } from '../../../../test/page.tsx';
import { answerSignedInUser, instructionOf } from '../../../../test/signed-in-person.ts';

const maria = contactFixture();
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
const field = (name: string) => page.getByLabelText(name);
const dialog = page.getByRole('dialog');
const menu = button('Ещё: Мария Климова');

async function chooseInMenu(name: string, item: string): Promise<void> {
  await press(page.getByRole('button', { name: `Ещё: ${name}` }));
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('listContacts', { contacts: [maria], limit: 3 });
});

describe('deleting a contact', () => {
  async function openDialog() {
    await openPage('/contact');
    await chooseInMenu(maria.name, 'Удалить');
    await expect.element(dialog).toBeVisible();
  }

  it('focuses the safe answer and restores the focus when it is chosen', async () => {
    await openDialog();
    await expect.element(dialog.getByRole('button', { name: 'Не удалять' })).toHaveFocus();
    await dialog.getByRole('button', { name: 'Не удалять' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(menu).toHaveFocus();
  });

  it('does not delete on Escape', async () => {
    await openDialog();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(menu).toHaveFocus();
    expect(fakeServer.callsOf('deleteContact')).toEqual([]);
  });

  it('sends one request for a double click', async () => {
    fakeServer.answer('deleteContact', { affected_instructions: 0, orphaned_instructions: 0 });
    const respond = fakeServer.hold('deleteContact');
    await openDialog();
    fakeServer.answer('listContacts', { contacts: [], limit: 3 });
    await pressTwice(dialog.getByRole('button', { name: 'Удалить', exact: true }));
    respond();
    await expect.element(page.getByText('Доверенных лиц пока нет')).toBeVisible();
    expect(fakeServer.callsOf('deleteContact')).toHaveLength(1);
    await expect.element(button('Добавить доверенное лицо')).toHaveFocus();
  });

  it('can be retried after a failure', async () => {
    fakeServer.refuse('deleteContact', 500, 'internal_error');
    await openDialog();
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    fakeServer.answer('deleteContact', { affected_instructions: 0, orphaned_instructions: 0 });
    fakeServer.answer('listContacts', { contacts: [], limit: 3 });
    await chooseInMenu(maria.name, 'Удалить');
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await expect.element(page.getByText('Доверенных лиц пока нет')).toBeVisible();
  });

  it('asks for the password on proof_required and then deletes', async () => {
    let isProven = false;
    fakeServer.answer('proveSession', () => {
      isProven = true;
      return {};
    });
    fakeServer.answer('deleteContact', () => {
      if (!isProven) throw new Refusal(403, 'proof_required');
      return { affected_instructions: 0, orphaned_instructions: 0 };
    });
    await openDialog();
    fakeServer.answer('listContacts', { contacts: [], limit: 3 });
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await field('Пароль').fill('Cormorant7');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Доверенных лиц пока нет')).toBeVisible();
    expect(fakeServer.callsOf('proveSession').map(({ body }) => body)).toEqual([
      { current_password: 'Cormorant7' },
    ]);
  });

  it('replaces a deleted contact in the instructions; Escape closes only the open list', async () => {
    fakeServer.answer('deleteContact', { affected_instructions: 1, orphaned_instructions: 0 });
    fakeServer.answer('listContacts', { contacts: [ivan, anna], limit: 3 });
    await openPage('/contact');
    await chooseInMenu('Уходящий Иван', 'Удалить');
    await expect.element(dialog.getByText(/назван в 1 распоряжении/)).toBeVisible();
    const replacement = dialog.getByRole('combobox', { name: 'Кого назначить взамен' });
    await replacement.click();
    await expect.element(page.getByRole('listbox')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
    await expect.element(dialog).toBeVisible();
    await replacement.click();
    await page.getByRole('option', { name: 'Остающаяся Анна' }).click();
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await expect.poll(() => fakeServer.callsOf('deleteContact').length).toBe(1);
    expect(fakeServer.callsOf('deleteContact')[0]).toMatchObject({
      params: { id: ivan.id },
      query: { reassign_to: anna.id },
    });
  });

  it('reports the number of instructions that a deletion leaves without a contact', async () => {
    fakeServer.answer('deleteContact', { affected_instructions: 1, orphaned_instructions: 1 });
    fakeServer.answer('listContacts', { contacts: [ivan, anna], limit: 3 });
    await openPage('/contact');
    await chooseInMenu('Уходящий Иван', 'Удалить');
    fakeServer.answer('listContacts', { contacts: [anna], limit: 3 });
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
    await expect
      .element(page.getByText('1 распоряжение осталось без доверенного лица'))
      .toBeVisible();
  });
});

describe('resending an invitation', () => {
  const { email } = maria;

  beforeEach(() => {
    fakeServer.answer('sendConfirmationEmail', {
      ok: true,
      sent: true,
      manual_sharing_required: false,
      contact_email: email,
      confirmation_code: null,
    });
  });

  it('is in the menu while the invitation can be answered', async () => {
    await openPage('/contact');
    await chooseInMenu(maria.name, 'Пригласить ещё раз');
    await expect.element(page.getByText(`Приглашение отправлено на ${email}`)).toBeVisible();
    expect(fakeServer.callsOf('sendConfirmationEmail')).toHaveLength(1);
  });

  it('is the main action of a declined contact and sends one request for a double click', async () => {
    fakeServer.answer('listContacts', { contacts: [{ ...maria, status: 'declined' }], limit: 3 });
    const respond = fakeServer.hold('sendConfirmationEmail');
    await openPage('/contact');
    await pressTwice(button('Пригласить ещё раз: Мария Климова'));
    respond();
    await expect.element(page.getByText(`Приглашение отправлено на ${email}`)).toBeVisible();
    expect(fakeServer.callsOf('sendConfirmationEmail')).toHaveLength(1);
  });

  it('shows a code that could not be mailed until it is dismissed', async () => {
    fakeServer.answer('sendConfirmationEmail', {
      ok: true,
      sent: false,
      manual_sharing_required: true,
      contact_email: maria.email,
      confirmation_code: 'QX7ZPW',
    });
    await openPage('/contact');
    await chooseInMenu(maria.name, 'Пригласить ещё раз');
    await expect.element(page.getByText('Передайте код сами', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/QX7ZPW/).last()).toBeVisible();
    await press(button('Убрать код'));
    await expect
      .element(page.getByText('Передайте код сами', { exact: true }))
      .not.toBeInTheDocument();
  });
});

describe('changing a contact', () => {
  it('refetches every query that contains contacts', async () => {
    fakeServer.answer('listInstructions', instructionListOf(instructionOf()));
    fakeServer.answer('updateContact', {
      contact: { ...maria, name: 'Мария Орлова' },
      invitation: null,
    });
    await openPage('/dashboard');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    const before = fakeServer.callsOf('getDashboard').length;
    await page.getByRole('link', { name: 'Доверенные лица' }).first().click();
    await chooseInMenu(maria.name, 'Изменить');
    await field('Имя и фамилия').fill('Мария Орлова');
    fakeServer.answer('listContacts', { contacts: [{ ...maria, name: 'Мария Орлова' }], limit: 3 });
    const lists = fakeServer.callsOf('listContacts').length;
    await button('Сохранить').click();
    await expect.element(page.getByRole('heading', { name: 'Мария Орлова' })).toHaveFocus();
    await expect.poll(() => fakeServer.callsOf('listContacts').length).toBeGreaterThan(lists);
    await page.getByRole('link', { name: 'Главная' }).first().click();
    await expect.poll(() => fakeServer.callsOf('getDashboard').length).toBeGreaterThan(before);
  });
});

it('offers no form for another contact at the limit', async () => {
  const contacts = [maria, anna, contactFixture({ id: 'third', email: 'third@example.com' })];
  fakeServer.answer('listContacts', { contacts, limit: 3 });
  await openPage('/contact');
  await expect.element(page.getByText(/может быть не больше 3/)).toBeVisible();
  await expect.element(button('Добавить доверенное лицо')).not.toBeInTheDocument();
});
