import type { ServiceStatus } from '@zavet/contract/desk/status-endpoints';
import { SectionCard } from '../../../../ui/card.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { useAgo } from './use-ago.ts';

/** People who wait for a decision: the service owes them an answer. */
export function RequestsCard({ requests }: { requests: ServiceStatus['requests'] }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const ago = useAgo();
  const { waiting, overdue, oldest_filed_at } = requests;
  return (
    <SectionCard title={t('requests.title')}>
      {overdue > 0 && <Notice kind="warning">{t('requests.late')}</Notice>}
      <FactList
        facts={[
          { name: t('requests.waiting'), value: formats.number(waiting) },
          { name: t('requests.overdue'), value: formats.number(overdue) },
          ...(oldest_filed_at ? [{ name: t('requests.oldest'), value: ago(oldest_filed_at) }] : []),
        ]}
      />
    </SectionCard>
  );
}
