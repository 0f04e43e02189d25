import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { MaintenanceNotice } from '../../features/desk/maintenance/maintenance-notice.tsx';
import { useSession } from '../../platform/session/session.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PublicBar } from '../shell/public-bar.tsx';
import { PublicFooter } from '../shell/public-footer.tsx';

/** Lazy: most visitors of public pages are not signed in. */
const TopBar = lazyComponent(async () => (await import('../shell/top-bar.tsx')).TopBar);

export function PublicLayout() {
  const { status } = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <DeferredRender isImmediate={hasScrollTarget()}>
      {status === 'signed_in' ? (
        <TopBar isOnPublicPage waiting={<PublicBar />} failed={() => <PublicBar />} />
      ) : (
        <PublicBar />
      )}
      {(status === 'signed_in' || path === '/login') && <MaintenanceNotice />}
      <Outlet />
      <PublicFooter />
    </DeferredRender>
  );
}

/** True if the browser scrolls to a target or restores a position, which needs the full text. */
function hasScrollTarget(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return window.location.hash !== '' || entry?.type !== 'navigate';
}

interface DeferredRenderProps {
  /** Renders the content immediately. Only the value of the first render counts. */
  isImmediate?: boolean;
  children: ReactNode;
}

/** Renders its content as a deferred update at first, so that a slow phone stays responsive. */
export function DeferredRender({ isImmediate = false, children }: DeferredRenderProps) {
  const isDue = useDeferredValue(true, isImmediate);
  return isDue ? children : null;
}
