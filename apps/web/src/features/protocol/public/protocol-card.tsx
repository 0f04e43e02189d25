import { ErrorState } from '../../../interface/error-state.tsx';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { SectionCard } from '../../../interface/section-card.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { DeliveryMeter } from './delivery-meter.tsx';
import { useOwnProtocol } from './own-protocol.ts';

/** Above the letters of an active protocol: when it was started, by whom, and how far it is. */
export function ProtocolCard() {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  const query = useOwnProtocol();
  const protocol = query.data?.protocol;
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t('loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  if (query.data && !protocol?.activated_at) return null;
  return (
    <SectionCard title={t('title')}>
      {!protocol && <SkeletonLines lines={2} />}
      {protocol?.activated_at && (
        <>
          <p>{t('active.title', { date: formats.dateTime(protocol.activated_at) })}</p>
          {protocol.activated_by && <p>{t('active.by', protocol.activated_by)}</p>}
          <DeliveryMeter progress={protocol.progress} />
        </>
      )}
    </SectionCard>
  );
}
