import type { StorageView } from '@zavet/contract/storage/storage-endpoints';
import { storageColor, storageWarning } from '@zavet/contract/storage/storage-rules';
import { ButtonLink, TextLink } from '../../../interface/button.tsx';
import { Card } from '../../../interface/card.tsx';
import { ErrorState } from '../../../interface/error-state.tsx';
import { Heading } from '../../../interface/heading.tsx';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Meter } from '../../../interface/meter.tsx';
import { Notice } from '../../../interface/notice.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import styles from '../instructions.module.css';
import { useStorage } from '../public/storage.ts';

/** How full the storage is, and the ways to more room and to the people. */
export function StorageCard() {
  const { t } = useTranslation('instructions');
  const query = useStorage();
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t('storage.loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  return (
    <Card aria-labelledby="storage-title">
      <Heading level={2} size={3} id="storage-title">
        {t('storage.title')}
      </Heading>
      {query.data ? <Usage storage={query.data} /> : <SkeletonLines lines={2} />}
      <div className={styles.ways}>
        <TextLink to="/settings" search={{ tab: 'plan' }} className={styles.way}>
          {t('storage.upgrade')}
        </TextLink>
        <TextLink to="/contact" className={styles.way}>
          {t('toContacts')}
        </TextLink>
      </div>
    </Card>
  );
}

function Usage({ storage }: { storage: StorageView }) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const text = t('storage.used', {
    used: formats.megabytes(storage.used_mb),
    limit: formats.storage(storage.limit_mb),
  });
  return (
    <>
      <Meter
        label={t('storage.title')}
        valueText={text}
        percent={storage.percent_used}
        color={storageColor(storage.percent_used)}
      />
      <p className={styles.quiet}>{text}</p>
    </>
  );
}

/** Above 80 percent, and stronger above 95. */
export function StorageNotice() {
  const { t } = useTranslation('instructions');
  const { data } = useStorage();
  const formats = useFormats();
  const warning = data ? storageWarning(data.percent_used) : 'none';
  if (!data || warning === 'none') return null;
  return (
    <Notice
      kind={warning === 'strong' ? 'error' : 'warning'}
      title={t(`storage.${warning}Title`)}
      actions={
        <ButtonLink to="/settings" search={{ tab: 'plan' }} kind="quiet">
          {t('storage.upgrade')}
        </ButtonLink>
      }
    >
      {t(`storage.${warning}Text`, {
        used: formats.megabytes(data.used_mb),
        limit: formats.storage(data.limit_mb),
        left: formats.megabytes(Math.max(0, data.remaining_mb)),
      })}
    </Notice>
  );
}
