import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { askOnLeaving } from './leaving.ts';

/** Asks before a changed form is left: inside the application, by signing out, and when the tab is closed. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const { t } = useTranslation('shell');
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const [question, setQuestion] = useState<{ answer: (mayLeave: boolean) => void }>();

  useEffect(() => {
    if (!isChanged) return;
    return askOnLeaving(() => new Promise((answer) => setQuestion({ answer })));
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
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.cancel')}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {t('leave.text')}
    </ConfirmDialog>
  );
}
