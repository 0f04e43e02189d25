import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { useTranslation } from './language/use-translation.ts';

interface Question {
  title: string;
  /** The consequences, and further choices. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  /** True if confirming protects the visitor: the confirm button then has the initial focus. */
  isSafe?: boolean;
}

interface ConfirmDialogProps extends Question {
  isOpen: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an action. The button of the safe choice has the initial focus; Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation('shell');
  return (
    <Dialog isOpen={props.isOpen} title={props.title} onClose={props.onCancel}>
      <div className={styles.text}>{props.children}</div>
      <div className={styles.actions}>
        <Button
          kind={props.isSafe ? 'primary' : props.isDangerous ? 'quietDanger' : 'quiet'}
          data-autofocus={props.isSafe || undefined}
          loading={props.isBusy}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
        <Button
          kind={props.isSafe ? 'quiet' : 'primary'}
          data-autofocus={!props.isSafe || undefined}
          disabled={props.isBusy}
          onClick={props.onCancel}
        >
          {props.cancelLabel ?? t('actions.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

type ConfirmButtonProps = Question &
  Pick<ComponentProps<typeof Button>, 'kind' | 'big' | 'className' | 'aria-label' | 'disabled'> & {
    label: string;
    /**
     * Runs after the confirmation and reports its own failures; the dialog closes when it has
     * settled.
     */
    act: () => unknown;
  };

/** A button that asks for confirmation before its action. */
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
export function useConfirmation<Subject>() {
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
