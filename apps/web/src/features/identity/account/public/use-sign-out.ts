import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { mayLeave } from '../../../../ui/form/leaving.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';

/** Signs out, once changed forms may be left, and always arrives at /login, also when the server could not be told. */
export function useSignOut() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);

  async function signOut() {
    if (isLeaving || !(await mayLeave())) return;
    setLeaving(true);
    const result = await sessionKeeper.signOut();
    await navigate({ to: '/login', ignoreBlocker: true });
    if (result === 'done') toasts.success(t('signOut.done'));
    else toasts.error(t('signOut.forced'));
  }

  return { signOut, isLeaving };
}
