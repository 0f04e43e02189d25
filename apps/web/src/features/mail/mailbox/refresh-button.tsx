import type { ReactNode } from 'react';
import { Button, type ButtonKind } from '../../../ui/button.tsx';
import { IconRefresh } from '../../../ui/more-icons.tsx';
import { useRefreshing } from './api/refreshing.ts';

interface RefreshButtonProps {
  kind?: ButtonKind;
  children: ReactNode;
}

export function RefreshButton({ kind = 'quiet', children }: RefreshButtonProps) {
  const { refresh, isRefreshing } = useRefreshing();
  return (
    <Button
      kind={kind}
      icon={<IconRefresh size={20} aria-hidden />}
      loading={isRefreshing}
      onClick={refresh}
    >
      {children}
    </Button>
  );
}
