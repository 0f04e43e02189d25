import type { InvitationView } from '@zavet/contract/people/invitation-endpoints';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { answerVisitor } from '../../../../test/signed-in-person.ts';
import { loadedTexts } from '../../../ui/language/i18n.ts';

const invitation: InvitationView = {
  owner_name: 'Вера Климова',
  owner_email: 'vera@example.com',
  contact_name: 'Олег',
  contact_email: 'oleg@example.com',
  preferred_language: 'ru',
  status: 'pending',
  active_protocol: null,
  expires_at: '2099-11-10T10:00:00.000Z',
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name });
const open = () => openPage(`/invitation#token=${'t'.repeat(43)}`);

it('declines after a warning, and a declined invitation can still be accepted', async () => {
  fakeServer.answer('openInvitation', invitation);
  fakeServer.answer('declineInvitation', { ...invitation, status: 'declined' });
  await open();
  await expect.element(page.getByText('Вас просят стать доверенным лицом')).toBeVisible();
  await expect.element(page.getByText(/vera@example.com/)).toBeVisible();
  expect(addressNow()).not.toContain('token');
  await button('Отказаться').click();
  expect(fakeServer.callsOf('declineInvitation')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Отказаться' }).click();
  await expect.element(heading('Вы отказались')).toBeVisible();

  fakeServer.answer('openInvitation', { ...invitation, status: 'declined' });
  fakeServer.answer('acceptInvitation', { ...invitation, status: 'confirmed' });
  await open();
  await button('Всё-таки согласиться').click();
  await expect.element(heading('Спасибо, вы согласились')).toBeVisible();
});

it('reports an invalid link', async () => {
  fakeServer.refuse('openInvitation', 400, 'link_invalid');
  await open();
  await expect.element(heading('Ссылка не действует')).toBeVisible();
});

it('falls back to the current language if the texts of its language fail to load', async () => {
  fakeServer.answer('openInvitation', { ...invitation, preferred_language: 'fi' });
  const fetchTexts = loadedTexts.fetch.bind(loadedTexts);
  const failing = vi.spyOn(loadedTexts, 'fetch').mockImplementation((language, subjects) => {
    if (language === 'fi') return Promise.reject(new TypeError('Failed to fetch'));
    return fetchTexts(language, subjects);
  });
  await open();
  await expect.element(page.getByText('Вас просят стать доверенным лицом')).toBeVisible();
  await expect.element(button('Согласиться')).toBeEnabled();
  expect(failing.mock.calls.map(([language]) => language)).toContain('fi');
  failing.mockRestore();
});

describe('invitation answered after the activation', () => {
  const lateInvitation: InvitationView = {
    ...invitation,
    active_protocol: { activated_by: 'Анна Климова', activated_at: '2026-11-10T10:00:00.000Z' },
    expires_at: '2027-11-10T10:00:00.000Z',
  };

  beforeEach(() => answerVisitor(fakeServer));

  it('explains the activation and mentions no price', async () => {
    fakeServer.answer('openInvitation', lateInvitation);
    await open();
    await expect.element(heading('Для вас есть письма')).toBeVisible();
    await expect.element(page.getByText(/Анна Климова/)).toBeVisible();
    expect(document.body.textContent).not.toContain('₽');
    expect(fakeServer.callsOf('acceptInvitation')).toEqual([]);
  });

  it('accepts with one click and announces that the letters are being sent', async () => {
    fakeServer.answer('openInvitation', lateInvitation);
    fakeServer.answer('acceptInvitation', { ...lateInvitation, status: 'activated' });
    await open();
    await button('Согласиться').click();
    await expect.element(heading('Спасибо, вы согласились')).toBeVisible();
    await expect.element(page.getByText(/уже отправляются на oleg@example.com/)).toBeVisible();
  });

  it('declines only after a warning', async () => {
    fakeServer.answer('openInvitation', lateInvitation);
    fakeServer.answer('declineInvitation', { ...lateInvitation, status: 'declined' });
    await open();
    await button('Отказаться').click();
    await expect.element(page.getByText(/Письма для вас не придут/)).toBeVisible();
    expect(fakeServer.callsOf('declineInvitation')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Отказаться' }).click();
    await expect.element(page.getByText(/Вера Климова увидит ваш ответ/)).toBeVisible();
  });
});
