import { useNavigate, useSearch } from '@tanstack/react-router';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { Doubts } from './doubts.tsx';
import { ReviewDetail } from './review-detail.tsx';
import { ReviewList, type ReviewState } from './review-list.tsx';

/** Requests for an activation: those that wait, those that are decided, and one of them. */
export function RequestsTab() {
  const { t } = useTranslation('desk-requests');
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const state: ReviewState = search.state === 'decided' ? 'decided' : 'open';
  if (search.id) return <ReviewDetail key={search.id} id={search.id} state={state} />;
  return (
    <>
      <Doubts />
      <SectionCard title={t('title')} lead={t('lead')}>
        <SegmentedControl
          label={t('states.label')}
          hidesLabel
          value={state}
          options={(['open', 'decided'] as const).map((value) => ({
            value,
            label: t(`states.${value}`),
          }))}
          onChange={(value) =>
            void navigate({ to: '/operator/requests', search: { state: value }, replace: true })
          }
        />
        <ReviewList key={state} state={state} />
      </SectionCard>
    </>
  );
}
