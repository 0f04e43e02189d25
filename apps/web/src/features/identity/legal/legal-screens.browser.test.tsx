import { addDays, type Day, moscowDay } from '@zavet/contract/days';
import { type Editions, legalEditions } from '@zavet/contract/identity/editions';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '../../../../test/page.tsx';
import { documentTexts } from './document-texts.ts';

/** The real editions, which tests replace. */
const editionLists = legalEditions as { terms_of_use: Editions['terms_of_use'] };
const realEditions = editionLists.terms_of_use;
const [realEdition] = realEditions;
const today = moscowDay(new Date());
const nextEdition = addDays(today, 20);
const formatDay = (day: Day) =>
  new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
const otherEditions = page.getByRole('navigation', { name: 'Редакции' });

beforeEach(() => {
  // Loads the text of the real edition for every test edition.
  const loading = documentTexts.loading.bind(documentTexts);
  vi.spyOn(documentTexts, 'loading').mockImplementation((name) =>
    loading(name.replace(/\d{4}-\d{2}-\d{2}/, realEdition)),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  editionLists.terms_of_use = realEditions;
});

describe('document page', () => {
  it('shows no links to other editions if there is only one', async () => {
    await openPage('/terms');
    await expect.element(page.getByText(`В силе с ${formatDay(realEdition)}`)).toBeVisible();
    await expect.element(otherEditions).not.toBeInTheDocument();
  });

  it('announces an upcoming edition and links to it', async () => {
    editionLists.terms_of_use = [realEdition, nextEdition];
    await openPage('/terms');
    await expect.element(page.getByText(`В силе с ${formatDay(realEdition)}`)).toBeVisible();
    await expect.element(page.getByText('Готовится новая редакция')).toBeVisible();
    const link = page.getByRole('link', { name: 'Прочитать новую' });
    await expect.element(link).toHaveAttribute('href', `/terms?edition=${nextEdition}`);
    await expect
      .element(otherEditions.getByRole('link'))
      .toHaveAttribute('href', `/terms?edition=${nextEdition}`);
  });

  it.each([
    ['not in force yet', nextEdition, /^Вступит в силу/, realEdition],
    ['past', realEdition, /^Прежняя редакция, с/, today],
  ])(
    'of an edition that is %s shows its status and links to the one in force',
    async (_, shown, status, inForce) => {
      editionLists.terms_of_use =
        shown === realEdition ? [realEdition, today] : [realEdition, nextEdition];
      await openPage(`/terms?edition=${shown}`);
      await expect.element(page.getByText(status)).toBeVisible();
      const link = page.getByRole('link', { name: 'Открыть действующую' });
      await expect.element(link).toHaveAttribute('href', `/terms?edition=${inForce}`);
    },
  );

  it('reports that a requested edition does not exist and shows the one in force', async () => {
    await openPage('/terms?edition=2026-01-01');
    await expect.element(page.getByText('Такой редакции нет, ниже действующая.')).toBeVisible();
    await expect.element(page.getByText(`В силе с ${formatDay(realEdition)}`)).toBeVisible();
  });
});
