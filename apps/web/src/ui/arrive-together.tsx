import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SkeletonCard } from './skeleton-card.tsx';

interface ArriveTogetherProps {
  queries: readonly Pick<UseQueryResult, 'isPending'>[];
  /** Bars in the shape of what comes; two cards when left out. */
  waiting?: ReactNode;
  children: ReactNode;
}

const twoCards = (
  <>
    <SkeletonCard hasAction />
    <SkeletonCard lines={4} hasAction />
  </>
);

/** Bars until every query has answered or failed: what can be pressed is not moved any more. */
export function ArriveTogether({ queries, waiting = twoCards, children }: ArriveTogetherProps) {
  const [haveArrived, setHaveArrived] = useState(false);
  const arrived = haveArrived || !queries.some(({ isPending }) => isPending);
  // From then on each part waits for itself: one that failed is asked for again where it stands.
  if (arrived !== haveArrived) setHaveArrived(arrived);
  return arrived ? children : waiting;
}
