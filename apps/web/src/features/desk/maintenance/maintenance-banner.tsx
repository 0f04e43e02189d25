import type { UpcomingMaintenance } from '@zavet/contract/desk/status-endpoints';
import { useEffect, useState } from 'react';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconTool } from '../../../ui/more-icons.tsx';
import { SlimNotice } from '../../../ui/slim-notice.tsx';

export function MaintenanceBanner({ maintenance }: { maintenance: UpcomingMaintenance }) {
  const { t } = useTranslation('maintenance');
  const formats = useFormats();
  const now = useNow();
  if (now >= Date.parse(maintenance.ends_at)) return null;
  const hasStarted = now >= Date.parse(maintenance.starts_at);
  const { starts_at, ends_at } = maintenance;
  const title = hasStarted
    ? t('underWay', { ends: formats.deadline(ends_at) })
    : t('planned', { time: formats.span(starts_at, ends_at) });
  return (
    <SlimNotice
      label={t('label')}
      Icon={IconTool}
      title={title}
      tone={hasStarted ? 'gold' : 'plain'}
      details={
        <p>
          {t(hasStarted ? 'underWayText' : 'plannedText')} {t('safe')}
        </p>
      }
    />
  );
}

const tickMs = 30_000;

/** Updates regularly, so that the banner changes at the start and end. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
