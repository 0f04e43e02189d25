import { addDays, type Day, moscowDay } from '@zavet/contract/days';
import { type Editions, legalEditions } from '@zavet/contract/identity/editions';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '../../../../test/page.tsx';
import { documentTexts } from './document-texts.ts';

/** Real list, replaced by test editions. */
const list = legalEditions as { terms_of_use: Editions['terms_of_use'] };
const published = list.terms_of_use;
const [real] = published;
const today = moscowDay(new Date());
const next = addDays(today, 20);
const written = (day: Day) =>
  new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
const otherEditions = page.getByRole('navigation', { name: 'Редакции' });

beforeEach(() => {
  // Test editions have the text of the real one.
  const loading = documentTexts.loading.bind(documentTexts);
  vi.spyOn(documentTexts, 'loading').mockImplementation((name) =>
    loading(name.replace(/\d{4}-\d{2}-\d{2}/, real)),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  list.terms_of_use = published;
});

describe('document page', () => {
  it('shows no links to other editions if there is only one', async () => {
    await openPage('/terms');
    await expect.element(page.getByText(`В силе с ${written(real)}`)).toBeVisible();
    await expect.element(otherEditions).not.toBeInTheDocument();
  });

  it('announces an upcoming edition and links to it', async () => {
    list.terms_of_use = [real, next];
    await openPage('/terms');
    await expect.element(page.getByText(`В силе с ${written(real)}`)).toBeVisible();
    await expect.element(page.getByText('Готовится новая редакция')).toBeVisible();
    const link = page.getByRole('link', { name: 'Прочитать новую' });
    await expect.element(link).toHaveAttribute('href', `/terms?edition=${next}`);
    await expect
      .element(otherEditions.getByRole('link'))
      .toHaveAttribute('href', `/terms?edition=${next}`);
  });

  it.each([
    ['not in force yet', next, /^Вступит в силу/, real],
    ['past', real, /^Прежняя редакция, с/, today],
  ])(
    'of an edition that is %s says so and links to the one in force',
    async (_, shown, status, inForce) => {
      list.terms_of_use = shown === real ? [real, today] : [real, next];
      await openPage(`/terms?edition=${shown}`);
      await expect.element(page.getByText(status)).toBeVisible();
      const link = page.getByRole('link', { name: 'Открыть действующую' });
      await expect.element(link).toHaveAttribute('href', `/terms?edition=${inForce}`);
    },
  );

  it('says that a requested edition does not exist and shows the one in force', async () => {
    await openPage('/terms?edition=2026-01-01');
    await expect.element(page.getByText('Такой редакции нет, ниже действующая.')).toBeVisible();
    await expect.element(page.getByText(`В силе с ${written(real)}`)).toBeVisible();
  });
});
