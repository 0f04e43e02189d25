import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/loading.tsx';
import styles from './contacts.module.css';

/** Bars in the shape of the figures and of two cards. */
export function LoadingContacts() {
  return (
    <>
      <SkeletonLines lines={1} />
      <div className={styles.list}>
        <LoadingCard />
        <LoadingCard />
      </div>
    </>
  );
}

function LoadingCard() {
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <Skeleton width="64px" height="64px" />
        <div className={styles.loadingWords}>
          <Skeleton width="60%" height="24px" />
          <Skeleton width="90%" height="20px" />
        </div>
      </div>
      <Skeleton width="80%" height="20px" />
      <Skeleton width="192px" height="48px" />
    </Card>
  );
}
