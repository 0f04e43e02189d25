import { Outlet } from '@tanstack/react-router';
import { PublicBar } from '../shell/public-bar.tsx';
import { PublicFooter } from '../shell/public-footer.tsx';

export function PublicLayout() {
  return (
    <>
      <PublicBar />
      <Outlet />
      <PublicFooter />
    </>
  );
}
