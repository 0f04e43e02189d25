import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { useTranslation } from './language/use-translation.ts';

export interface Question {
  title: string;
  /** The consequences, and what else has to be chosen. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  /** Confirming protects the visitor, so it is the answer with the focus. */
  isSafe?: boolean;
}

interface ConfirmDialogProps extends Question {
  isOpen: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an action. The safe answer has the focus and is the meaning of Escape. */
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
