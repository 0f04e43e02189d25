import type { DoubtRow } from '@zavet/contract/desk/doubt-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { answerOperator, confirmWithCode } from '../../../../../test/desk-fixture.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { openPage } from '../../../../../test/page.tsx';
import { reviewRowFixture } from '../../../../../test/request-fixture.ts';

const row = reviewRowFixture();
const button = (name: string | RegExp) => page.getByRole('button', { name });

beforeEach(() => {
  answerOperator();
});

describe('doubted start at the desk', () => {
  const doubt: DoubtRow = {
    id: row.id,
    status: 'waiting',
    owner: row.owner,
    contact: row.contact,
    doubters: [{ name: 'Вера Ильина', email: 'vera@example.org' }],
    doubted_at: '2026-11-16T10:00:00.000Z',
    last_doubted_at: '2026-11-16T11:00:00.000Z',
    decided_by: '2026-11-19T10:00:00.000Z',
    is_overdue: true,
    release_at: '2026-11-20T10:00:00.000Z',
    has_request: false,
    is_involved: false,
  };

  it('is listed above the requests and decided with a fresh code', async () => {
    let doubts = [doubt];
    fakeServer.answer('listReviews', { reviews: [], next: null });
    fakeServer.answer('listDoubts', () => ({ doubts }));
    fakeServer.answer('decideDoubt', () => {
      doubts = [];
      return {};
    });
    await openPage('/operator/requests');
    await expect.element(page.getByText('Вера Ильина')).toBeVisible();
    await expect.element(page.getByText('Просрочен')).toBeVisible();
    await expectAccessible();
    await button(/^Прекратить запуск/).click();
    await confirmWithCode();
    await expect.element(page.getByText('Вера Ильина')).not.toBeInTheDocument();
    expect(fakeServer.callsOf('decideDoubt')).toMatchObject([
      {
        params: { id: doubt.id },
        body: { code: '123456', verdict: 'upheld', last_doubted_at: doubt.last_doubted_at },
      },
    ]);
  });

  it('breaks long addresses on a desktop, but no other word', async () => {
    const email = 'a-very-long-address-that-is-broken@subdomain.of.a.company.example.org';
    const vera = { name: 'Вера Ильина', email };
    fakeServer.answer('listReviews', {
      reviews: [{ ...row, owner: { ...row.owner, email }, is_proposed: true }],
      next: null,
    });
    fakeServer.answer('listDoubts', {
      doubts: [{ ...doubt, owner: { name: null, email }, contact: vera, doubters: [vera] }],
    });
    await page.viewport(1280, 900);
    await openPage('/operator/requests');
    await expect.element(page.getByText('Ждёт второй проверки')).toBeVisible();
    await document.fonts.ready;
    const texts = [
      page.getByText('Ждёт второй проверки'),
      page.getByText('Оплачен, ждёт срока'),
      page.getByText('Продолжить запуск'),
      page.getByText('Прекратить запуск'),
    ];
    for (const text of texts) expect(brokenWordsIn(text.element())).toEqual([]);
    await page.viewport(1024, 800);
  });

  it('cannot be decided by an involved operator', async () => {
    fakeServer.answer('listReviews', { reviews: [], next: null });
    fakeServer.answer('listDoubts', { doubts: [{ ...doubt, is_involved: true }] });
    await openPage('/operator/requests');
    await expect.element(page.getByText(/Решает другой сотрудник/)).toBeVisible();
    await expect.element(button(/запуск/)).not.toBeInTheDocument();
  });
});

/** Returns the words that are broken across lines. */
function brokenWordsIn(element: Element): string[] {
  const range = document.createRange();
  const broken: string[] = [];
  for (const node of element.childNodes) {
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  }
  return broken;
}
