import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import requestStyles from '../../support/public/request.module.css';
import { MorePages } from '../parts/more-pages.tsx';
import { RequestRow, type RequestState } from './request-row.tsx';
import styles from './support-desk.module.css';
import { Thread } from './thread.tsx';

/** What people wrote to the support: all requests, or the one that is being answered. */
export function SupportTab() {
  const { id, state } = useSearch({ strict: false });
  if (id) return <Thread id={id} state={stateOf(state)} />;
  return <RequestList state={stateOf(state)} />;
}

function stateOf(state: string | undefined): RequestState {
  return state === 'answered' ? 'answered' : 'open';
}

function RequestList({ state }: { state: RequestState }) {
  const { t } = useTranslation('desk-support');
  const navigate = useNavigate();
  const pages = useEndpointPages('listSupportRequests', { query: { state } });
  const choose = (chosen: RequestState) =>
    void navigate({ to: '/operator/support', search: { state: chosen }, replace: true });
  return (
    <SectionCard title={t('title')}>
      <SegmentedControl
        label={t('states.label')}
        hidesLabel
        value={state}
        options={(['open', 'answered'] as const).map((value) => ({
          value,
          label: t(`states.${value}`),
        }))}
        onChange={choose}
      />
      <Loaded query={pages} lines={6}>
        {(data) => {
          const requests = data.pages.flatMap((page) => page.requests);
          if (requests.length === 0) return <p className={styles.quiet}>{t(`none.${state}`)}</p>;
          return (
            <ul className={requestStyles.requests}>
              {requests.map((request) => (
                <RequestRow key={request.id} request={request} state={state} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <MorePages pages={pages} />
    </SectionCard>
  );
}
