import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { contactFixture } from '../../../test/contact-fixture.ts';
import { fakeServer, Refusal } from '../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../test/page.tsx';
import { answerSignedInUser, sessionOf } from '../../../test/signed-in-person.ts';
import { queryClient } from '../queries/query-client.ts';
import { endpointKey } from '../queries/query-keys.ts';

const maria = contactFixture();
const privateText = page.getByText(maria.name).first();
/** A message of the previous test may still cover the button. */
async function signOut(): Promise<void> {
  for (const name of ['Ваш аккаунт', 'Выйти']) {
    const button = page.getByRole('button', { name });
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).click();
  }
}

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('listContacts', { contacts: [maria], limit: 3 });
});

/** The server ends the session, so the next call of the open screen is refused. */
async function callAfterSessionEnded(): Promise<void> {
  await page.getByRole('button', { name: 'Ещё: Мария Климова' }).click();
  const inviteAgain = page.getByRole('menuitem', { name: 'Пригласить ещё раз' });
  await expect.element(inviteAgain).toBeVisible();
  fakeServer.answer('getSession', { session: null });
  fakeServer.refuse('listContacts', 401, 'session_missing');
  fakeServer.refuse('sendConfirmationEmail', 401, 'session_missing');
  // Clicks without waiting: a refetch in between would already have emptied the page.
  (inviteAgain.element() as HTMLElement).click();
}

describe('a session ended by the server', () => {
  it('empties the page with the next call, explains why, and remembers the address', async () => {
    await openPage('/contact');
    await expect.element(privateText).toBeVisible();
    await callAfterSessionEnded();
    await expect.element(page.getByText('Сеанс закончился. Войдите снова.')).toBeVisible();
    await expect.element(page.getByText(maria.name)).not.toBeInTheDocument();
    expect(addressNow()).toContain('/login?redirect=');
    expect(addressNow()).toContain('contact');
  });

  it('leads back to the same screen after signing in', async () => {
    await openPage('/contact');
    await expect.element(privateText).toBeVisible();
    await callAfterSessionEnded();
    await page.getByLabelText('Электронная почта').fill('anna@example.org');
    await page.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
    answerSignedInUser(fakeServer);
    fakeServer.answer('listContacts', { contacts: [maria], limit: 3 });
    fakeServer.answer('signIn', { session: sessionOf() });
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await expect.element(privateText).toBeVisible();
    expect(addressNow()).toBe('/contact');
  });

  it('shows no data of one user to the next', async () => {
    await openPage('/contact');
    await expect.element(privateText).toBeVisible();
    await callAfterSessionEnded();
    await page.getByLabelText('Электронная почта').fill('boris@example.org');
    // A late response is cached after the user has signed out.
    queryClient.setQueryData(endpointKey('listContacts'), { contacts: [maria], limit: 3 });
    await page.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
    answerSignedInUser(fakeServer);
    const boris = { id: 'boris', email: 'boris@example.org', preferred_language: 'ru' as const };
    fakeServer.answer('signIn', { session: sessionOf(boris) });
    fakeServer.answer('getSession', { session: sessionOf(boris) });
    const answerNow = fakeServer.hold('listContacts');
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await expect.poll(addressNow).toBe('/contact');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByText(maria.name)).not.toBeInTheDocument();
    answerNow();
    await expect.element(page.getByText('Доверенных лиц пока нет')).toBeVisible();
  });
});

describe('an expired session', () => {
  it('is renewed once, and the call is repeated silently', async () => {
    let isRenewed = false;
    fakeServer.answer('refreshSession', () => {
      isRenewed = true;
      return { session: sessionOf() };
    });
    fakeServer.answer('listContacts', () => {
      if (!isRenewed) throw new Refusal(401, 'session_expired');
      return { contacts: [maria], limit: 3 };
    });
    await openPage('/contact');
    await expect.element(privateText).toBeVisible();
    expect(fakeServer.callsOf('refreshSession')).toHaveLength(1);
    expect(fakeServer.callsOf('listContacts')).toHaveLength(2);
  });
});

describe('signing out', () => {
  it('empties the page and the private storage of the browser', async () => {
    await openPage('/contact');
    await expect.element(privateText).toBeVisible();
    fakeServer.answer('getSession', { session: null });
    await signOut();
    await expect.element(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
    await expect.element(page.getByText(maria.name)).not.toBeInTheDocument();
    expect(addressNow()).toBe('/login');
    expect(fakeServer.callsOf('signOut')).toHaveLength(1);
  });

  it('leaves the page even if the server does not respond, and says so', async () => {
    await openPage('/contact');
    await expect.element(privateText).toBeVisible();
    fakeServer.isAway = true;
    await signOut();
    await expect.element(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
    await expect.element(page.getByText(/Вы вышли только на этом устройстве/)).toBeVisible();
    await expect.element(page.getByText(maria.name)).not.toBeInTheDocument();
  });

  it('in another tab empties this one', async () => {
    await openPage('/contact');
    await expect.element(privateText).toBeVisible();
    fakeServer.answer('getSession', { session: null });
    const otherTab = new BroadcastChannel('zavet.session');
    otherTab.postMessage({ kind: 'signed_out', reason: 'left' });
    await expect.element(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
    await expect.element(page.getByText(maria.name)).not.toBeInTheDocument();
    otherTab.close();
  });
});
