import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useTranslation } from '../language/use-translation.ts';
import { confirmBeforeLeaving } from './leaving.ts';

interface LeaveGuardProps {
  isChanged: boolean;
  title?: string;
  /** Replaces the default text if the changes are not simply lost. */
  text?: string;
  /** Replaces `text` when the user signs out. */
  signOutText?: string;
  /** Asks only when the screen is left, not on navigation within it. */
  isAboutScreen?: boolean;
}

/** Asks before a changed form is left: by navigation, by signing out, by closing the tab. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { isChanged, isAboutScreen = false } = props;
  const { t } = useTranslation('shell');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && !(isAboutScreen && current.pathname === next.pathname),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const [question, setQuestion] = useState<{ answer: (mayLeave: boolean) => void }>();

  useEffect(() => {
    if (!isChanged) return;
    return confirmBeforeLeaving(() => new Promise((answer) => setQuestion({ answer })));
  }, [isChanged]);

  const answer = (mayLeave: boolean) => {
    question?.answer(mayLeave);
    setQuestion(undefined);
    if (mayLeave) blocker.proceed?.();
    else blocker.reset?.();
  };

  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked' || question !== undefined}
      title={props.title ?? t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.cancel')}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {(question && props.signOutText) ?? props.text ?? t('leave.text')}
    </ConfirmDialog>
  );
}
