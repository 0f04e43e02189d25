import type { ReactNode } from 'react';
import { Spinner } from '../../interface/spinner.tsx';
import { useDemoMode } from './demo-mode.ts';
import { SetupReport } from './setup-report.tsx';
import { useSetupCheck } from './use-setup-check.ts';

interface SetupGateProps {
  /** Stands above the report when the way is closed. */
  bar: ReactNode;
  children: ReactNode;
}

/** Lets a screen be seen only when the server is configured, or the visitor chose to go on anyway. */
export function SetupGate({ bar, children }: SetupGateProps) {
  const check = useSetupCheck();
  const { isDemo, enterDemo } = useDemoMode();
  if (isDemo || check.data?.status === 'ready') return children;
  if (check.isPending) return <Spinner />;
  return (
    <>
      {bar}
      <SetupReport check={check} onContinue={enterDemo} />
    </>
  );
}
