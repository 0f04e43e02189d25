import { Outlet, useLocation } from '@tanstack/react-router';
import { MaintenanceNotice } from '../../features/maintenance/maintenance-notice.tsx';
import { useSession } from '../../platform/session/session.ts';
import { PublicBar } from '../shell/public-bar.tsx';
import { PublicFooter } from '../shell/public-footer.tsx';
import { TopBar } from '../shell/top-bar.tsx';

export function PublicLayout() {
  const { status } = useSession();
  const isSigningIn = useLocation({ select: ({ pathname }) => pathname === '/login' });
  return (
    <>
      {status === 'signed_in' ? <TopBar /> : <PublicBar />}
      {(status === 'signed_in' || isSigningIn) && <MaintenanceNotice />}
      <Outlet />
      <PublicFooter />
    </>
  );
}
