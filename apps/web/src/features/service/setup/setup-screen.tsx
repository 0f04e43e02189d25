import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDemoMode, useSetupCheck } from '../../../platform/setup/setup.ts';
import { SetupReport } from './setup-report.tsx';

export function SetupScreen() {
  const check = useSetupCheck();
  const navigate = useNavigate();
  const { enterDemo, leaveDemo } = useDemoMode();
  const isReady = check.data?.status === 'ready';

  // biome-ignore lint/correctness/useExhaustiveDependencies: leaves the demo when the check succeeds
  useEffect(() => {
    if (isReady) leaveDemo();
  }, [isReady]);

  return (
    <SetupReport
      check={check}
      onContinue={() => {
        if (!isReady) enterDemo();
        void navigate({ to: '/dashboard' });
      }}
    />
  );
}
