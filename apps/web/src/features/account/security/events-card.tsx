import type { SecurityEventView } from '@zavet/contract/account/account-schemas';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { SectionCard } from '../../../interface/section-card.tsx';
import { UnfoldingList } from '../../../interface/unfolding-list.tsx';
import { useSecurityEvents } from '../api/security.ts';
import cardStyles from '../cards/cards.module.css';
import { Loaded } from '../cards/loaded.tsx';
import styles from './security.module.css';
import { useDeviceName } from './use-device-name.ts';

const shownAtFirst = 5;

export function EventsCard() {
  const { t } = useTranslation('settings');
  const query = useSecurityEvents();
  return (
    <SectionCard title={t('events.title')} lead={t('events.lead')}>
      <Loaded query={query} lines={5}>
        {({ events }) =>
          events.length > 0 ? <EventList events={events} /> : <p>{t('events.none')}</p>
        }
      </Loaded>
    </SectionCard>
  );
}

function EventList({ events }: { events: SecurityEventView[] }) {
  const { t } = useTranslation('settings');
  return (
    <UnfoldingList
      items={events}
      shownAtFirst={shownAtFirst}
      className={cardStyles.list}
      more={t('events.more')}
      less={t('events.less')}
    >
      {(event) => <EventItem key={event.id} event={event} />}
    </UnfoldingList>
  );
}

function EventItem({ event }: { event: SecurityEventView }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const deviceName = useDeviceName();
  return (
    <li className={styles.event} data-kind={event.kind}>
      <p className={styles.strong}>{t(`events.kinds.${event.kind}`)}</p>
      <ul className={styles.details}>
        <li>
          <time dateTime={event.created_at}>{formats.dateTime(event.created_at)}</time>
        </li>
        <li>{deviceName(event.user_agent)}</li>
        {event.ip_address && <li>{t('sessions.ip', { ip: event.ip_address })}</li>}
      </ul>
    </li>
  );
}
