import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { openPage } from '../../test/page.tsx';
import { ResultText } from './result-page.tsx';

it('a result aligns picture, title, sentence and actions on one edge', async () => {
  await openPage('/success');
  const title = page.getByRole('heading', { level: 1, name: 'Оплата прошла' });
  await expect.element(title).toBeVisible();
  const onEdge = [
    title.element(),
    document.querySelector('main svg'),
    page.getByRole('link', { name: 'К тарифу' }).element(),
  ].map((element) => Math.round(element?.getBoundingClientRect().left ?? -1));
  expect(new Set(onEdge).size).toBe(1);
  await expect.element(page.getByRole('link', { name: 'Мне доверили' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'На главную', exact: true })).toBeVisible();
});

it('announces and focuses a sentence that replaces the pressed button', async () => {
  await render(<ResultText isFresh>Вы согласились</ResultText>);
  await expect.element(page.getByRole('status')).toHaveFocus();
});

it('a sentence shown from the start takes no focus and is not announced', async () => {
  await render(<ResultText isFresh={false}>Вы согласились</ResultText>);
  await expect.element(page.getByText('Вы согласились')).toBeVisible();
  expect(page.getByRole('status').query()).toBeNull();
  expect(document.body).toHaveFocus();
});
