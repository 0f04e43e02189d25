import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Card } from './card.tsx';
import { Skeleton, SkeletonLines } from './skeleton.tsx';

interface WaitForQueriesProps {
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
export function WaitForQueries({ queries, waiting = twoCards, children }: WaitForQueriesProps) {
  const [haveArrived, setHaveArrived] = useState(false);
  const arrived = haveArrived || !queries.some(({ isPending }) => isPending);
  // From then on each part waits for itself: one that failed is asked for again where it stands.
  if (arrived !== haveArrived) setHaveArrived(arrived);
  return arrived ? children : waiting;
}

interface SkeletonCardProps {
  lines?: number;
  /** The card has a button at its foot. */
  hasAction?: boolean;
}

/** A card with a heading, in bars, until what it shows is there. */
export function SkeletonCard({ lines = 2, hasAction }: SkeletonCardProps) {
  return (
    <Card>
      <Skeleton width="min(40%, 240px)" height="32px" />
      <SkeletonLines lines={lines} />
      {hasAction && <Skeleton width="192px" height="48px" />}
    </Card>
  );
}
