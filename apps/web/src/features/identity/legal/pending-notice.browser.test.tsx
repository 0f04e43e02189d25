import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const notice = page.getByRole('complementary', { name: 'Изменения в документах' });
const edition = {
  document: 'privacy_policy',
  edition: '2026-12-01',
  applies_from: '2026-12-01',
  accepted_at: null,
} as const;

beforeEach(() => answerSignedInUser(fakeServer));
afterEach(() => vi.restoreAllMocks());

describe('documents to accept', () => {
  it.each(['coming', 'in_force'] as const)(
    'are announced in one short line until the details are opened (%s)',
    async (status) => {
      fakeServer.answer('getDocuments', { in_force: [], coming: [], [status]: [edition] });
      await openPage('/contact');
      await expect.element(notice.getByRole('button', { name: 'Принять' })).toBeVisible();
      expect(notice.element().getBoundingClientRect().height).toBeLessThan(90);
      await expect.element(notice.getByRole('link')).not.toBeInTheDocument();
      await notice.getByRole('button', { name: 'Подробнее' }).click();
      await expect.element(notice.getByRole('link').first()).toBeVisible();
    },
  );

  it('are announced without accessibility violations', async () => {
    fakeServer.answer('getDocuments', { in_force: [edition], coming: [] });
    await openPage('/contact');
    await notice.getByRole('button', { name: 'Подробнее' }).click();
    await expect.element(notice.getByRole('link').first()).toBeVisible();
    await expectAccessible();
  });

  it('appear together with the screen, without a layout shift', async () => {
    fakeServer.answer('getDocuments', { in_force: [edition], coming: [] });
    const answerNow = fakeServer.hold('getDocuments');
    // The screen waits a second for its notices; a busy machine may need longer.
    const setTimer = globalThis.setTimeout;
    const slow = (act: () => void, ms?: number) => setTimer(act, ms === 1_000 ? 60_000 : ms);
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(slow as typeof setTimeout);
    const opened = openPage('/contact');
    await expect.poll(() => fakeServer.callsOf('getDocuments').length).toBe(1);
    const title = page.getByRole('heading', { level: 1 });
    const tops: number[] = [];
    const observer = new MutationObserver(() => {
      const top = document.querySelector('h1')?.getBoundingClientRect().top;
      if (top !== undefined) tops.push(Math.round(top));
    });
    observer.observe(document.body, { subtree: true, childList: true });
    await expect.element(title).not.toBeInTheDocument();
    answerNow();
    await opened;
    await expect.element(notice).toBeVisible();
    await expect.element(title).toBeVisible();
    observer.disconnect();
    expect(new Set(tops).size).toBe(1);
  });

  it('are accepted with one press, after which the notice disappears', async () => {
    fakeServer.answer('getDocuments', { in_force: [edition], coming: [] });
    fakeServer.answer('acceptDocuments', () => {
      const accepted = { ...edition, accepted_at: '2026-12-02T10:00:00.000Z' };
      const documents = { in_force: [accepted], coming: [] };
      fakeServer.answer('getDocuments', documents);
      return documents;
    });
    await openPage('/contact');
    await notice.getByRole('button', { name: 'Принять' }).click();
    await expect.element(page.getByText('Документы приняты')).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(page.getByRole('main')).toHaveFocus();
    expect(fakeServer.callsOf('acceptDocuments')).toHaveLength(1);
  });
});
