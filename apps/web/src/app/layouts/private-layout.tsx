import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  fetchMaintenanceNotice,
  MaintenanceNotice,
} from '../../features/desk/maintenance/maintenance-notice.tsx';
import { ProofDialog } from '../../features/identity/account/access/proof-dialog.tsx';
import {
  DocumentsNotice,
  fetchDocumentsNotice,
} from '../../features/identity/legal/documents-notice.tsx';
import {
  fetchWaitingNotice,
  WaitingNotice,
} from '../../features/protocol/control/veto/waiting-notice.tsx';
import { SetupGate } from '../../features/service/setup/setup-gate.tsx';
import { endpointKey } from '../../platform/queries/query-keys.ts';
import { sessionKeeper, useSession } from '../../platform/session/session.ts';
import { useDemoMode } from '../../platform/setup/setup.ts';
import { waitAtMost } from '../../platform/wait-at-most.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { Spinner } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { PublicBar } from '../shell/public-bar.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { DeferredRender } from './public-layout.tsx';

export function PrivateLayout() {
  const session = useSession();
  useRedirectToSignIn();
  const userId = session.status === 'signed_in' ? session.session.user.id : undefined;
  const isNoticeReady = useNoticesReady(userId);
  if (session.status === 'signed_out') return <Spinner />;
  return (
    <SetupGate bar={<PublicBar />}>
      <PrivateScreen isNoticeReady={isNoticeReady} />
    </SetupGate>
  );
}

/** Redirects to the login and then back to this address; after a sign-out, to the dashboard. */
function useRedirectToSignIn(): void {
  const session = useSession();
  const navigate = useNavigate();
  const href = useLocation({ select: (location) => location.href });
  const reason = session.status === 'signed_out' ? session.reason : undefined;
  // The address is read once, because it changes before this screen unmounts.
  const redirectToSignIn = useEffectEvent(() => {
    const search = reason === 'left' ? {} : { redirect: href };
    void navigate({ to: '/login', search, replace: true });
  });
  useEffect(() => {
    if (reason) redirectToSignIn();
  }, [reason]);
}

function PrivateScreen({ isNoticeReady }: { isNoticeReady: boolean }) {
  const session = useSession();
  const { isDemo } = useDemoMode();
  if (session.status === 'loading') return <Spinner />;
  if (session.status === 'unreachable' && !isDemo) return <Unreachable error={session.error} />;
  if (session.status === 'signed_in' && !isNoticeReady) return <Spinner />;
  return (
    <DeferredRender>
      <TopBar />
      {session.status === 'signed_in' && <MaintenanceNotice />}
      {session.status === 'signed_in' && <DocumentsNotice userId={session.session.user.id} />}
      <Outlet />
      {session.status === 'signed_in' && (
        <WaitingNotice key={session.session.user.id} userId={session.session.user.id} />
      )}
      {session.status === 'signed_in' && <ProofDialog email={session.session.user.email} />}
    </DeferredRender>
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

const maxWaitMs = 1000;

/**
 * Fetches the notices of a signed-in user. True once they are loaded or after a timeout: rendering
 * them together with the screen avoids a layout shift.
 */
function useNoticesReady(userId: string | undefined): boolean {
  const client = useQueryClient();
  const [isReady, setReady] = useState(() => areNoticesLoaded(client));
  useEffect(() => {
    if (!userId) return;
    let isMounted = true;
    const notices = Promise.allSettled([
      fetchDocumentsNotice(client),
      fetchMaintenanceNotice(client),
      fetchWaitingNotice(client),
    ]);
    void waitAtMost(maxWaitMs, notices).then(() => {
      if (isMounted) setReady(true);
    });
    return () => {
      isMounted = false;
    };
  }, [client, userId]);
  return isReady;
}

function areNoticesLoaded(client: QueryClient): boolean {
  const reads = ['getDocuments', 'getMaintenance', 'getOwnProtocol'] as const;
  return reads.every((read) => client.getQueryData(endpointKey(read)) !== undefined);
}
