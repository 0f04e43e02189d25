import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';

type ConfirmButtonProps = Question &
  Pick<ComponentProps<typeof Button>, 'kind' | 'big' | 'className' | 'aria-label' | 'disabled'> & {
    label: string;
    /** Runs once confirmed and reports its own failures; the dialog closes when it has settled. */
    act: () => unknown;
  };

/** A button that asks before it acts. */
export function ConfirmButton({ label, act, ...props }: ConfirmButtonProps) {
  const { title, children, confirmLabel, cancelLabel, isDangerous, isSafe, ...button } = props;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      await act();
    } finally {
      setBusy(false);
      setAsking(false);
    }
  }

  return (
    <>
      <Button kind="quiet" {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...{ title, confirmLabel, cancelLabel, isDangerous, isSafe, isBusy }}
        isOpen={isAsking}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}

/** Lets a submit wait for the answer to a `ConfirmDialog`. */
export function useQuestion<Subject>() {
  const [asked, setAsked] = useState<{ subject: Subject; answer: (isYes: boolean) => void }>();

  function answer(isYes: boolean) {
    setAsked(undefined);
    asked?.answer(isYes);
  }

  return {
    subject: asked?.subject,
    ask: (subject: Subject) =>
      new Promise<boolean>((resolve) => setAsked({ subject, answer: resolve })),
    dialogProps: {
      isOpen: asked !== undefined,
      onConfirm: () => answer(true),
      onCancel: () => answer(false),
    },
  };
}
