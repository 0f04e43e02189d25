import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openPage, press } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const maria = contactFixture();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name);
const menu = button('Ещё: Мария Климова');

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('listContacts', { contacts: [maria], limit: 3 });
});

describe('card of a contact', () => {
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

  it('shows relationship and consent, and links to the instructions of the contact', async () => {
    fakeServer.answer('listContacts', { contacts: [olga], limit: 3 });
    await openPage('/contact');
    await expect.element(page.getByText('подруга · olga@example.com')).toBeVisible();
    await expect.element(page.getByText(/Согласие получено 3 марта/)).toBeVisible();
    await expect.element(page.getByText(/Получит 4 распоряжения\./)).toBeVisible();
    const link = page.getByRole('link', { name: 'Что получит Ольга Ким' });
    await expect.element(link).toHaveAttribute('href', `/instructions?person=${olga.id}`);
    await expectAccessible();
  });

  it('shows that an imported contact is not invited, and sends the invitation', async () => {
    const imported = contactFixture({ status: 'uninvited', invitation: null });
    const invited = contactFixture();
    fakeServer.answer('listContacts', () => ({
      contacts: [fakeServer.callsOf('sendConfirmationEmail').length > 0 ? invited : imported],
      limit: 3,
    }));
    fakeServer.answer('sendConfirmationEmail', {
      ...{ ok: true, sent: true, manual_sharing_required: false },
      ...{ contact_email: imported.email, confirmation_code: null },
    });
    await openPage('/contact');
    await expect.element(page.getByText('Без приглашения', { exact: true }).last()).toBeVisible();
    await expect.element(page.getByText('Приглашение ещё не отправлено.')).toBeVisible();
    const figures = page.getByLabelText('Сводка');
    await expect.element(figures.getByText('Без приглашения')).toBeVisible();
    await expectAccessible();
    await press(button('Отправить приглашение: Мария Климова'));
    await expect.element(page.getByText('Ждёт ответа', { exact: true })).toBeVisible();
  });

  it('shows that the reconfirmation mail did not arrive', async () => {
    const yearly = {
      ...{ confirmed_at: '2026-03-03T10:00:00.000Z', asked_at: '2027-03-03T10:00:00.000Z' },
      is_unreached: true,
    };
    fakeServer.answer('listContacts', { contacts: [{ ...olga, yearly }], limit: 3 });
    await openPage('/contact');
    await expect.element(page.getByText(/Наше письмо не дошло/)).toBeVisible();
    await expectAccessible();
  });

  it('shows further details only when expanded from the menu', async () => {
    fakeServer.answer('listContacts', { contacts: [olga], limit: 3 });
    await openPage('/contact');
    const phone = page.getByRole('link', { name: '+7 912 345-67-89' });
    await expect.element(page.getByText('подруга · olga@example.com')).toBeVisible();
    await expect.element(phone).not.toBeInTheDocument();
    await button('Ещё: Ольга Ким').click();
    await page.getByRole('menuitem', { name: 'Подробнее' }).click();
    await expect.element(phone).toBeVisible();
    await expectAccessible();
  });

  it('can be used by keyboard alone', async () => {
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

  it('shows the date of the guardian consent', async () => {
    const guardian_consent_at = '2026-03-03T10:00:00.000Z';
    const minor = { ...olga, is_minor: true, guardian_consent_at };
    fakeServer.answer('listContacts', { contacts: [minor], limit: 3 });
    await openPage('/contact');
    await button('Ещё: Ольга Ким').click();
    await page.getByRole('menuitem', { name: 'Подробнее' }).click();
    await expect.element(page.getByText(/согласие родителя или опекуна с 3 марта/)).toBeVisible();
  });

  it('offers neither edit nor delete after the protocol was activated', async () => {
    fakeServer.answer('listContacts', { contacts: [{ ...olga, status: 'activated' }], limit: 3 });
    await openPage('/contact');
    await button('Ещё: Ольга Ким').click();
    await expect.element(page.getByRole('menuitem', { name: 'Подробнее' })).toBeVisible();
    expect(page.getByRole('menuitem').elements()).toHaveLength(1);
  });
});

describe('confirmation code of a contact', () => {
  const code = page.getByLabelText('Код подтверждения');

  async function typeCode(typed: string) {
    await openPage('/contact');
    await button('Ввести код: Мария Климова').click();
    await expect.element(code).toHaveFocus();
    await userEvent.keyboard(typed);
  }

  async function sendCode(typed: string) {
    await typeCode(typed);
    await button('Подтвердить').click();
  }

  it('is sent in Latin letters when typed with Cyrillic look-alikes', async () => {
    fakeServer.answer('confirmContact', { ok: true });
    const confirmed = contactFixture({ status: 'confirmed', is_confirmed: true });
    fakeServer.answer('listContacts', ({ name }) => ({
      contacts: [fakeServer.callsOf('confirmContact').length > 0 && name ? confirmed : maria],
      limit: 3,
    }));
    await sendCode('кн2-ав3');
    await expect.element(page.getByText('Подтверждено', { exact: true })).toBeVisible();
    expect(fakeServer.callsOf('confirmContact')[0]?.body).toMatchObject({
      confirmation_code: 'KH2AB3',
    });
  });

  it.each(['A', 'AB12', 'AB12345'])('is not sent with a wrong length: «%s»', async (typed) => {
    await typeCode(typed);
    await expect.element(button('Подтвердить')).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await expect.element(code).toHaveFocus();
    expect(fakeServer.callsOf('confirmContact')).toEqual([]);
  });

  it('shows an error while it is too long, and can be sent when corrected', async () => {
    await typeCode('AB12345');
    await expect.element(page.getByText('В коде 6 букв и цифр, а здесь 7.')).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    await expect.element(button('Подтвердить')).toBeEnabled();
  });

  it('names a letter that has no Latin look-alike', async () => {
    await typeCode('АВ2ЖЩ3');
    await expect.element(button('Подтвердить')).toBeDisabled();
    await expect.element(page.getByText(/Лишнее: .*Ж/)).toBeVisible();
    expect(fakeServer.callsOf('confirmContact')).toEqual([]);
  });

  it('shows a wrong code in a toast and at the field, with the remaining tries', async () => {
    fakeServer.refuse('confirmContact', 422, 'invalid_code', { facts: { tries_left: 9 } });
    const tried = {
      ...maria,
      invitation: maria.invitation && { ...maria.invitation, tries_left: 9 },
    };
    fakeServer.answer('listContacts', () => ({
      contacts: [fakeServer.callsOf('confirmContact').length > 0 ? tried : maria],
      limit: 3,
    }));
    await sendCode('KH2AB3');
    await expect.element(page.getByRole('alert').getByText(/Код не подходит/)).toBeVisible();
    await expect.element(code).toHaveAccessibleDescription(/Код не подходит/);
    await expect.element(page.getByText(/Осталось 9 попыток/)).toBeVisible();
    await expect.element(code).toHaveFocus();
  });

  describe('while the list is polled', () => {
    beforeEach(() => {
      // Polls every 100 ms instead of ten seconds.
      const realSetInterval = globalThis.setInterval;
      const fastSetInterval = (act: () => void, ms?: number) =>
        realSetInterval(act, ms === 10_000 ? 100 : ms);
      vi.spyOn(globalThis, 'setInterval').mockImplementation(fastSetInterval as typeof setInterval);
    });
    afterEach(() => vi.restoreAllMocks());

    it('clears the error once another code was sent', async () => {
      fakeServer.refuse('confirmContact', 422, 'invalid_code', { facts: { tries_left: 9 } });
      await sendCode('KH2AB3');
      await expect.element(code).toHaveAccessibleDescription(/Код не подходит/);
      const created_at = '2026-11-02T10:00:00.000Z';
      const sentAgain = {
        ...maria,
        invitation: maria.invitation && { ...maria.invitation, created_at },
      };
      fakeServer.answer('listContacts', { contacts: [sentAgain], limit: 3 });
      await expect.element(code).not.toHaveAccessibleDescription(/Код не подходит/);
    });

    it('closes once the contact has confirmed by the link', async () => {
      await typeCode('KH2');
      const confirmed = contactFixture({ status: 'confirmed', is_confirmed: true });
      fakeServer.answer('listContacts', { contacts: [confirmed], limit: 3 });
      await expect.element(page.getByText('Подтверждено', { exact: true })).toBeVisible();
      await expect.element(code).not.toBeInTheDocument();
      await expect.element(page.getByRole('heading', { name: maria.name })).toHaveFocus();
    });
  });

  it('restores the focus when cancelled', async () => {
    await openPage('/contact');
    await button('Ввести код: Мария Климова').click();
    await button('Отмена').click();
    await expect.element(button('Ввести код: Мария Климова')).toHaveFocus();
  });
});
