import type { ReactNode } from 'react';
import { Card } from '../../../interface/card.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { useIsGuest } from './use-is-guest.ts';

/** A form for people without a session: it is drawn when it is known that there is none. */
export function GuestCard({ children }: { children: ReactNode }) {
  if (useIsGuest()) return children;
  return (
    <Card>
      <SkeletonLines lines={6} />
    </Card>
  );
}
