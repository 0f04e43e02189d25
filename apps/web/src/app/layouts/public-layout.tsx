import { Outlet } from '@tanstack/react-router';
import { useSession } from '../../platform/session/session.ts';
import { PublicBar } from '../shell/public-bar.tsx';
import { PublicFooter } from '../shell/public-footer.tsx';
import { TopBar } from '../shell/top-bar.tsx';

export function PublicLayout() {
  const { status } = useSession();
  return (
    <>
      {status === 'signed_in' ? <TopBar /> : <PublicBar />}
      <Outlet />
      <PublicFooter />
    </>
  );
}
