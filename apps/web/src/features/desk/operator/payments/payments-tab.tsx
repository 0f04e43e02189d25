import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { WaitForQueries } from '../../../../ui/loaded.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { OutagesCard } from './outages-card.tsx';
import { TroubleDetail } from './trouble-detail.tsx';
import { TroubleList, type TroubleState, useTroubles } from './trouble-list.tsx';

export function PaymentsTab() {
  const { t } = useTranslation('desk-payments');
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const state: TroubleState = search.state === 'settled' ? 'settled' : 'open';
  const show = (shown: TroubleState) =>
    navigate({ to: '/operator/payments', search: { state: shown } });
  return (
    <WaitForQueries queries={[useTroubles(state), useEndpoint('listOutages')]}>
      <SectionCard title={t('title')}>
        <SegmentedControl
          label={t('filter.label')}
          hidesLabel
          value={state}
          options={[
            { value: 'open', label: t('filter.open') },
            { value: 'settled', label: t('filter.settled') },
          ]}
          onChange={(shown) => void show(shown)}
        />
        <TroubleList state={state} />
      </SectionCard>
      {search.id && <TroubleDetail key={search.id} id={search.id} state={state} />}
      <OutagesCard />
    </WaitForQueries>
  );
}
