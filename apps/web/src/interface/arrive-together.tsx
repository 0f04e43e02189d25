import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Card } from './card.tsx';
import { SkeletonLines } from './skeleton.tsx';

interface ArriveTogetherProps {
  queries: readonly Pick<UseQueryResult, 'isPending'>[];
  children: ReactNode;
}

/** Bars until every query has answered or failed: what can be pressed is not moved any more. */
export function ArriveTogether({ queries, children }: ArriveTogetherProps) {
  const [haveArrived, setHaveArrived] = useState(false);
  const arrived = haveArrived || !queries.some(({ isPending }) => isPending);
  // From then on each part waits for itself: one that failed is asked for again where it stands.
  if (arrived !== haveArrived) setHaveArrived(arrived);
  if (arrived) return children;
  return (
    <Card>
      <SkeletonLines lines={5} />
    </Card>
  );
}
