import type { ReviewList } from '@zavet/contract/desk/desk-values';
import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { api } from '../../../../platform/client/api.ts';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { ButtonLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { PreviewableFiles } from '../../../vault/instructions/public/file-preview.tsx';
import styles from '../desk.module.css';
import { InvolvedNotice, Person } from '../desk-parts.tsx';
import { ClaimNotice } from './claim-notice.tsx';
import { DecisionForm } from './decision-form.tsx';
import { NextRequestButton } from './next-request-button.tsx';

interface ReviewDetailProps {
  id: string;
  /** The list to return to. */
  list: ReviewList;
}

export function ReviewDetail({ id, list }: ReviewDetailProps) {
  const { t } = useTranslation('desk-requests');
  // Never served from the cache: another operator or the owner may have decided.
  const query = useEndpoint('getReview', { params: { id } }, { staleTime: 0 });
  return (
    <>
      <div className={styles.actions}>
        <ButtonLink to="/operator/requests" search={{ state: list }} kind="quiet">
          {t('back')}
        </ButtonLink>
        <NextRequestButton kind="quiet" />
      </div>
      <Loaded query={query} lines={8}>
        {({ review }) => <Review review={review} />}
      </Loaded>
    </>
  );
}

function Review({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const name = review.owner.name ?? review.owner.email;
  return (
    <>
      <SectionCard
        title={t('detail.title', { name })}
        badge={<Badge tone={toneOf(review)}>{t(`statuses.${review.status}`)}</Badge>}
      >
        <ReviewFacts review={review} />
        <ClaimNotice review={review} />
      </SectionCard>
      <SectionCard title={t('detail.explanation')}>
        <p className={styles.text}>{review.explanation ?? t('detail.removed')}</p>
      </SectionCard>
      <SectionCard title={t('detail.documents')}>
        <RequestedDocument review={review} />
        <ReviewDocuments review={review} />
      </SectionCard>
      <EarlierAttempts review={review} />
      <Decision review={review} />
    </>
  );
}

function Decision({ review }: { review: ReviewView }) {
  if (review.status !== 'requested') return <RecordedDecision review={review} />;
  if (review.is_involved) return <InvolvedNotice />;
  // A request claimed by another operator cannot be decided here.
  return review.claim?.is_mine === false ? null : <DecisionForm review={review} />;
}

function toneOf({ status, rejection }: ReviewView): Tone {
  if (status === 'requested') return 'gold';
  return rejection ? 'plain' : 'green';
}

function ReviewFacts({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const { rules } = review;
  const yesNo = (claim: boolean) => t(claim ? 'yes' : 'no');
  const waiting = formats.timeSince(review.filed_at);
  const filed = formats.dateTime(review.filed_at);
  return (
    <FactList
      facts={[
        { name: t('columns.owner'), value: <Person person={review.owner} /> },
        {
          name: t('facts.born'),
          value: review.owner_born_on ? formats.date(review.owner_born_on) : t('facts.unset'),
        },
        { name: t('columns.contact'), value: <Person person={review.contact} /> },
        { name: t('columns.reason'), value: t(`reasons.${review.reason}`) },
        {
          name: t('columns.filed'),
          value:
            review.status === 'requested' ? t('facts.filed', { filed, waits: waiting }) : filed,
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
        { name: t('facts.vetoCode'), value: yesNo(rules.has_veto_code) },
      ]}
    />
  );
}

function EarlierAttempts({ review }: { review: ReviewView }) {
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

/** The document that an operator requested last. */
function RequestedDocument({ review: { asked } }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  if (!asked) return null;
  const title = t('asked.title', { date: formats.dateTime(asked.asked_at) });
  return (
    <Notice kind={asked.answered_at ? 'success' : 'info'} title={title}>
      <p className={styles.text}>{asked.text}</p>
      <p>
        {asked.answered_at
          ? t('asked.answered', { date: formats.dateTime(asked.answered_at) })
          : t('asked.open')}
      </p>
    </Notice>
  );
}

function ReviewDocuments({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  if (review.documents.length === 0) {
    return <p>{t(review.explanation === null ? 'detail.removed' : 'detail.noDocuments')}</p>;
  }
  return (
    <PreviewableFiles
      label={t('detail.documents')}
      files={review.documents}
      load={(document, signal) =>
        api.downloadReviewDocument(
          { params: { id: review.id, document_id: document.id } },
          signal && { signal },
        )
      }
    >
      {(document) => (
        <span className={styles.quiet}>
          {t('detail.added', { date: formats.dateTime(document.created_at) })}
        </span>
      )}
    </PreviewableFiles>
  );
}

/** The decision, or a note that the request ended without one. */
function RecordedDecision({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const { basis, rejection, note, decided_at } = review;
  if (!basis && !rejection) {
    return (
      <SectionCard title={t('decision.title')}>
        <p>{t('decision.none')}</p>
      </SectionCard>
    );
  }
  return (
    <SectionCard title={t('decision.title')}>
      <FactList
        facts={[
          {
            name: t('decision.outcome'),
            value: rejection ? t(`rejections.${rejection}`) : t('decision.approved'),
          },
          ...(basis ? [{ name: t('decision.basis'), value: t(`bases.${basis}`) }] : []),
          ...(decided_at
            ? [{ name: t('decision.when'), value: formats.dateTime(decided_at) }]
            : []),
          ...(note
            ? [{ name: t('decision.note'), value: <p className={styles.text}>{note}</p> }]
            : []),
        ]}
      />
    </SectionCard>
  );
}
