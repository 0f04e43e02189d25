import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Card } from './card.tsx';
import { Skeleton, SkeletonLines } from './skeleton.tsx';

interface WaitForQueriesProps {
  queries: readonly Pick<UseQueryResult, 'isPending'>[];
  /** Placeholder; two skeleton cards by default. */
  waiting?: ReactNode;
  children: ReactNode;
}

const twoCards = (
  <>
    <SkeletonCard hasAction />
    <SkeletonCard lines={4} hasAction />
  </>
);

/** Shows a placeholder until every query has settled, so that buttons do not move afterwards. */
export function WaitForQueries({ queries, waiting = twoCards, children }: WaitForQueriesProps) {
  const [haveArrived, setHaveArrived] = useState(false);
  const arrived = haveArrived || !queries.some(({ isPending }) => isPending);
  // From then on each part handles its own loading and retries in place.
  if (arrived !== haveArrived) setHaveArrived(arrived);
  return arrived ? children : waiting;
}

interface SkeletonCardProps {
  lines?: number;
  /** The card has a button at the bottom. */
  hasAction?: boolean;
}

/** The placeholder of a card with a heading. */
export function SkeletonCard({ lines = 2, hasAction }: SkeletonCardProps) {
  return (
    <Card>
      <Skeleton width="min(40%, 240px)" height="32px" />
      <SkeletonLines lines={lines} />
      {hasAction && <Skeleton width="192px" height="48px" />}
    </Card>
  );
}
