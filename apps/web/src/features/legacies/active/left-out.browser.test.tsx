import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { farEnd } from '../../../../test/each-test.ts';
import { legacyFixture } from '../../../../test/legacy-fixture.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

it('the one who activated sees whose letters are kept, and why', async () => {
  const progress = {
    total: 3,
    accepted: 1,
    waiting: 0,
    unreachable: 0,
    withheld: 2,
    closed: 0,
    opened: 0,
  };
  const status = 'partially_delivered' as const;
  answerPerson(farEnd);
  farEnd.answer('listLegacies', {
    legacies: [
      legacyFixture({
        status: 'activated',
        activation: {
          id: 'a1',
          status,
          end_reason: null,
          is_mine: true,
          contact_name: null,
          release_at: null,
          is_postponed: false,
          ends_at: null,
          agreement: null,
          rejection: null,
          paid_amount: 7000,
          started_at: '2026-11-01T10:00:00.000Z',
          activated_at: '2026-11-01T10:05:00.000Z',
          progress,
        },
      }),
    ],
  });
  farEnd.answer('getActivation', {
    id: 'a1',
    status,
    progress,
    unreached: [],
    left_out: [
      { contact_id: 'c1', name: 'Олег Лавров', letters: 2, state: 'asked' },
      { contact_id: 'c2', name: 'Нина Лаврова', letters: 1, state: 'declined' },
    ],
  });
  await openPage('/trusted-legacies');
  await expect.element(page.getByText('Кто ещё не получил посланий')).toBeVisible();
  const shown = ['Олег Лавров', 'Ждём ответа', 'Нина Лаврова', 'Отказ'];
  for (const text of shown)
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});
