import { Card } from './card.tsx';
import { Skeleton, SkeletonLines } from './skeleton.tsx';

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
