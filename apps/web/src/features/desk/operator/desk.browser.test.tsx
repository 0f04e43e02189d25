import { ApiError } from '@zavet/contract/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerReviewCounts } from '../../../../test/desk-fixture.ts';
import { fakeServer, Refusal } from '../../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';
import { operatorCode } from './operator-code.tsx';

const code = page.getByLabelText('Код из 6 цифр');
const closedDesk = { is_operator: true, open_until: null };
const openedDesk = { is_operator: true, open_until: '2026-11-01T18:40:00.000Z' };
const nextTab = page.getByRole('link', { name: 'Журнал' });

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('getDesk', openedDesk);
  answerReviewCounts();
  fakeServer.answer('listLetters', { letters: [], next: null });
});

describe('operator desk', () => {
  it('shows a notice and no tabs to users who are not operators', async () => {
    fakeServer.answer('getDesk', { is_operator: false, open_until: null });
    await openPage('/operator/letters');
    const title = page.getByRole('heading', { name: 'Только для сотрудников' });
    await expect.element(title).toBeVisible();
    await expect.element(nextTab).not.toBeInTheDocument();
  });

  it('asks for a code, shows a wrong one at the field, and opens the requested tab', async () => {
    fakeServer.answer('getDesk', closedDesk);
    fakeServer.answer('openDesk', ({ body }) => {
      if ((body as { code: string }).code !== '123456') {
        throw new Refusal(422, 'wrong_operator_code', { fields: { code: 'wrong_operator_code' } });
      }
      return answerOpenedDesk();
    });
    await openPage('/operator/letters');
    await code.fill('000 000');
    await page.getByRole('button', { name: 'Открыть' }).click();
    await expect.element(code).toHaveAccessibleDescription(/Код не подходит/);
    await code.fill('123 456');
    await page.getByRole('button', { name: 'Открыть' }).click();
    await expect.element(page.getByText(/Закроется в/)).toBeVisible();
    expect(addressNow()).toBe('/operator/letters');
  });

  it('starts with the requests', async () => {
    fakeServer.answer('listReviews', { reviews: [], next: null });
    fakeServer.answer('listDoubts', { doubts: [] });
    await openPage('/operator');
    await expect.element(nextTab).toBeVisible();
    expect(addressNow()).toBe('/operator/requests');
  });

  it('shows on the tab how many requests and doubts wait', async () => {
    answerReviewCounts({ open: 198, doubts: 2, overdue: 3 });
    await openPage('/operator/letters');
    await expect.element(page.getByRole('link', { name: 'Запросы 200' })).toBeVisible();
  });

  it('closes on request', async () => {
    fakeServer.answer('closeDesk', {});
    await openPage('/operator/letters');
    const leave = page.getByRole('button', { name: 'Закрыть рабочее место' });
    await expect.element(leave).toBeVisible();
    fakeServer.answer('getDesk', closedDesk);
    await leave.click();
    await expect
      .element(page.getByRole('heading', { name: 'Открыть рабочее место' }))
      .toBeVisible();
  });

  it('asks for a code in a dialog if it closed while in use', async () => {
    await openPage('/operator/letters');
    await expect.element(nextTab).toBeVisible();
    fakeServer.answer('getDesk', closedDesk);
    fakeServer.refuse('closeDesk', 403, 'operator_code_required');
    fakeServer.answer('openDesk', answerOpenedDesk);
    await page.getByRole('button', { name: 'Закрыть рабочее место' }).click();
    const dialog = page.getByRole('dialog', { name: 'Рабочее место закрыто' });
    await dialog.getByLabelText('Код из 6 цифр').fill('123456');
    await dialog.getByRole('button', { name: 'Открыть' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(addressNow()).toBe('/operator/letters');
  });
});

describe('action that requires a fresh code', () => {
  const dialog = page.getByRole('dialog', { name: 'Подтвердите кодом' });
  const confirm = dialog.getByRole('button', { name: 'Подтвердить' });

  it('runs with the code and asks again after a wrong one', async () => {
    await openPage('/operator/letters');
    await expect.element(nextTab).toBeVisible();
    const typedCodes: string[] = [];
    const act = operatorCode.withCode(async (typed) => {
      typedCodes.push(typed);
      if (typed === '111111') throw wrongCode();
      return 'done';
    });
    await code.fill('111111');
    await confirm.click();
    await expect.element(code).toHaveAccessibleDescription(/Код не подходит/);
    await code.fill('222222');
    await confirm.click();
    expect(await act).toEqual({ result: 'done' });
    expect(typedCodes).toEqual(['111111', '222222']);
  });

  it('does not run if the operator cancels', async () => {
    await openPage('/operator/letters');
    await expect.element(nextTab).toBeVisible();
    const act = operatorCode.withCode(async () => expect.unreachable());
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    expect(await act).toBeUndefined();
  });

  it('throws an error that is not about the code', async () => {
    await openPage('/operator/letters');
    await expect.element(nextTab).toBeVisible();
    const act = operatorCode.withCode(() => Promise.reject(new Error('broken')));
    const failure = expect(act).rejects.toThrow('broken');
    await code.fill('222222');
    await confirm.click();
    await failure;
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

function answerOpenedDesk() {
  fakeServer.answer('getDesk', openedDesk);
  return openedDesk;
}

function wrongCode() {
  return new ApiError(422, {
    error: { code: 'wrong_operator_code', fields: { code: 'wrong_operator_code' } },
    request_id: 'r-1',
  });
}
