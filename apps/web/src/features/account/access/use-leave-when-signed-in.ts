import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../../platform/session/session.ts';

/**
 * Someone who is signed in has no use for a form of newcomers. Not once it has been sent: the link of
 * the mail may then sign in from another tab, and what is said here must still be readable.
 */
export function useLeaveWhenSignedIn(isFormOpen: boolean): void {
  const navigate = useNavigate();
  const { status } = useSession();
  const isLeaving = isFormOpen && status === 'signed_in';
  useEffect(() => {
    if (isLeaving) void navigate({ to: '/dashboard', replace: true, ignoreBlocker: true });
  }, [isLeaving, navigate]);
}
