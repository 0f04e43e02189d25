import { Skeleton } from '../../../../ui/loading.tsx';
import { SkeletonRows } from './instruction-rows.tsx';
import styles from './list.module.css';

/** Search, categories and rows, until they are read. */
export function ListSkeleton() {
  return (
    <>
      <div className={styles.above}>
        <Skeleton height="48px" />
        <Skeleton width="min(24rem, 100%)" height="44px" />
      </div>
      <SkeletonRows count={6} />
    </>
  );
}
