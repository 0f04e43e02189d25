import '../../../../ui/theme/styles.css';
import type { VetoView } from '@zavet/contract/protocol/veto-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { addressNow, openPage, pressTwice } from '../../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../../test/signed-in-person.ts';

const vetoButton = page.getByRole('button', { name: 'Я здесь, остановить' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const field = page.getByLabelText('Код с бумаги');

const inTwoDays = () => new Date(Date.now() + 2 * 24 * 60 * 60 * 1000 + 90 * 60 * 1000);
const nothingToVeto: VetoView = {
  owner_name: 'Анна Лаврова',
  attempts: [],
  is_released: false,
  needs_sign_in: false,
  is_code_used: false,
  is_vetoed: false,
};
const waiting = (isPostponed = false): VetoView => ({
  ...nothingToVeto,
  attempts: [
    {
      contact_name: 'Мария Климова',
      status: 'waiting',
      started_at: '2026-11-15T10:00:00.000Z',
      release_at: inTwoDays().toISOString(),
      is_postponed: isPostponed,
      doubt: null,
    },
  ],
});
const vetoed: VetoView = { ...nothingToVeto, is_vetoed: true };

beforeEach(() => {
  fakeServer.answer('describeVeto', waiting());
  fakeServer.answer('vetoProtocol', vetoed);
});

describe('a mailed veto link', () => {
  it('shows the contact, the release date and the time left, and vetoes nothing when opened', async () => {
    await openPage('/stop#token=abc');
    await expect.element(heading('Ничего ещё не отправлено')).toBeVisible();
    await expect.element(page.getByText('Запуск начат: Мария Климова')).toBeVisible();
    await expect.element(page.getByText('осталось 2 дня 1 час')).toBeVisible();
    expect(fakeServer.callsOf('describeVeto').map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    expect(fakeServer.callsOf('vetoProtocol')).toEqual([]);
  });

  it('explains a later release only after downtime', async () => {
    const why = page.getByText('Перенесено: сервис не работал');
    await openPage('/stop#token=abc');
    await expect.element(vetoButton).toBeVisible();
    await expect.element(why).not.toBeInTheDocument();
    fakeServer.answer('describeVeto', waiting(true));
    await openPage('/stop#token=abd');
    await expect.element(why).toBeVisible();
  });

  it('removes the token from the URL', async () => {
    await openPage('/stop#token=abc');
    await expect.element(vetoButton).toBeVisible();
    expect(addressNow()).toBe('/stop');
  });

  it('is excluded from search engines', async () => {
    await openPage('/stop#token=abc');
    await expect.element(vetoButton).toBeVisible();
    const robots = document.querySelector('meta[name="robots"]');
    expect(robots?.getAttribute('content')).toBe('noindex');
  });

  it('vetoes once for a double click and shows the consequences', async () => {
    const answerNow = fakeServer.hold('vetoProtocol');
    await openPage('/stop#token=abc');
    await pressTwice(vetoButton);
    answerNow();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
    await expect.element(page.getByText(/оплата возвращается полностью/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Войти и решить' })).toBeVisible();
    expect(fakeServer.callsOf('vetoProtocol')).toHaveLength(1);
  });

  it('shows a failed veto and allows another try', async () => {
    fakeServer.refuse('vetoProtocol', 500, 'internal_error');
    await openPage('/stop#token=abc');
    await vetoButton.click();
    await expect.element(page.getByText('Не удалось остановить')).toBeVisible();
    fakeServer.answer('vetoProtocol', vetoed);
    await vetoButton.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
  });

  it('shows the release that happened after the page was opened', async () => {
    await openPage('/stop#token=abc');
    await expect.element(vetoButton).toBeVisible();
    fakeServer.refuse('vetoProtocol', 409, 'nothing_to_veto');
    fakeServer.answer('describeVeto', { ...nothingToVeto, is_released: true });
    await vetoButton.click();
    await expect.element(heading('Письма уже ушли')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Войти и закрыть' })).toBeVisible();
  });

  it('leads to the paper code when it is unknown', async () => {
    fakeServer.refuse('describeVeto', 404, 'link_invalid');
    await openPage('/stop#token=abc');
    await expect.element(heading('Ссылка не подходит')).toBeVisible();
    await page.getByRole('button', { name: 'Ввести код' }).click();
    await expect.element(field).toBeVisible();
  });

  it.each([
    ['nothing to veto', nothingToVeto, 'Останавливать нечего'],
    ['a vetoed start', vetoed, 'Запуск уже остановлен'],
    ['released letters', { ...nothingToVeto, is_released: true }, 'Письма уже ушли'],
  ])('shows %s', async (_state, view, title) => {
    fakeServer.answer('describeVeto', view);
    await openPage('/stop#token=abc');
    await expect.element(heading(title)).toBeVisible();
    await expect.element(vetoButton).not.toBeInTheDocument();
    await expect.element(field).toBeVisible();
  });

  it('asks again for a new start after an earlier veto', async () => {
    fakeServer.answer('describeVeto', { ...waiting(), is_vetoed: true });
    await openPage('/stop#token=abc');
    await vetoButton.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
  });

  it('offers the paper code as an alternative', async () => {
    await openPage('/stop#token=abc');
    await expect.element(vetoButton).toBeVisible();
    await page.getByRole('button', { name: 'Ввести код' }).click();
    await expect.element(field).toBeVisible();
    await expect.element(vetoButton).not.toBeInTheDocument();
  });

  it('works for a signed-in user', async () => {
    answerSignedInUser(fakeServer);
    await openPage('/stop#token=abc');
    await vetoButton.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
  });
});

describe('a start with an approved death certificate', () => {
  const certified = (): VetoView => ({ ...waiting(), needs_sign_in: true });

  it('is not vetoed by a link: the page explains why and leads to sign-in', async () => {
    fakeServer.answer('describeVeto', certified());
    await openPage('/stop#token=abc');
    await expect.element(heading('Войдите, чтобы остановить запуск')).toBeVisible();
    await expect.element(page.getByText(/по свидетельству о смерти/)).toBeVisible();
    await expect.element(vetoButton).not.toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('link', { name: 'Войти и остановить' }).click();
    await expect.element(heading('Вход')).toBeVisible();
    expect(addressNow()).toContain('redirect=%2Fdashboard');
  });

  it('is vetoed by the paper code entered on the same page', async () => {
    fakeServer.answer('describeVeto', certified());
    await openPage('/stop#token=abc');
    await expect.element(heading('Войдите, чтобы остановить запуск')).toBeVisible();
    fakeServer.answer('describeVeto', waiting());
    await field.fill('ABCDE-FGHJK-MNPQR-23456');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await vetoButton.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
    expect(fakeServer.callsOf('vetoProtocol').map(({ body }) => body)).toEqual([
      { code: 'ABCDEFGHJKMNPQR23456' },
    ]);
  });

  it('is shown when the approval came after the page was opened', async () => {
    await openPage('/stop#token=abc');
    await expect.element(vetoButton).toBeVisible();
    fakeServer.refuse('vetoProtocol', 409, 'sign_in_to_veto');
    fakeServer.answer('describeVeto', certified());
    await vetoButton.click();
    await expect.element(heading('Войдите, чтобы остановить запуск')).toBeVisible();
  });
});

it('shows a doubt instead of the release that it suspends', async () => {
  const attempts = waiting().attempts.map((one) => ({
    ...one,
    release_at: '2026-11-18T10:00:00.000Z',
    doubt: { decided_by: '2026-11-21T10:00:00.000Z' },
  }));
  fakeServer.answer('describeVeto', { ...nothingToVeto, attempts });
  await openPage('/stop#token=abc');
  await expect.element(page.getByText('Письма не уйдут, пока сотрудники не решат')).toBeVisible();
  await expect.element(page.getByText(/решат не позднее 21 нояб/)).toBeVisible();
  expect(page.getByText('с минуты на минуту').elements()).toEqual([]);
});

it('shows a request to support instead of a start, and lets the owner answer it', async () => {
  const [attempt] = waiting().attempts;
  const requested = { ...attempt, status: 'requested', release_at: null } as const;
  fakeServer.answer('describeVeto', {
    ...nothingToVeto,
    attempts: [requested as (typeof nothingToVeto.attempts)[0]],
  });
  await openPage('/stop#token=abc');
  await expect.element(page.getByText('Запрос в поддержку: Мария Климова')).toBeVisible();
  await expect.element(page.getByText('Поддержка смотрит запрос')).toBeVisible();
  await page.getByRole('button', { name: 'Я здесь, остановить' }).click();
  await expect.element(heading('Запуск остановлен')).toBeVisible();
});

describe('the paper code', () => {
  it('is entered on the page without a link, in any grouping, and shows the start', async () => {
    await openPage('/stop');
    await field.fill('abcde fghjk-mnpqr 23456');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(vetoButton).toBeVisible();
    const sent = { code: 'ABCDEFGHJKMNPQR23456' };
    expect(fakeServer.callsOf('describeVeto')[0]?.body).toEqual(sent);
    await vetoButton.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
    expect(fakeServer.callsOf('vetoProtocol').map(({ body }) => body)).toEqual([sent]);
  });

  it('is not sent when malformed and stays in the field', async () => {
    await openPage('/stop');
    await field.fill('ABC');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue('ABC');
    expect(fakeServer.callsOf('describeVeto')).toEqual([]);
  });

  it('is rejected at the field when unknown', async () => {
    fakeServer.refuse('describeVeto', 422, 'veto_code_unknown');
    await openPage('/stop');
    await field.fill('ABCDE-FGHJK-MNPQR-23456');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveFocus();
  });

  it.each([
    ['without another start', { ...vetoed, is_code_used: true }, 'Запуск уже остановлен'],
    [
      'with another start in progress',
      { ...waiting(), is_vetoed: true, is_code_used: true, needs_sign_in: true },
      'Войдите, чтобы остановить запуск',
    ],
  ])('is shown as used %s', async (_case, view, title) => {
    fakeServer.answer('describeVeto', view);
    await openPage('/stop');
    await field.fill('ABCDE-FGHJK-MNPQR-23456');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(heading(title)).toBeVisible();
    await expect.element(page.getByText(/код уже использован/)).toBeVisible();
    await expect.element(vetoButton).not.toBeInTheDocument();
  });

  it('is not marked as invalid when the server fails', async () => {
    await openPage('/stop');
    fakeServer.refuse('describeVeto', 500, 'internal_error');
    await field.fill('ABCDE-FGHJK-MNPQR-23456');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(page.getByText('Не удалось узнать, что происходит')).toBeVisible();
    await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
  });
});

describe('the veto page has no accessibility violations', () => {
  it('before and after the veto', async () => {
    await openPage('/stop#token=abc');
    await expect.element(vetoButton).toBeVisible();
    await expectAccessible();
    await vetoButton.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
    await expectAccessible();
  });

  it('with nothing to veto', async () => {
    fakeServer.answer('describeVeto', nothingToVeto);
    await openPage('/stop#token=abc');
    await expect.element(field).toBeVisible();
    await expectAccessible();
  });

  it('with the field for the paper code', async () => {
    await openPage('/stop');
    await expect.element(field).toBeVisible();
    await expectAccessible();
  });
});
