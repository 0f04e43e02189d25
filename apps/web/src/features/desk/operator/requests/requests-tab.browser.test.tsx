import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { answerOperator, answerReviewCounts } from '../../../../../test/desk-fixture.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../../../test/page.tsx';
import {
  claimFixture,
  reviewFixture,
  reviewRowFixture,
} from '../../../../../test/request-fixture.ts';

const hour = 60 * 60 * 1000;
const row = reviewRowFixture({ filed_at: new Date(Date.now() - 50 * hour).toISOString() });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const listTab = (name: string) => page.getByRole('link', { name });
let review: ReviewView;

beforeEach(() => {
  answerOperator();
  review = reviewFixture();
  fakeServer.answer('getReview', () => ({ review }));
  fakeServer.answer('listDoubts', { doubts: [] });
});

describe('list of requests', () => {
  it('shows the waiting time, loads page by page and links to a request', async () => {
    const second = reviewRowFixture({
      id: '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2b77',
      owner: { name: null, email: 'olga@example.org' },
      is_overdue: true,
    });
    fakeServer.answer('listReviews', ({ query }) =>
      query.after ? { reviews: [second], next: null } : { reviews: [row], next: row.id },
    );
    await openPage('/operator/requests');
    await expect.element(page.getByText('2 дня 2 часа')).toBeVisible();
    await expect.element(page.getByText('Просрочен', { exact: true })).not.toBeInTheDocument();
    await button('Показать ещё').click();
    await expect.element(page.getByText('olga@example.org')).toBeVisible();
    await expect.element(page.getByText('Просрочен', { exact: true })).toBeVisible();
    expect(fakeServer.callsOf('listReviews').map(({ query }) => query)).toEqual([
      { state: 'open' },
      { state: 'open', after: row.id },
    ]);
    await expectAccessible();
    await page.getByRole('link', { name: 'Открыть запрос: Сергей Белов' }).click();
    await expect.element(page.getByRole('heading', { name: 'Запрос: Сергей Белов' })).toBeVisible();
  });

  it('shows decided requests with their outcome', async () => {
    fakeServer.answer('listReviews', ({ query }) => ({
      reviews:
        query.state === 'decided'
          ? [{ ...row, status: 'rejected' as const, decided_at: '2026-11-16T10:00:00.000Z' }]
          : [],
      next: null,
    }));
    await openPage('/operator/requests');
    await expect.element(page.getByText('Запросов нет.')).toBeVisible();
    await listTab('Решённые').click();
    await expect.element(page.getByText('Отклонён')).toBeVisible();
    expect(addressNow()).toBe('/operator/requests?state=decided');
  });
});

describe('with two hundred requests', () => {
  beforeEach(() => {
    answerReviewCounts({ open: 200, overdue: 12, without_documents: 40, mine: 1 });
    fakeServer.answer('listReviews', { reviews: [row], next: null });
  });

  it('shows the number of requests of each list and filters by list', async () => {
    await openPage('/operator/requests');
    await expect.element(listTab('Ждут решения 200')).toHaveAttribute('aria-current', 'true');
    await listTab('Без документов 40').click();
    await expect.element(listTab('Без документов 40')).toHaveAttribute('aria-current', 'true');
    expect(fakeServer.callsOf('listReviews').at(-1)?.query).toEqual({ state: 'without_documents' });
    expect(addressNow()).toBe('/operator/requests?state=without_documents');
    await expectAccessible();
  });

  it('finds a request by name, keeps the name out of the URL and restores it on return', async () => {
    fakeServer.answer('searchReviews', ({ body }) => {
      const { words } = body as { words: string };
      return { reviews: words === 'Белов' ? [row] : [], has_more: words === 'Белов' };
    });
    await openPage('/operator/requests?state=overdue');
    const field = page.getByRole('searchbox', { name: 'Имя или адрес' });
    await field.fill('Иванов');
    await expect.element(page.getByText('Ничего не нашлось.')).toBeVisible();
    await field.fill('Белов');
    await expect.element(page.getByText(/^Показаны первые 1/)).toBeVisible();
    expect(fakeServer.callsOf('searchReviews').at(-1)?.body).toEqual({
      state: 'overdue',
      words: 'Белов',
    });
    expect(addressNow()).toBe('/operator/requests?state=overdue');
    await page.getByRole('link', { name: 'Открыть запрос: Сергей Белов' }).click();
    await page.getByRole('link', { name: 'К запросам' }).click();
    await expect.element(field).toHaveValue('Белов');
  });

  it('claims and opens the next unclaimed request until there is none', async () => {
    const ids = [row.id, null];
    fakeServer.answer('takeNextReview', () => ({ id: ids.shift() ?? null }));
    review = reviewFixture({ claim: claimFixture({ is_mine: true }) });
    await openPage('/operator/requests');
    await button('Взять следующий').click();
    await expect.element(page.getByText(/^В работе у вас до/)).toBeVisible();
    expect(addressNow()).toContain(`id=${row.id}`);
    await button('Взять следующий').click();
    await expect.element(page.getByText('Свободных запросов нет')).toBeVisible();
  });
});
