import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { sessionKeeper } from '../../features/session/api.ts';
import { useSession } from '../../features/session/use-session.ts';
import { useDemoMode } from '../../features/setup/demo-mode.ts';
import { SetupGate } from '../../features/setup/setup-gate.tsx';
import { ErrorState } from '../../interface/error-state.tsx';
import { Page } from '../../interface/page.tsx';
import { Spinner } from '../../interface/spinner.tsx';
import { PublicBar } from '../shell/public-bar.tsx';
import { TopBar } from '../shell/top-bar.tsx';

export function PrivateLayout() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'signed_out') {
    const search = session.reason === 'left' ? {} : { redirect: location.href };
    return <Navigate to="/login" search={search} replace />;
  }
  return (
    <SetupGate bar={<PublicBar />}>
      <PrivateScreen />
    </SetupGate>
  );
}

function PrivateScreen() {
  const session = useSession();
  const { isDemo } = useDemoMode();
  if (session.status === 'loading') return <Spinner />;
  if (session.status === 'unreachable' && !isDemo) return <Unreachable error={session.error} />;
  return (
    <>
      <TopBar />
      <Outlet />
    </>
  );
}

function Unreachable({ error }: { error: unknown }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <PublicBar />
      <Page title={t('unreachable.title')} width="text">
        <ErrorState title={t('failure.title')} error={error} onRetry={() => sessionKeeper.load()} />
      </Page>
    </>
  );
}
