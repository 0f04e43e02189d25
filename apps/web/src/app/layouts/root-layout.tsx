import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Spinner } from '../../ui/spinner.tsx';

export function RootLayout() {
  return (
    <Suspense fallback={<Spinner />}>
      <Outlet />
    </Suspense>
  );
}
