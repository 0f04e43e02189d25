import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer, Refusal } from '../../../../../test/fake-server.ts';
import {
  clickAfterPause,
  openLegacies,
  pressUntilQuestion,
  showLegacy,
} from '../../../../../test/legacies-screen.ts';
import { activationFixture, legacyFixture } from '../../../../../test/legacy-fixture.ts';
import { press } from '../../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../../test/signed-in-person.ts';

const legacy = legacyFixture({ instruction_count: 1 });
const startWithPressesLeft = (presses: number) =>
  page.getByRole('button', { name: new RegExp(`осталось нажатий: ${presses}`) });
const start = page.getByRole('button', { name: /осталось нажатий: / });

beforeEach(() => answerSignedInUser(fakeServer));

it('counts a double click as one press, and resets the count', async () => {
  await openLegacies(legacy);
  await expect.element(startWithPressesLeft(3)).toBeVisible();
  const element = start.element() as HTMLButtonElement;
  element.click();
  element.click();
  await expect.element(startWithPressesLeft(2)).toBeVisible();
  await press(page.getByRole('button', { name: 'Сбросить' }));
  await expect.element(startWithPressesLeft(3)).toBeVisible();
  await expect.element(start).toHaveFocus();
});

it('does not charge for a protocol that another contact started meanwhile', async () => {
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
  const dialog = await pressUntilQuestion();
  await clickAfterPause(dialog.getByRole('button', { name: /7.000/ }));
  await expect.element(page.getByText(/Этот протокол уже запущен/)).toBeVisible();
  await expect.element(start).not.toBeInTheDocument();
});

it('cancels a started payment', async () => {
  fakeServer.answer('cancelActivation', () => {
    const ended = activationFixture({ status: 'payment_canceled', end_reason: 'given_up' });
    showLegacy({ ...legacy, activation: ended });
    return {} as never;
  });
  await openLegacies({ ...legacy, activation: activationFixture() });
  await press(page.getByRole('button', { name: /^Не оплачивать/ }));
  await expect.element(page.getByText(/Вы отказались от прошлого запуска/)).toBeVisible();
});
