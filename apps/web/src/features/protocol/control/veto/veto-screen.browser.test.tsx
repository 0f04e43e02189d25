import '../../../../ui/theme/styles.css';
import type { VetoView } from '@zavet/contract/protocol/veto-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { farEnd } from '../../../../../test/far-end.ts';
import { addressNow, openPage, pressTwice } from '../../../../../test/page.tsx';
import { answerPerson } from '../../../../../test/signed-in-person.ts';

const act = page.getByRole('button', { name: 'Я здесь, остановите это' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const field = page.getByLabelText('Код с бумаги');

const inTwoDays = () => new Date(Date.now() + 2 * 24 * 60 * 60 * 1000 + 90 * 60 * 1000);
const nothing: VetoView = {
  owner_name: 'Анна Лаврова',
  attempts: [],
  is_released: false,
  needs_sign_in: false,
  is_code_spent: false,
  is_stopped: false,
};
const waiting = (isPostponed = false): VetoView => ({
  ...nothing,
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
const stopped: VetoView = { ...nothing, is_stopped: true };

beforeEach(() => {
  farEnd.answer('describeVeto', waiting());
  farEnd.answer('vetoProtocol', stopped);
});

describe('the link of a mail', () => {
  it('tells who began it, when letters leave and how long that is, and stops nothing by itself', async () => {
    await openPage('/stop#token=abc');
    await expect.element(heading('Ничего ещё не отправлено')).toBeVisible();
    await expect.element(page.getByText('Запуск начат: Мария Климова')).toBeVisible();
    await expect.element(page.getByText('осталось 2 дня 1 час')).toBeVisible();
    expect(farEnd.callsOf('describeVeto').map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    expect(farEnd.callsOf('vetoProtocol')).toEqual([]);
  });

  it('says why letters leave later only where an interruption put them off', async () => {
    const why = page.getByText('Перенесено из-за перерыва в работе сервиса');
    await openPage('/stop#token=abc');
    await expect.element(act).toBeVisible();
    await expect.element(why).not.toBeInTheDocument();
    farEnd.answer('describeVeto', waiting(true));
    await openPage('/stop#token=abd');
    await expect.element(why).toBeVisible();
  });

  it('leaves the address before anything is asked', async () => {
    await openPage('/stop#token=abc');
    await expect.element(act).toBeVisible();
    expect(addressNow()).toBe('/stop');
  });

  it('is told to search engines as nothing of theirs', async () => {
    await openPage('/stop#token=abc');
    await expect.element(act).toBeVisible();
    const robots = document.querySelector('meta[name="robots"]');
    expect(robots?.getAttribute('content')).toBe('noindex');
  });

  it('stops it with one press, once, and says what follows', async () => {
    const answerNow = farEnd.hold('vetoProtocol');
    await openPage('/stop#token=abc');
    await pressTwice(act);
    answerNow();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
    await expect.element(page.getByText(/деньги возвращаются полностью/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Войти и решить' })).toBeVisible();
    expect(farEnd.callsOf('vetoProtocol')).toHaveLength(1);
  });

  it('says so when it could not be stopped, and can be pressed again', async () => {
    farEnd.refuse('vetoProtocol', 500, 'internal_error');
    await openPage('/stop#token=abc');
    await act.click();
    await expect.element(page.getByText('Не удалось остановить')).toBeVisible();
    farEnd.answer('vetoProtocol', stopped);
    await act.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
  });

  it('shows what became of it when letters left between reading and pressing', async () => {
    await openPage('/stop#token=abc');
    await expect.element(act).toBeVisible();
    farEnd.refuse('vetoProtocol', 409, 'nothing_to_stop');
    farEnd.answer('describeVeto', { ...nothing, is_released: true });
    await act.click();
    await expect.element(heading('Послания уже ушли')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Войти и закрыть послания' }))
      .toBeVisible();
  });

  it('that is unknown leads to the code on paper', async () => {
    farEnd.refuse('describeVeto', 404, 'link_invalid');
    await openPage('/stop#token=abc');
    await expect.element(heading('Ссылка не подходит')).toBeVisible();
    await page.getByRole('button', { name: 'Ввести код' }).click();
    await expect.element(field).toBeVisible();
  });

  it.each([
    ['nothing to stop', nothing, 'Останавливать нечего'],
    ['a start that was stopped', stopped, 'Запуск уже остановлен'],
    ['letters that have left', { ...nothing, is_released: true }, 'Послания уже ушли'],
  ])('of %s says so', async (_what, view, title) => {
    farEnd.answer('describeVeto', view);
    await openPage('/stop#token=abc');
    await expect.element(heading(title)).toBeVisible();
    await expect.element(act).not.toBeInTheDocument();
    await expect.element(field).toBeVisible();
  });

  it('that was pressed before asks again when another start runs', async () => {
    farEnd.answer('describeVeto', { ...waiting(), is_stopped: true });
    await openPage('/stop#token=abc');
    await act.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
  });

  it('that stays in the tab leaves the way to the code on paper', async () => {
    await openPage('/stop#token=abc');
    await expect.element(act).toBeVisible();
    await page.getByRole('button', { name: 'Ввести код с бумаги' }).click();
    await expect.element(field).toBeVisible();
    await expect.element(act).not.toBeInTheDocument();
  });

  it('works for somebody who is signed in', async () => {
    answerPerson(farEnd);
    await openPage('/stop#token=abc');
    await act.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
  });
});

describe('what rests on a death certificate', () => {
  const certified = (): VetoView => ({ ...waiting(), needs_sign_in: true });

  it('is not stopped by a link: the page says why and leads to the notice after signing in', async () => {
    farEnd.answer('describeVeto', certified());
    await openPage('/stop#token=abc');
    await expect.element(heading('Чтобы остановить запуск, войдите')).toBeVisible();
    await expect.element(page.getByText(/по свидетельству о смерти/)).toBeVisible();
    await expect.element(act).not.toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('link', { name: 'Войти и остановить' }).click();
    await expect.element(heading('Вход')).toBeVisible();
    expect(addressNow()).toContain('redirect=%2Fdashboard');
  });

  it('is stopped by the code on paper, typed on the same page', async () => {
    farEnd.answer('describeVeto', certified());
    await openPage('/stop#token=abc');
    await expect.element(heading('Чтобы остановить запуск, войдите')).toBeVisible();
    farEnd.answer('describeVeto', waiting());
    await field.fill('ABCDE-FGHJK-MNPQR-23456');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await act.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
    expect(farEnd.callsOf('vetoProtocol').map(({ body }) => body)).toEqual([
      { code: 'ABCDEFGHJKMNPQR23456' },
    ]);
  });

  it('is told when the approval came between reading and pressing', async () => {
    await openPage('/stop#token=abc');
    await expect.element(act).toBeVisible();
    farEnd.refuse('vetoProtocol', 409, 'sign_in_to_stop');
    farEnd.answer('describeVeto', certified());
    await act.click();
    await expect.element(heading('Чтобы остановить запуск, войдите')).toBeVisible();
  });
});

it('a doubt is named in place of the release that it holds back', async () => {
  const attempts = waiting().attempts.map((one) => ({
    ...one,
    release_at: '2026-11-18T10:00:00.000Z',
    doubt: { decided_by: '2026-11-21T10:00:00.000Z' },
  }));
  farEnd.answer('describeVeto', { ...nothing, attempts });
  await openPage('/stop#token=abc');
  await expect.element(page.getByText('Письма не уйдут, пока сотрудники не решат')).toBeVisible();
  await expect.element(page.getByText(/решат не позднее 21 нояб/)).toBeVisible();
  expect(page.getByText('с минуты на минуту').elements()).toEqual([]);
});

it('a request to support is answered rather than stopped', async () => {
  const [attempt] = waiting().attempts;
  const requested = { ...attempt, status: 'requested', release_at: null } as const;
  farEnd.answer('describeVeto', {
    ...nothing,
    attempts: [requested as (typeof nothing.attempts)[0]],
  });
  await openPage('/stop#token=abc');
  await expect.element(page.getByText('Запрос в поддержку: Мария Климова')).toBeVisible();
  await expect.element(page.getByText('Сотрудник поддержки смотрит запрос')).toBeVisible();
  await page.getByRole('button', { name: 'Я здесь, отклоните запрос' }).click();
  await expect.element(heading('Запуск остановлен')).toBeVisible();
});

describe('the code on paper', () => {
  it('is asked for without a link, and typed in any way shows what it would stop', async () => {
    await openPage('/stop');
    await field.fill('abcde fghjk-mnpqr 23456');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(act).toBeVisible();
    const sent = { code: 'ABCDEFGHJKMNPQR23456' };
    expect(farEnd.callsOf('describeVeto')[0]?.body).toEqual(sent);
    await act.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
    expect(farEnd.callsOf('vetoProtocol').map(({ body }) => body)).toEqual([sent]);
  });

  it('that cannot be one is not sent, and the field keeps it', async () => {
    await openPage('/stop');
    await field.fill('ABC');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue('ABC');
    expect(farEnd.callsOf('describeVeto')).toEqual([]);
  });

  it('that is unknown is refused at the field', async () => {
    farEnd.refuse('describeVeto', 422, 'stop_code_unknown');
    await openPage('/stop');
    await field.fill('ABCDE-FGHJK-MNPQR-23456');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveFocus();
  });

  it.each([
    ['and nothing runs', { ...stopped, is_code_spent: true }, 'Запуск уже остановлен'],
    [
      'while another start runs',
      { ...waiting(), is_stopped: true, is_code_spent: true, needs_sign_in: true },
      'Чтобы остановить запуск, войдите',
    ],
  ])('that was used says so, %s', async (_when, view, title) => {
    farEnd.answer('describeVeto', view);
    await openPage('/stop');
    await field.fill('ABCDE-FGHJK-MNPQR-23456');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(heading(title)).toBeVisible();
    await expect.element(page.getByText(/Этот код уже использован/)).toBeVisible();
    await expect.element(act).not.toBeInTheDocument();
  });

  it('is not blamed when the server is away', async () => {
    await openPage('/stop');
    farEnd.refuse('describeVeto', 500, 'internal_error');
    await field.fill('ABCDE-FGHJK-MNPQR-23456');
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await expect.element(page.getByText('Не удалось узнать, что происходит')).toBeVisible();
    await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
  });
});

describe('has no violation', () => {
  it('before the press and after it', async () => {
    await openPage('/stop#token=abc');
    await expect.element(act).toBeVisible();
    await expectAccessible();
    await act.click();
    await expect.element(heading('Запуск остановлен')).toBeVisible();
    await expectAccessible();
  });

  it('where nothing can be stopped', async () => {
    farEnd.answer('describeVeto', nothing);
    await openPage('/stop#token=abc');
    await expect.element(field).toBeVisible();
    await expectAccessible();
  });

  it('where a code is asked for', async () => {
    await openPage('/stop');
    await expect.element(field).toBeVisible();
    await expectAccessible();
  });
});
