import type { InvitationView } from '@zavet/contract/people/invitation-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { farEnd } from '../../../../test/far-end.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerStrangers } from '../../../../test/signed-in-person.ts';

const invitation: InvitationView = {
  owner_name: 'Вера Климова',
  owner_email: 'vera@example.com',
  contact_name: 'Олег',
  contact_email: 'oleg@example.com',
  preferred_language: 'ru',
  status: 'pending',
  active_protocol: { activated_by: 'Анна Климова', activated_at: '2026-11-10T10:00:00.000Z' },
  expires_at: '2027-11-10T10:00:00.000Z',
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name });
const open = () => openPage(`/invitation#token=${'t'.repeat(43)}`);

beforeEach(() => answerStrangers(farEnd));

describe('the question to a contact who had not answered before the activation', () => {
  it('says what happened and that letters are kept, and asks for no money', async () => {
    farEnd.answer('openInvitation', invitation);
    await open();
    await expect.element(heading('Для вас хранятся послания')).toBeVisible();
    await expect.element(page.getByText(/Анна Климова/)).toBeVisible();
    expect(document.body.textContent).not.toContain('₽');
    expect(farEnd.callsOf('acceptInvitation')).toEqual([]);
  });

  it('takes a yes with one press and says that the letters are on their way', async () => {
    farEnd.answer('openInvitation', invitation);
    farEnd.answer('acceptInvitation', { ...invitation, status: 'activated' });
    await open();
    await button('Согласиться').click();
    await expect.element(heading('Спасибо, вы согласились')).toBeVisible();
    await expect.element(page.getByText(/уже отправляется на oleg@example.com/)).toBeVisible();
  });

  it('asks again before it takes a no', async () => {
    farEnd.answer('openInvitation', invitation);
    farEnd.answer('declineInvitation', { ...invitation, status: 'declined' });
    await open();
    await button('Отказаться').click();
    await expect.element(page.getByText(/не придут. До/)).toBeVisible();
    expect(farEnd.callsOf('declineInvitation')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Отказаться' }).click();
    await expect.element(page.getByText(/Вера Климова узнает об этом/)).toBeVisible();
  });
});
