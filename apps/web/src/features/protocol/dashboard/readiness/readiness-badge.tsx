import type { ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import { Badge } from '../../../../ui/badge.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { readinessStateOf } from './readiness-rules.ts';

/** How it stands, in two words. */
export function ReadinessBadge({ findings }: { findings: readonly ReadinessFinding[] }) {
  const { t } = useTranslation('readiness');
  const { state, count } = readinessStateOf(findings);
  switch (state) {
    case 'ready':
      return <Badge tone="green">{t('ready.badge')}</Badge>;
    case 'advised':
      return <Badge>{t('advised.badge', { count })}</Badge>;
    case 'blocked':
      return <Badge tone="gold">{t('blocked.badge', { count })}</Badge>;
  }
}
