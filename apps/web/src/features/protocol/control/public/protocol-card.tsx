import { Suspense } from 'react';
import { SectionCard } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { DeliveryMeter, useOwnProtocol } from './own-protocol.tsx';

const AfterRelease = lazyComponent(async () => (await import('../after-release.tsx')).AfterRelease);

/** Shown above the letters of an active protocol: start, progress and the owner's options. */
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
          <Suspense>
            <AfterRelease protocol={protocol} />
          </Suspense>
        </>
      )}
    </SectionCard>
  );
}
