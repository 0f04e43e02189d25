import { useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { loadTexts } from '../language/i18n.ts';
import { DateField } from './date-field.tsx';

const field = page.getByLabelText('День');
const opener = page.getByRole('button', { name: 'Открыть календарь' });
const calendar = page.getByRole('dialog', { name: 'День' });
const day = (name: RegExp) => calendar.getByRole('button', { name });

function Example({ first, hasTime }: { first: string; hasTime?: boolean }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <DateField
        label="День"
        value={value}
        hasTime={hasTime}
        years={{ from: 1900, to: 2030 }}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('')}>
        Очистить
      </button>
    </>
  );
}

beforeAll(() => loadTexts('shell', 'dates', 'errors'));

describe('a typed date', () => {
  it('reports an ISO date, and normalises its text on blur', async () => {
    await render(<Example first="" />);
    await field.fill('12 апреля 1956');
    await expect.element(page.getByRole('status')).toHaveTextContent('1956-04-12');
    await userEvent.tab();
    await expect.element(field).toHaveValue('12.04.1956');
  });

  it('reports incomplete input unchanged, so that the form can reject it', async () => {
    await render(<Example first="" />);
    await field.fill('12.04.');
    await expect.element(page.getByRole('status')).toHaveTextContent('12.04.');
  });

  it('is cleared when the form is reset', async () => {
    await render(<Example first="1956-04-12" />);
    await expect.element(field).toHaveValue('12.04.1956');
    await page.getByRole('button', { name: 'Очистить' }).click();
    await expect.element(field).toHaveValue('');
  });
});

describe('a date from the calendar', () => {
  it('can be picked with the keyboard alone', async () => {
    await render(<Example first="1956-04-12" />);
    await expect.element(opener).toBeVisible();
    (opener.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(day(/12 апреля 1956/)).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{PageDown}');
    await expect.element(day(/20 мая 1956/)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(calendar).not.toBeInTheDocument();
    await expect.element(field).toHaveValue('20.05.1956');
    await expect.element(opener).toHaveFocus();
  });

  it('is unchanged after Escape', async () => {
    await render(<Example first="1956-04-12" />);
    await opener.click();
    await expect.element(day(/12 апреля 1956/)).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{Escape}');
    await expect.element(calendar).not.toBeInTheDocument();
    await expect.element(field).toHaveValue('12.04.1956');
    await expect.element(opener).toHaveFocus();
  });

  it('the opening button closes the calendar as well', async () => {
    await render(<Example first="1956-04-12" />);
    await opener.click();
    await expect.element(calendar).toBeVisible();
    await opener.click();
    await expect.element(calendar).not.toBeInTheDocument();
  });

  it('can be picked in another year', async () => {
    await render(<Example first="1956-04-12" />);
    await opener.click();
    await calendar.getByRole('combobox', { name: 'Год' }).click();
    await page.getByRole('option', { name: '1961' }).click();
    await day(/12 апреля 1961/).click();
    await expect.element(field).toHaveValue('12.04.1961');
  });

  it('keeps the typed time', async () => {
    await render(<Example first="2026-11-20T02:30" hasTime />);
    await expect.element(field).toHaveValue('20.11.2026 02:30');
    await opener.click();
    await day(/21 ноября 2026/).click();
    await expect.element(page.getByRole('status')).toHaveTextContent('2026-11-21T02:30');
  });
});
