import { Outlet, useLocation } from '@tanstack/react-router';
import { MaintenanceNotice } from '../../features/maintenance/maintenance-notice.tsx';
import { DrawnInSlices } from '../../interface/drawn-in-slices.tsx';
import { lazyPart } from '../../interface/lazy-part.tsx';
import { useSession } from '../../platform/session/session.ts';
import { PublicBar } from '../shell/public-bar.tsx';
import { PublicFooter } from '../shell/public-footer.tsx';

/** Most visitors of public pages are not signed in, and do not wait for it. */
const TopBar = lazyPart(async () => (await import('../shell/top-bar.tsx')).TopBar);

export function PublicLayout() {
  const { status } = useSession();
  const isSigningIn = useLocation({ select: ({ pathname }) => pathname === '/login' });
  return (
    <DrawnInSlices>
      {status === 'signed_in' ? (
        <TopBar isOnPublicPage waiting={<PublicBar />} failed={() => <PublicBar />} />
      ) : (
        <PublicBar />
      )}
      {(status === 'signed_in' || isSigningIn) && <MaintenanceNotice />}
      <Outlet />
      <PublicFooter />
    </DrawnInSlices>
  );
}
