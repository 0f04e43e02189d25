import './theme/styles.css';
import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type Column, DataTable } from './data-table.tsx';

interface Row {
  job: string;
  waiting: number;
}

const columns: Column<Row>[] = [
  { title: 'Задание', cell: ({ job }) => job },
  { title: 'Ждут', isNumber: true, cell: ({ waiting }) => waiting },
];
const rows = [{ job: 'reconcile-payments', waiting: 12 }];

const show = (isNarrow: boolean) =>
  render(
    <DataTable
      label="Очереди"
      columns={columns}
      rows={rows}
      keyOf={({ job }) => job}
      isNarrow={isNarrow}
    />,
  );
/** A column title beside its values, which only the list layout shows. */
const name = () => page.getByRole('cell').getByText('Задание');
const table = page.getByRole('table', { name: 'Очереди' });

afterAll(() => page.viewport(1024, 800));

test.each([
  { width: 1280, isNarrow: false, isList: false },
  { width: 900, isNarrow: false, isList: true },
  { width: 900, isNarrow: true, isList: false },
  { width: 320, isNarrow: true, isList: true },
])(
  'at $width px a table (narrow: $isNarrow) repeats column titles at the values: $isList',
  async (given) => {
    const { width, isNarrow, isList } = given;
    await page.viewport(width, 800);
    await show(isNarrow);
    await expect.element(table.getByRole('columnheader', { name: 'Ждут' })).toBeInTheDocument();
    if (isList) await expect.element(name()).toBeVisible();
    else await expect.element(name()).not.toBeVisible();
  },
);

test('on a phone no word is broken, and a figure is beside its title', async () => {
  await page.viewport(320, 800);
  await show(true);
  const words = document.createRange();
  words.selectNodeContents(await page.getByText('reconcile-payments').findElement());
  expect(words.getClientRects()).toHaveLength(1);
  const figure = page.getByRole('cell').getByText('12').element().getBoundingClientRect();
  const its = page.getByRole('cell').getByText('Ждут').element().getBoundingClientRect();
  expect(Math.abs(figure.top - its.top)).toBeLessThan(figure.height);
  expect(figure.left).toBeGreaterThan(its.right - 1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});
