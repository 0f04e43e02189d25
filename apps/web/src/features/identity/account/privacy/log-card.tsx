import type { SecurityEventView } from '@zavet/contract/identity/account-schemas';
import {
  type SecurityEventGroup,
  securityEventGroups,
} from '@zavet/contract/identity/security-events';
import { useState } from 'react';
import { useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { LoadMore } from '../../../../ui/loaded.tsx';
import { SelectField } from '../../../../ui/select.tsx';
import cardStyles from '../cards/cards.module.css';
import { DisownDialog } from './disown-dialog.tsx';
import { LogEntry } from './log-entry.tsx';
import styles from './privacy.module.css';

const choices = ['all', ...securityEventGroups] as const;

/** Sign-ins and security events, newest first, as many as the owner wants to see. */
export function LogCard() {
  const { t } = useTranslation('privacy');
  const [group, setGroup] = useState<SecurityEventGroup>();
  const [disowned, setDisowned] = useState<SecurityEventView>();
  return (
    <SectionCard title={t('log.title')} lead={t('log.lead')}>
      <div className={styles.filter}>
        <SelectField
          label={t('log.filter')}
          value={group ?? 'all'}
          options={choices.map((value) => ({ value, label: t(`log.groups.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            setGroup(securityEventGroups.find((known) => known === value))
          }
        />
      </div>
      <Entries group={group} onDisown={setDisowned} />
      <DisownDialog event={disowned} onClose={() => setDisowned(undefined)} />
    </SectionCard>
  );
}

interface EntriesProps {
  group: SecurityEventGroup | undefined;
  onDisown: (event: SecurityEventView) => void;
}

function Entries({ group, onDisown }: EntriesProps) {
  const { t } = useTranslation('privacy');
  const query = useEndpointPages('listSecurityEvents', { query: { group } });
  const events = query.data?.pages.flatMap((page) => page.events);
  return (
    <>
      {events?.length === 0 && <p>{t(group ? 'log.noneHere' : 'log.none')}</p>}
      {events && events.length > 0 && (
        <ul className={cardStyles.list}>
          {events.map((event) => (
            <LogEntry key={event.id} event={event} onDisown={() => onDisown(event)} />
          ))}
        </ul>
      )}
      <LoadMore
        query={query}
        lines={5}
        failureTitle={t('log.loadFailed')}
        moreLabel={t('log.more')}
      />
    </>
  );
}
