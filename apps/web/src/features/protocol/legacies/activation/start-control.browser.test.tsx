import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer, Refusal } from '../../../../../test/fake-server.ts';
import {
  openLegacies,
  pressToQuestion,
  showLegacy,
  steadily,
} from '../../../../../test/legacies-screen.ts';
import { activationFixture, legacyFixture } from '../../../../../test/legacy-fixture.ts';
import { press } from '../../../../../test/page.tsx';
import { answerPerson } from '../../../../../test/signed-in-person.ts';

const legacy = legacyFixture({ instruction_count: 1 });
const left = (presses: number) =>
  page.getByRole('button', { name: new RegExp(`осталось нажатий: ${presses}`) });
const start = page.getByRole('button', { name: /осталось нажатий: / });

beforeEach(() => answerPerson(fakeServer));

it('a double click counts once, and the count can be reset', async () => {
  await openLegacies(legacy);
  await expect.element(left(3)).toBeVisible();
  const element = start.element() as HTMLButtonElement;
  element.click();
  element.click();
  await expect.element(left(2)).toBeVisible();
  await press(page.getByRole('button', { name: 'Сбросить' }));
  await expect.element(left(3)).toBeVisible();
  await expect.element(start).toHaveFocus();
});

it('a protocol that another contact has started meanwhile is not paid', async () => {
  fakeServer.answer('startActivation', () => {
    showLegacy({
      ...legacy,
      status: 'activated',
      protocol_activated_at: '2026-11-18T10:00:00.000Z',
      activation: activationFixture({ status: 'activated', is_mine: false }),
    });
    throw new Refusal(409, 'protocol_already_active');
  });
  fakeServer.answer('listReceivedInstructions', { instructions: [] });
  await openLegacies(legacy);
  const dialog = await pressToQuestion();
  await steadily(dialog.getByRole('button', { name: /7.000/ }));
  await expect.element(page.getByText(/Этот протокол уже запущен/)).toBeVisible();
  await expect.element(start).not.toBeInTheDocument();
});

it('a started payment can be cancelled', async () => {
  fakeServer.answer('cancelActivation', () => {
    const ended = activationFixture({ status: 'payment_canceled', end_reason: 'given_up' });
    showLegacy({ ...legacy, activation: ended });
    return {} as never;
  });
  await openLegacies({ ...legacy, activation: activationFixture() });
  await press(page.getByRole('button', { name: /^Не оплачивать/ }));
  await expect.element(page.getByText(/Вы отказались от прошлого запуска/)).toBeVisible();
});
