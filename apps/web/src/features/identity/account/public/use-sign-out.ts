import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { mayLeave } from '../../../../ui/form/leaving.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';

/** Asks about unsaved changes, signs out and opens /login, even if the server is unreachable. */
export function useSignOut() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [isSigningOut, setSigningOut] = useState(false);

  async function signOut() {
    if (isSigningOut || !(await mayLeave())) return;
    setSigningOut(true);
    const result = await sessionKeeper.signOut();
    await navigate({ to: '/login', ignoreBlocker: true });
    if (result === 'done') toasts.success(t('signOut.done'));
    else toasts.error(t('signOut.forced'));
  }

  return { signOut, isSigningOut };
}
