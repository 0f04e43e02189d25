import type { QueueState } from '@zavet/contract/desk/status-endpoints';
import { SectionCard } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useAgo } from './use-ago.ts';

export function QueuesCard({ queues }: { queues: QueueState[] }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const ago = useAgo();
  const columns: Column<QueueState>[] = [
    { title: t('queues.job'), cell: ({ job }) => <code>{job}</code> },
    { title: t('queues.waiting'), isNumber: true, cell: (one) => formats.number(one.waiting) },
    { title: t('queues.running'), isNumber: true, cell: (one) => formats.number(one.running) },
    { title: t('queues.later'), isNumber: true, cell: (one) => formats.number(one.later) },
    {
      title: t('queues.oldest'),
      cell: ({ oldest_due_at }) => (oldest_due_at ? ago(oldest_due_at) : t('queues.notWaiting')),
    },
  ];
  return (
    <SectionCard
      title={t('queues.title')}
      lead={queues.length === 0 ? t('queues.none') : undefined}
    >
      {queues.length > 0 && (
        <DataTable
          isNarrow
          label={t('queues.label')}
          columns={columns}
          rows={queues}
          keyOf={({ job }) => job}
        />
      )}
    </SectionCard>
  );
}
