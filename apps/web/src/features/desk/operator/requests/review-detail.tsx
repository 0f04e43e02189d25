import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { ButtonLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { InvolvedNotice } from '../parts/involved-notice.tsx';
import { DecisionForm } from './decision-form.tsx';
import { DecisionMade } from './decision-made.tsx';
import styles from './requests.module.css';
import { ReviewDocuments } from './review-documents.tsx';
import { EarlierTries, ReviewFacts } from './review-facts.tsx';
import type { ReviewState } from './review-list.tsx';

interface ReviewDetailProps {
  id: string;
  /** The list one comes from. */
  state: ReviewState;
}

/** Everything that an operator decides by, and the decision. */
export function ReviewDetail({ id, state }: ReviewDetailProps) {
  const { t } = useTranslation('desk-requests');
  // Another operator, or the owner, may have answered meanwhile.
  const query = useEndpoint('getReview', { params: { id } }, { staleTime: 0 });
  return (
    <>
      <div>
        <ButtonLink to="/operator/requests" search={{ state }} kind="quiet">
          {t('back')}
        </ButtonLink>
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
      </SectionCard>
      <SectionCard title={t('detail.explanation')}>
        <p className={styles.text}>{review.explanation ?? t('detail.removed')}</p>
      </SectionCard>
      <SectionCard title={t('detail.documents')}>
        <ReviewDocuments review={review} />
      </SectionCard>
      <EarlierTries review={review} />
      <Decision review={review} />
    </>
  );
}

function Decision({ review }: { review: ReviewView }) {
  if (review.status !== 'requested') return <DecisionMade review={review} />;
  return review.is_involved ? <InvolvedNotice /> : <DecisionForm review={review} />;
}

function toneOf({ status, rejection }: ReviewView): Tone {
  if (status === 'requested') return 'gold';
  return rejection ? 'plain' : 'green';
}
