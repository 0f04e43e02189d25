import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openPage, pressTwice } from '../../../../test/page.tsx';
import {
  participantFixture,
  rehearsalFixture,
  rehearsalsOf,
} from '../../../../test/rehearsal-fixture.ts';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const address = '/readiness/rehearsal';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const people = {
  contacts: [{ name: 'Пётр Лавров', email: 'petr@example.org' }],
  recipients: [{ name: 'Нотариус', email: 'notary@example.org' }],
  obstacle: null,
};

beforeEach(() => answerSignedInUser(fakeServer));

/** Makes the fake server return a running rehearsal once `startRehearsal` is called. */
function answerStart() {
  fakeServer.answer('startRehearsal', () => {
    const running = rehearsalsOf({ ...people, obstacle: 'rehearsal_running' }, [
      rehearsalFixture(),
    ]);
    fakeServer.answer('getRehearsals', running);
    return running;
  });
}

it('links to the contacts when there is no confirmed contact', async () => {
  await openPage(address);
  await expect.element(page.getByRole('heading', { name: 'Пока спрашивать некого' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'К доверенным лицам' }))
    .toHaveAttribute('href', '/contact');
});

it('previews participants and mails, and does not mail recipients by default', async () => {
  fakeServer.answer('getRehearsals', rehearsalsOf({ ...people, asks_for_pin: true }));
  answerStart();
  await openPage(address);
  await expect.element(page.getByText('petr@example.org')).toBeVisible();
  await expect.element(page.getByText('notary@example.org')).toBeVisible();
  await expect.element(page.getByText(/страница спросит PIN-код/)).toBeVisible();
  await button('Посмотреть письмо').click();
  await expect.element(page.getByText(/^Тема: Проверка: Анна Лаврова/)).toBeVisible();
  await pressTwice(button('Начать репетицию'));
  await expect.element(page.getByRole('heading', { name: 'Репетиция идёт' })).toBeVisible();
  expect(fakeServer.callsOf('startRehearsal').map(({ body }) => body)).toEqual([
    { mails_recipients: false },
  ]);
});

it('mails recipients when the owner checks the box', async () => {
  fakeServer.answer('getRehearsals', rehearsalsOf(people));
  answerStart();
  await openPage(address);
  await page.getByRole('checkbox', { name: /короткое письмо без содержания/ }).click();
  await button('Начать репетицию').click();
  await expect.element(page.getByRole('heading', { name: 'Репетиция идёт' })).toBeVisible();
  expect(fakeServer.callsOf('startRehearsal').map(({ body }) => body)).toEqual([
    { mails_recipients: true },
  ]);
});

it('keeps the plan and shows the reason when the start fails', async () => {
  fakeServer.answer('getRehearsals', rehearsalsOf(people));
  fakeServer.refuse('startRehearsal', 409, 'rehearsal_too_soon');
  await openPage(address);
  await button('Начать репетицию').click();
  await expect.element(page.getByText('Не удалось начать репетицию')).toBeVisible();
  await expect.element(button('Начать репетицию')).toBeEnabled();
});

it('shows the result of each participant and a link to correct a failed address', async () => {
  const parts = [
    participantFixture({
      state: 'answered',
      answered_at: '2026-11-01T12:05:00.000Z',
      pin: 'right',
    }),
    participantFixture({ id: 'olga', name: 'Ольга', email: 'olga@example.org', state: 'refused' }),
    participantFixture({
      ...{ id: 'ivan', name: 'Иван', email: 'ivan@example.org' },
      ...{ state: 'refused', is_address_changed: true },
    }),
    participantFixture({
      ...{ id: 'n', kind: 'recipient', contact_id: null, name: '', email: 'n@example.org' },
      ...{ state: 'failed', accepted_at: null },
    }),
  ];
  fakeServer.answer('getRehearsals', rehearsalsOf(people, [rehearsalFixture({ parts })]));
  await openPage(address);
  await expect.element(page.getByText('Ответ через 2 часа 5 минут')).toBeVisible();
  await expect.element(page.getByText('Знает PIN-код')).toBeVisible();
  await expect.element(page.getByText('Ответили: 1 из 3')).toBeVisible();
  expect(page.getByRole('link', { name: 'Исправить адрес' }).elements()).toHaveLength(1);
  await expect.element(page.getByText('С тех пор адрес изменён')).toBeVisible();
  await expect.element(page.getByText('Письма не дойдут')).toBeVisible();
});

it('ends the rehearsal only after a confirmation', async () => {
  fakeServer.answer('getRehearsals', rehearsalsOf(people, [rehearsalFixture()]));
  const ended = rehearsalFixture({
    ...{ ended_at: '2026-11-02T10:00:00.000Z', ended_by: 'owner' },
    parts: [participantFixture({ state: 'no_answer' })],
  });
  fakeServer.answer('endRehearsal', rehearsalsOf(people, [ended]));
  await openPage(address);
  await button('Закончить репетицию').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
  expect(fakeServer.callsOf('endRehearsal')).toEqual([]);
  fakeServer.answer('getRehearsals', rehearsalsOf(people, [ended]));
  await button('Закончить репетицию').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закончить' }).click();
  await expect.element(page.getByRole('heading', { name: 'Последняя репетиция' })).toBeVisible();
  await expect.element(page.getByText('Ответа не было')).toBeVisible();
});

it('shows the date of the next possible rehearsal', async () => {
  fakeServer.answer(
    'getRehearsals',
    rehearsalsOf({
      ...people,
      obstacle: 'rehearsal_too_soon',
      next_start_at: '2026-11-18T10:00:00.000Z',
    }),
  );
  await openPage(address);
  await expect.element(page.getByText(/^Следующую репетицию можно начать 18 нояб/)).toBeVisible();
  expect(button('Начать репетицию').elements()).toEqual([]);
});

it('is shown on the readiness screen with date and result', async () => {
  fakeServer.answer('getReadiness', {
    ...{ findings: [], letters: { total: 0, arriving: 0, incomplete: 0, shown: [] }, people: [] },
    ...{ waiting_hours: 72, needs_second: false },
    rehearsal: { started_at: '2026-11-01T10:00:00.000Z', is_open: false, answered: 2, contacts: 3 },
  });
  await openPage('/readiness');
  await expect.element(page.getByText('1 ноября 2026 г., ответили 2 из 3')).toBeVisible();
  await page.getByRole('link', { name: 'Открыть репетицию' }).click();
  await expect.element(page.getByRole('heading', { name: 'Репетиция', level: 1 })).toBeVisible();
});
