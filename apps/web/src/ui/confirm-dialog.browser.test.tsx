import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { pressTwice } from '../../test/page.tsx';
import { ConfirmButton } from './confirm-dialog.tsx';
import { startLanguage } from './language/i18n.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'Удалить файл?' });

async function ask(act: () => unknown): Promise<void> {
  await startLanguage();
  await render(
    <ConfirmButton label="Удалить" title="Удалить файл?" confirmLabel="Да" act={act}>
      Файл исчезнет.
    </ConfirmButton>,
  );
  await button('Удалить').click();
  await expect.element(dialog).toBeVisible();
}

it.each([
  ['the cancel button', () => button('Отмена').click()],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('does not act after %s', async (_, cancel) => {
  const act = vi.fn();
  await ask(act);
  await cancel();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(act).not.toHaveBeenCalled();
});

it('acts once, and closes only when the action has settled', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const act = vi.fn(() => promise);
  await ask(act);
  await pressTwice(button('Да'));
  await expect.element(button('Да')).toHaveAttribute('aria-busy', 'true');
  await expect.element(button('Отмена')).toBeDisabled();
  expect(act).toHaveBeenCalledOnce();
  resolve();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Удалить')).toHaveFocus();
});
