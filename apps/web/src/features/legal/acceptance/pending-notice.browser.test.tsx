import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { farEnd } from '../../../../test/far-end.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

const notice = page.getByRole('complementary', { name: 'Изменения в документах' });
const edition = {
  document: 'privacy_policy',
  edition: '2026-12-01',
  holds_from: '2026-12-01',
  accepted_at: null,
} as const;

describe('documents that are to be accepted', () => {
  it.each(['coming', 'in_force'] as const)(
    'are told in one short line until more is asked for (%s)',
    async (standing) => {
      answerPerson(farEnd);
      farEnd.answer('getDocuments', { in_force: [], coming: [], [standing]: [edition] });
      await openPage('/contact');
      await expect.element(notice.getByRole('button', { name: 'Принять' })).toBeVisible();
      expect(notice.element().getBoundingClientRect().height).toBeLessThan(90);
      await expect.element(notice.getByRole('link')).not.toBeInTheDocument();
      await notice.getByRole('button', { name: 'Подробнее' }).click();
      await expect.element(notice.getByRole('link').first()).toBeVisible();
      await expectAccessible();
    },
  );
});
