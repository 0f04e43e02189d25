import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { startLanguage } from './language/i18n.ts';

interface Opened {
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog components of the application. */
const dialogs: Record<string, (opened: Opened) => ReactNode> = {
  Dialog: ({ isOpen, onClose }) => (
    <Dialog isOpen={isOpen} title="Вопрос" onClose={onClose}>
      <button type="button" onClick={onClose}>
        Закрыть
      </button>
    </Dialog>
  ),
  ConfirmDialog: ({ isOpen, onClose }) => (
    <ConfirmDialog
      isOpen={isOpen}
      title="Вопрос"
      confirmLabel="Закрыть"
      onConfirm={onClose}
      onCancel={onClose}
    >
      Закрыть?
    </ConfirmDialog>
  ),
};

interface HostProps {
  /** The dialog is unmounted with its host instead of being closed. */
  unmounts: boolean;
  /** Its opener is removed too, like the button of a deleted row. */
  removesOpener?: boolean;
  dialog: (opened: Opened) => ReactNode;
}

function Host({ unmounts, removesOpener = false, dialog }: HostProps) {
  const [isOpen, setOpen] = useState(false);
  const [isOpenerRemoved, setOpenerRemoved] = useState(false);
  const onClose = () => {
    setOpen(false);
    setOpenerRemoved(removesOpener);
  };
  return (
    <main>
      <h1 tabIndex={-1}>Экран</h1>
      {!isOpenerRemoved && (
        <button type="button" onClick={() => setOpen(true)}>
          Открыть
        </button>
      )}
      {(isOpen || !unmounts) && dialog({ isOpen, onClose })}
    </main>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function open(host: ReactNode): Promise<void> {
  await startLanguage();
  await render(host);
  await button('Открыть').click();
  await expect.element(page.getByRole('dialog', { name: 'Вопрос' })).toBeVisible();
}

describe.each(Object.entries(dialogs))('%s', (_, dialog) => {
  describe.each([
    ['that closes', false],
    ['that unmounts', true],
  ])('%s', (__, unmounts) => {
    it('returns the focus to its opener', async () => {
      await open(<Host unmounts={unmounts} dialog={dialog} />);
      await button('Закрыть').click();
      await expect.element(button('Открыть')).toHaveFocus();
    });

    it('returns the focus after Escape', async () => {
      await open(<Host unmounts={unmounts} dialog={dialog} />);
      await userEvent.keyboard('{Escape}');
      await expect.element(button('Открыть')).toHaveFocus();
    });

    it('moves the focus to the heading of the screen if its opener was removed', async () => {
      await open(<Host unmounts={unmounts} removesOpener dialog={dialog} />);
      await button('Закрыть').click();
      await expect.element(page.getByRole('heading', { name: 'Экран' })).toHaveFocus();
    });
  });
});

it('only the full-window notice of an activation uses a dialog of its own', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const own = Object.entries(sources).filter(([, text]) =>
    /showModal|<dialog\b|role="(alert)?dialog"/.test(text),
  );
  expect(own.map(([path]) => path).sort()).toEqual([
    '../features/protocol/control/veto/full-window-notice.tsx',
    './dialog.tsx',
  ]);
});
