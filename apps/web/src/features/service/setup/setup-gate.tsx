import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryKeys } from '../../../platform/queries/query-keys.ts';
import { useDemoMode, useSetupCheck } from '../../../platform/setup/setup.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { loadTexts } from '../../../ui/language/i18n.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Spinner } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { SetupReport } from './setup-report.tsx';

interface SetupGateProps {
  /** Shown above the report. */
  bar: ReactNode;
  children: ReactNode;
}

/** Shows a screen only if the server is configured or the visitor chose demo mode. */
export function SetupGate({ bar, children }: SetupGateProps) {
  const check = useSetupCheck();
  const { isDemo, enterDemo } = useDemoMode();
  if (isDemo || check.data?.status === 'ready') return children;
  if (check.isPending) return <Spinner />;
  return <ClosedGate bar={bar} check={check} onContinue={enterDemo} />;
}

interface ClosedGateProps {
  bar: ReactNode;
  check: ReturnType<typeof useSetupCheck>;
  onContinue: () => void;
}

/** Shows the report. Its texts are loaded lazily, which fails without a network. */
function ClosedGate({ bar, check, onContinue }: ClosedGateProps) {
  const { t } = useTranslation('shell');
  const texts = useQuery({
    queryKey: queryKeys.setupTexts(),
    queryFn: async () => {
      await loadTexts('setup');
      return true;
    },
    retry: false,
  });
  if (texts.isPending) return <Spinner />;
  return (
    <>
      {bar}
      {texts.isError ? (
        <Page title={t('unreachable.title')} width="text">
          <ErrorState
            error={texts.error}
            isRetrying={texts.isFetching || check.isFetching}
            onRetry={() => Promise.all([texts.refetch(), check.refetch()])}
          />
        </Page>
      ) : (
        <SetupReport check={check} onContinue={onContinue} />
      )}
    </>
  );
}
