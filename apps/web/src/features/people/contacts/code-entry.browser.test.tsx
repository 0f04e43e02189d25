import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import { farEnd } from '../../../../test/far-end.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

const maria = contactFixture();
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('listContacts', { contacts: [maria], limit: 3 });
});

describe('the code of a contact', () => {
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

  it('typed with Cyrillic letters that look the same arrives as the Latin ones', async () => {
    farEnd.answer('confirmContact', { ok: true });
    const confirmed = contactFixture({ status: 'confirmed', is_confirmed: true });
    farEnd.answer('listContacts', ({ name }) => ({
      contacts: [farEnd.callsOf('confirmContact').length > 0 && name ? confirmed : maria],
      limit: 3,
    }));
    await sendCode('кн2-ав3');
    await expect.element(page.getByText('Подтверждено', { exact: true })).toBeVisible();
    expect(farEnd.callsOf('confirmContact')[0]?.body).toMatchObject({
      confirmation_code: 'KH2AB3',
    });
  });

  it.each(['A', 'AB12', 'AB12345'])('that cannot be one is not sent: «%s»', async (typed) => {
    await typeCode(typed);
    await expect.element(button('Подтвердить')).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await expect.element(code).toHaveFocus();
    expect(farEnd.callsOf('confirmContact')).toEqual([]);
  });

  it('that is too long says so, and can be sent once it is right', async () => {
    await typeCode('AB12345');
    await expect.element(page.getByText('В коде 6 букв и цифр, а здесь 7.')).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    await expect.element(button('Подтвердить')).toBeEnabled();
  });

  it('with a letter that has no Latin look-alike names that letter', async () => {
    await typeCode('АВ2ЖЩ3');
    await expect.element(button('Подтвердить')).toBeDisabled();
    await expect.element(page.getByText(/а здесь есть и другое: .*Ж/)).toBeVisible();
    expect(farEnd.callsOf('confirmContact')).toEqual([]);
  });

  it('that is wrong says so in a toast and at the field, and counts the tries', async () => {
    farEnd.refuse('confirmContact', 422, 'invalid_code', { facts: { tries_left: 9 } });
    const tried = {
      ...maria,
      invitation: maria.invitation && { ...maria.invitation, tries_left: 9 },
    };
    farEnd.answer('listContacts', () => ({
      contacts: [farEnd.callsOf('confirmContact').length > 0 ? tried : maria],
      limit: 3,
    }));
    await sendCode('KH2AB3');
    await expect.element(page.getByRole('alert').getByText(/Код не подходит/)).toBeVisible();
    await expect.element(code).toHaveAccessibleDescription(/Код не подходит/);
    await expect.element(page.getByText(/Осталось 9 попыток/)).toBeVisible();
    await expect.element(code).toHaveFocus();
  });

  describe('while the answer of its person is awaited', () => {
    beforeEach(() => {
      // The list is read again every ten seconds.
      const setRealInterval = globalThis.setInterval;
      const soon = (act: () => void, ms?: number) => setRealInterval(act, ms === 10_000 ? 100 : ms);
      vi.spyOn(globalThis, 'setInterval').mockImplementation(soon as typeof setInterval);
    });
    afterEach(() => vi.restoreAllMocks());

    it('is no longer called wrong once another code was sent', async () => {
      farEnd.refuse('confirmContact', 422, 'invalid_code', { facts: { tries_left: 9 } });
      await sendCode('KH2AB3');
      await expect.element(code).toHaveAccessibleDescription(/Код не подходит/);
      const created_at = '2026-11-02T10:00:00.000Z';
      const sentAgain = {
        ...maria,
        invitation: maria.invitation && { ...maria.invitation, created_at },
      };
      farEnd.answer('listContacts', { contacts: [sentAgain], limit: 3 });
      await expect.element(code).not.toHaveAccessibleDescription(/Код не подходит/);
    });

    it('is not asked for any more once the person has agreed by the link', async () => {
      await typeCode('KH2');
      const confirmed = contactFixture({ status: 'confirmed', is_confirmed: true });
      farEnd.answer('listContacts', { contacts: [confirmed], limit: 3 });
      await expect.element(page.getByText('Подтверждено', { exact: true })).toBeVisible();
      await expect.element(code).not.toBeInTheDocument();
      await expect.element(page.getByRole('heading', { name: maria.name })).toHaveFocus();
    });
  });

  it('is closed by the button, which gives the focus back', async () => {
    await openPage('/contact');
    await button('Ввести код: Мария Климова').click();
    await button('Отмена').click();
    await expect.element(button('Ввести код: Мария Климова')).toHaveFocus();
  });
});
