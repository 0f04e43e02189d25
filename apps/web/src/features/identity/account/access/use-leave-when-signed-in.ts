import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../../../platform/session/session.ts';
import { safeRedirect } from './safe-redirect.ts';

/**
 * Someone who is signed in has no use for a form of newcomers. Not once it has been sent: the link of
 * the mail may then sign in from another tab, and what is said here must still be readable.
 */
export function useLeaveWhenSignedIn(isFormOpen: boolean, redirect?: string): void {
  const router = useRouter();
  const { status } = useSession();
  const isLeaving = isFormOpen && status === 'signed_in';
  useEffect(() => {
    if (!isLeaving) return;
    router.history.replace(safeRedirect(redirect) ?? '/dashboard', {}, { ignoreBlocker: true });
  }, [isLeaving, redirect, router]);
}
