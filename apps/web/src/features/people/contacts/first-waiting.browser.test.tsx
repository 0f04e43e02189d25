import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { farEnd } from '../../../../test/far-end.ts';
import { openPage, press } from '../../../../test/page.tsx';
import { answerPerson, rulesOf } from '../../../../test/signed-in-person.ts';

const saved = contactFixture();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const waiting = page.getByLabelText('Сколько ждать, если этот человек запустит протокол');

let contacts: (typeof saved)[];

beforeEach(() => {
  answerPerson(farEnd);
  contacts = [];
  farEnd.answer('listContacts', () => ({ contacts, limit: 3 }));
  farEnd.answer('getProtocolRules', rulesOf({ is_chosen: false }));
  farEnd.answer('setProtocolRules', rulesOf({ waiting_hours: 72 }));
  farEnd.answer('createContact', () => {
    contacts = [saved];
    return { contact: saved, invitation: null };
  });
});

async function openForm() {
  await openPage('/contact');
  await button('Добавить доверенное лицо').click();
}

async function fillAndSave() {
  await page.getByLabelText('Имя и фамилия').fill(saved.name);
  await page.getByLabelText('Электронная почта').fill(saved.email);
  await press(button('Сохранить и пригласить'));
}

const order = () =>
  farEnd.calls
    .map(({ name }) => name)
    .filter((name) => name === 'setProtocolRules' || name === 'createContact');

it('proposes three days with the first contact, and saves them before the contact exists', async () => {
  await openForm();
  await expect.element(waiting).toHaveTextContent('3 дня');
  await fillAndSave();
  await expect.element(page.getByRole('heading', { name: saved.name })).toHaveFocus();
  expect(order()).toEqual(['setProtocolRules', 'createContact']);
  expect(farEnd.callsOf('setProtocolRules')[0]?.body).toEqual({
    waiting_hours: 72,
    needs_second: false,
  });
});

it('keeps the form in its place while the rules are on their way', async () => {
  const release = farEnd.hold('getProtocolRules');
  await openForm();
  const save = button('Сохранить и пригласить');
  await expect.element(waiting).toBeVisible();
  const before = save.element().getBoundingClientRect().top;
  release();
  await expect.poll(() => farEnd.callsOf('getProtocolRules')).toHaveLength(1);
  await expect.element(waiting).toBeVisible();
  expect(save.element().getBoundingClientRect().top).toBe(before);
});

it('saves the waiting time before the contact, also when the form is sent before the rules arrive', async () => {
  const release = farEnd.hold('getProtocolRules');
  await openForm();
  const sent = fillAndSave();
  await expect.element(button('Сохранить и пригласить')).toHaveAttribute('aria-busy', 'true');
  expect(order()).toEqual([]);
  release();
  await sent;
  await expect.element(page.getByRole('heading', { name: saved.name })).toHaveFocus();
  expect(order()).toEqual(['setProtocolRules', 'createContact']);
});

it('saves the contact all the same when the waiting time cannot be saved, and says so calmly', async () => {
  farEnd.refuse('setProtocolRules', 500, 'internal_error');
  await openForm();
  await expect.element(waiting).toBeVisible();
  await fillAndSave();
  await expect.element(page.getByText(/срок ожидания сохранить не удалось/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: saved.name })).toBeVisible();
});

it('does not save the same waiting time again when only the contact was refused', async () => {
  farEnd.refuse('createContact', 409, 'contact_email_taken');
  await openForm();
  await expect.element(waiting).toBeVisible();
  await fillAndSave();
  const email = page.getByLabelText('Электронная почта');
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await expect.element(waiting).toBeVisible();
  await press(button('Сохранить и пригласить'));
  await expect.poll(() => farEnd.callsOf('createContact').length).toBe(2);
  expect(farEnd.callsOf('setProtocolRules')).toHaveLength(1);
});

it('asks nobody who has chosen before', async () => {
  farEnd.answer('getProtocolRules', rulesOf({ is_chosen: true }));
  await openForm();
  await fillAndSave();
  await expect.element(page.getByRole('heading', { name: saved.name })).toHaveFocus();
  expect(order()).toEqual(['createContact']);
});

it('asks nothing with a further contact', async () => {
  contacts = [saved];
  await openForm();
  await expect.element(page.getByLabelText('Имя и фамилия')).toHaveFocus();
  await expect.element(waiting).not.toBeInTheDocument();
  expect(farEnd.callsOf('getProtocolRules')).toEqual([]);
});
