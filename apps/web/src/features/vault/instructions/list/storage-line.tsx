import { storageColor, storageWarning } from '@zavet/contract/vault/file-rules';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Skeleton } from '../../../../ui/loading.tsx';
import { Meter } from '../../../../ui/meter.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import styles from './list.module.css';

export function StorageLine({ total }: { total: number | undefined }) {
  const { t } = useTranslation(['list', 'instructions']);
  const formats = useFormats();
  const { data, isError } = useEndpoint('getStorage');
  const used = data && {
    used: formats.megabytes(data.used_mb),
    limit: formats.storage(data.limit_mb),
  };
  // Rendered together to avoid layout shifts.
  const isKnown = total !== undefined && (used !== undefined || isError);
  return (
    <div className={styles.facts}>
      {!isKnown && <Skeleton width="18rem" height="16px" />}
      {isKnown && total !== undefined && (
        <span className={styles.total}>
          {t('count', { count: total, number: formats.number(total) })}
        </span>
      )}
      {isKnown && used && (
        <>
          <div className={styles.meter}>
            <Meter
              label={t('instructions:storage.title')}
              valueText={t('instructions:storage.used', used)}
              percent={data.percent_used}
              color={storageColor(data.percent_used)}
            />
          </div>
          <span>{t('instructions:storage.used', used)}</span>
        </>
      )}
      {isKnown && !used && <span>{t('instructions:storage.loadFailed')}</span>}
    </div>
  );
}

export function StorageNotice() {
  const { t } = useTranslation('instructions');
  const { data } = useEndpoint('getStorage');
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
