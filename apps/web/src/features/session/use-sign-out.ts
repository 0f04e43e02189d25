import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toasts } from '../../interface/toasts.tsx';
import { sessionKeeper } from './api.ts';

/** Signs out and always arrives at /login, also when the server could not be told. */
export function useSignOut() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);

  async function signOut() {
    if (isLeaving) return;
    setLeaving(true);
    const result = await sessionKeeper.signOut();
    await navigate({ to: '/login' });
    if (result === 'done') toasts.success(t('signOut.done'));
    else toasts.error(t('signOut.forced'));
  }

  return { signOut, isLeaving };
}
