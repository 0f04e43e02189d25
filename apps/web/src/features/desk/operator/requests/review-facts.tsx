import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { SectionCard } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Person } from './person.tsx';

/** Who asks, why, since when, what the owner decided and when the owner was last seen. */
export function ReviewFacts({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const { rules } = review;
  const yesNo = (claim: boolean) => t(claim ? 'yes' : 'no');
  const waits = formats.timeSince(review.filed_at);
  const filed = formats.dateTime(review.filed_at);
  return (
    <FactList
      facts={[
        { name: t('columns.owner'), value: <Person person={review.owner} /> },
        { name: t('columns.contact'), value: <Person person={review.contact} /> },
        { name: t('columns.reason'), value: t(`reasons.${review.reason}`) },
        {
          name: t('columns.filed'),
          value: review.status === 'requested' ? t('facts.filed', { filed, waits }) : filed,
        },
        {
          name: t('facts.seen'),
          value: review.owner_seen_at ? formats.dateTime(review.owner_seen_at) : t('facts.never'),
        },
        {
          name: t('facts.waiting'),
          value:
            rules.waiting_hours > 0
              ? t('facts.waits', { duration: formats.hours(rules.waiting_hours) })
              : t('facts.noWaiting'),
        },
        { name: t('facts.second'), value: yesNo(rules.needs_second) },
        { name: t('facts.contacts'), value: formats.number(review.confirmed_contacts) },
        { name: t('facts.pin'), value: yesNo(rules.has_pin) },
        { name: t('facts.secondAddress'), value: yesNo(rules.has_second_address) },
        { name: t('facts.stopCode'), value: yesNo(rules.has_stop_code) },
      ]}
    />
  );
}

/** What was tried about this owner before. */
export function EarlierTries({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  return (
    <SectionCard title={t('earlier.title')}>
      {review.earlier.length === 0 ? (
        <p>{t('earlier.none')}</p>
      ) : (
        <DataTable
          label={t('earlier.title')}
          columns={[
            { title: t('earlier.when'), cell: ({ created_at }) => formats.dateTime(created_at) },
            {
              title: t('earlier.who'),
              cell: ({ contact_name }) => contact_name ?? t('earlier.gone'),
            },
            { title: t('columns.outcome'), cell: ({ status }) => t(`statuses.${status}`) },
          ]}
          rows={review.earlier}
          keyOf={({ id }) => id}
        />
      )}
    </SectionCard>
  );
}
