import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openPage, press, pressTwice } from '../../../../test/page.tsx';
import { answerSignedInUser, rulesOf } from '../../../../test/signed-in-person.ts';

const maria = contactFixture();
const saved = contactFixture({ id: '6f1c2f0e-6a0b-4d3e-9a57-0c4b6c8f1a02', name: 'Олег Лавров' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name);

async function chooseInMenu(item: string) {
  await button('Ещё: Мария Климова').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function openForm() {
  await openPage('/contact');
  await button('Добавить доверенное лицо').click();
}

async function fillForm() {
  await field('Имя и фамилия').fill(saved.name);
  await field('Электронная почта').fill('oleg@example.com');
}

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('listContacts', { contacts: [maria], limit: 3 });
});

describe('form of a new contact', () => {
  it('focuses the first field', async () => {
    await openForm();
    await expect.element(field('Имя и фамилия')).toHaveFocus();
  });

  it('does not send an invalid field, and focuses it with its error', async () => {
    await openForm();
    await field('Имя и фамилия').fill('Олег Лавров');
    await field('Электронная почта').fill('oleg');
    await button('Сохранить и пригласить').click();
    await expect.element(field('Электронная почта')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Электронная почта')).toHaveFocus();
    await expect.element(field('Имя и фамилия')).not.toHaveAttribute('aria-invalid', 'true');
    expect(fakeServer.callsOf('createContact')).toEqual([]);
    await expectAccessible();
  });

  it('shows an error of the server at its field and keeps the input', async () => {
    fakeServer.refuse('createContact', 409, 'contact_email_taken');
    await openForm();
    await fillForm();
    await button('Ещё о человеке').click();
    await field('Заметки').fill('Ключи у него');
    await button('Сохранить и пригласить').click();
    await expect.element(field('Электронная почта')).toHaveFocus();
    await expect.element(field('Электронная почта')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Заметки')).toHaveValue('Ключи у него');
  });

  it('focuses the first of several fields that the server refuses', async () => {
    const fields = { phone: 'phone_invalid', name: 'name_invalid' } as const;
    fakeServer.refuse('createContact', 422, 'invalid_input', { fields });
    await openForm();
    await fillForm();
    await button('Сохранить и пригласить').click();
    await expect.element(field('Имя и фамилия')).toHaveFocus();
    await expect.element(field('Телефон')).toHaveAttribute('aria-invalid', 'true');
  });

  it('clears the error of a field when it changes', async () => {
    fakeServer.refuse('createContact', 409, 'contact_email_taken');
    await openForm();
    await fillForm();
    await button('Сохранить и пригласить').click();
    await expect.element(field('Электронная почта')).toHaveAttribute('aria-invalid', 'true');
    await field('Электронная почта').fill('oleg@example.org');
    await expect.element(field('Электронная почта')).not.toHaveAttribute('aria-invalid', 'true');
  });

  it('shows a failure without a field for the whole form', async () => {
    fakeServer.refuse('createContact', 500, 'internal_error');
    await openForm();
    await fillForm();
    await button('Сохранить и пригласить').click();
    await expect.element(page.getByText('Не удалось сохранить доверенное лицо')).toBeVisible();
    await expect.element(field('Имя и фамилия')).toHaveValue(saved.name);
  });

  it('sends one request for a double click and focuses the new card', async () => {
    fakeServer.answer('createContact', { contact: saved, invitation: null });
    const respond = fakeServer.hold('createContact');
    await openForm();
    await fillForm();
    await field('Слово от вас').fill('Вы знаете, где ключи.');
    fakeServer.answer('listContacts', { contacts: [saved, maria], limit: 3 });
    await pressTwice(button('Сохранить и пригласить'));
    respond();
    await expect.element(page.getByRole('heading', { name: saved.name })).toHaveFocus();
    expect(fakeServer.callsOf('createContact')).toHaveLength(1);
    expect(fakeServer.callsOf('createContact')[0]?.body).toMatchObject({
      email: 'oleg@example.com',
      invitation_note: 'Вы знаете, где ключи.',
    });
  });

  it('asks for a note until the contact has confirmed, and again with another address', async () => {
    const confirmed = contactFixture({ status: 'confirmed', is_confirmed: true });
    fakeServer.answer('listContacts', { contacts: [confirmed], limit: 3 });
    await openPage('/contact');
    await chooseInMenu('Изменить');
    await expect.element(field('Имя и фамилия')).toBeVisible();
    expect(field('Слово от вас').elements()).toEqual([]);
    await field('Электронная почта').fill('new@example.com');
    await expect.element(field('Слово от вас')).toBeVisible();
  });

  it('returns the focus to the add button when cancelled', async () => {
    await openForm();
    await press(button('Отмена'));
    await expect.element(button('Добавить доверенное лицо')).toHaveFocus();
  });
});

describe('optional fields of the form', () => {
  it('are collapsed for a new contact', async () => {
    await openPage('/contact');
    await button('Добавить доверенное лицо').click();
    await expect.element(field('Имя и фамилия')).toBeVisible();
    await expect.element(field('Телефон')).not.toBeVisible();
    await button('Ещё о человеке').click();
    await expect.element(field('Телефон')).toBeVisible();
  });

  it('are expanded if one has a value', async () => {
    fakeServer.answer('listContacts', { contacts: [{ ...maria, notes: 'Ключи у неё' }], limit: 3 });
    await openPage('/contact');
    await chooseInMenu('Изменить');
    await expect.element(field('Заметки')).toBeVisible();
  });

  it('expand on an error, and the invalid field takes the focus', async () => {
    fakeServer.refuse('createContact', 422, 'invalid_input', {
      fields: { phone: 'phone_invalid' },
    });
    await openPage('/contact');
    await button('Добавить доверенное лицо').click();
    await field('Имя и фамилия').fill('Олег Лавров');
    await field('Электронная почта').fill('oleg@example.com');
    await button('Сохранить и пригласить').click();
    await expect.element(field('Телефон')).toHaveFocus();
  });
});

it('requires the consent of a guardian for a minor', async () => {
  fakeServer.answer('createContact', {
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
  await expect.element(page.getByText(/Нужно согласие родителя или опекуна/)).toBeVisible();
  expect(fakeServer.callsOf('createContact')).toEqual([]);
  await press(page.getByLabelText(/Родитель или опекун согласен/));
  await press(button('Сохранить и пригласить'));
  await expect.poll(() => fakeServer.callsOf('createContact').length).toBe(1);
});

it('saves a changed address of a confirmed contact only after a warning', async () => {
  const confirmed = contactFixture({ status: 'confirmed', is_confirmed: true, invitation: null });
  fakeServer.answer('updateContact', {
    contact: { ...confirmed, email: 'new@example.com' },
    invitation: null,
  });
  fakeServer.answer('listContacts', { contacts: [confirmed], limit: 3 });
  await openPage('/contact');
  await chooseInMenu('Изменить');
  await page.getByLabelText('Электронная почта').fill('new@example.com');
  await press(button('Сохранить'));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(fakeServer.callsOf('updateContact')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Сменить адрес' }).click();
  await expect.poll(() => fakeServer.callsOf('updateContact').length).toBe(1);
});

describe('waiting period in the form of the first contact', () => {
  const waiting = page.getByLabelText('Срок ожидания после запуска протокола');
  let contacts: (typeof saved)[];

  beforeEach(() => {
    contacts = [];
    fakeServer.answer('listContacts', () => ({ contacts, limit: 3 }));
    fakeServer.answer('getProtocolRules', rulesOf({ is_chosen: false }));
    fakeServer.answer('setProtocolRules', rulesOf({ waiting_hours: 72 }));
    fakeServer.answer('createContact', () => {
      contacts = [saved];
      return { contact: saved, invitation: null };
    });
  });

  async function fillAndSave() {
    await fillForm();
    await press(button('Сохранить и пригласить'));
  }

  const savingCalls = () =>
    fakeServer.calls
      .map(({ name }) => name)
      .filter((name) => name === 'setProtocolRules' || name === 'createContact');

  it('saves the proposed waiting period before the first contact is created', async () => {
    await openForm();
    await expect.element(waiting).toHaveTextContent('3 дня');
    await fillAndSave();
    await expect.element(page.getByRole('heading', { name: saved.name })).toHaveFocus();
    expect(savingCalls()).toEqual(['setProtocolRules', 'createContact']);
    expect(fakeServer.callsOf('setProtocolRules')[0]?.body).toEqual({
      waiting_hours: 72,
      needs_second: false,
    });
  });

  it('does not shift the form while the settings are loading', async () => {
    const respond = fakeServer.hold('getProtocolRules');
    await openForm();
    const save = button('Сохранить и пригласить');
    await expect.element(waiting).toBeVisible();
    const before = save.element().getBoundingClientRect().top;
    respond();
    await expect.poll(() => fakeServer.callsOf('getProtocolRules')).toHaveLength(1);
    await expect.element(waiting).toBeVisible();
    expect(save.element().getBoundingClientRect().top).toBe(before);
  });

  it('saves the waiting period first even if the form is sent before the settings are loaded', async () => {
    const respond = fakeServer.hold('getProtocolRules');
    await openForm();
    const sent = fillAndSave();
    await expect.element(button('Сохранить и пригласить')).toHaveAttribute('aria-busy', 'true');
    expect(savingCalls()).toEqual([]);
    respond();
    await sent;
    await expect.element(page.getByRole('heading', { name: saved.name })).toHaveFocus();
    expect(savingCalls()).toEqual(['setProtocolRules', 'createContact']);
  });

  it('saves the contact and shows an error when the waiting period could not be saved', async () => {
    fakeServer.refuse('setProtocolRules', 500, 'internal_error');
    await openForm();
    await expect.element(waiting).toBeVisible();
    await fillAndSave();
    await expect.element(page.getByText(/Срок ожидания не сохранился/)).toBeVisible();
    await expect.element(page.getByRole('heading', { name: saved.name })).toBeVisible();
  });

  it('does not save the waiting period again if only the contact was refused', async () => {
    fakeServer.refuse('createContact', 409, 'contact_email_taken');
    await openForm();
    await expect.element(waiting).toBeVisible();
    await fillAndSave();
    const email = page.getByLabelText('Электронная почта');
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    await expect.element(waiting).toBeVisible();
    await press(button('Сохранить и пригласить'));
    await expect.poll(() => fakeServer.callsOf('createContact').length).toBe(2);
    expect(fakeServer.callsOf('setProtocolRules')).toHaveLength(1);
  });

  it('does not set a waiting period that was chosen before', async () => {
    fakeServer.answer('getProtocolRules', rulesOf({ is_chosen: true }));
    await openForm();
    await fillAndSave();
    await expect.element(page.getByRole('heading', { name: saved.name })).toHaveFocus();
    expect(savingCalls()).toEqual(['createContact']);
  });

  it('does not ask for the waiting period with a second contact', async () => {
    contacts = [maria];
    await openForm();
    await expect.element(page.getByLabelText('Имя и фамилия')).toHaveFocus();
    await expect.element(waiting).not.toBeInTheDocument();
    expect(fakeServer.callsOf('getProtocolRules')).toEqual([]);
  });
});
