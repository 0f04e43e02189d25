import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import type { SecurityLogEntry } from '@zavet/contract/identity/account-schemas';
import type { OwnAuditEntry } from '@zavet/contract/identity/audit-endpoints';
import {
  type SecurityEventGroup,
  type SecurityEventKind,
  securityEventGroups,
} from '@zavet/contract/identity/security-events';
import { useState } from 'react';
import { useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { FoldedCard } from '../../../../ui/folded-card.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { LoadMore } from '../../../../ui/loaded.tsx';
import { SelectField } from '../../../../ui/select.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import cardStyles from '../cards.module.css';
import { useDeviceName } from '../security/use-device-name.ts';
import styles from './privacy.module.css';

const logFilters = ['all', ...securityEventGroups, 'support'] as const;
type LogFilter = (typeof logFilters)[number];

/** Security events and actions of support staff, newest first. Loaded when unfolded. */
export function LogCard() {
  const { t } = useTranslation('privacy');
  return (
    <FoldedCard title={t('log.title')}>
      <SecurityLog />
    </FoldedCard>
  );
}

function SecurityLog() {
  const { t } = useTranslation('privacy');
  const [filter, setFilter] = useState<LogFilter>('all');
  const [disowned, setDisowned] = useState<SecurityLogEntry>();
  return (
    <>
      <div className={styles.filter}>
        <SelectField
          label={t('log.filter')}
          value={filter}
          options={logFilters.map((value) => ({ value, label: t(`log.groups.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            setFilter(logFilters.find((known) => known === value) ?? 'all')
          }
        />
      </div>
      {filter === 'support' ? (
        <AuditEntries />
      ) : (
        <EventEntries group={filter === 'all' ? undefined : filter} onDisown={setDisowned} />
      )}
      <DisownDialog event={disowned} onClose={() => setDisowned(undefined)} />
    </>
  );
}

interface EventEntriesProps {
  group: SecurityEventGroup | undefined;
  onDisown: (event: SecurityLogEntry) => void;
}

function EventEntries({ group, onDisown }: EventEntriesProps) {
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

interface LogEntryProps {
  event: SecurityLogEntry;
  onDisown: () => void;
}

function LogEntry({ event, onDisown }: LogEntryProps) {
  const { t } = useTranslation(['privacy', 'settings']);
  const formats = useFormats();
  const device = useDeviceName()(event.user_agent);
  const time = formats.dateTime(event.created_at);
  const isGroup = event.count > 1;
  return (
    <li className={styles.entry} data-kind={event.kind}>
      <div className={styles.text}>
        <p className={styles.strong}>
          {isBulkKind(event.kind) && isGroup
            ? t(`settings:events.many.${event.kind}`, { count: event.count })
            : t(`settings:events.kinds.${event.kind}`)}
          {!isBulkKind(event.kind) && isGroup && ` × ${formats.number(event.count)}`}
        </p>
        <ul className={styles.details}>
          <li>
            {isGroup && (
              <>
                <time dateTime={event.since}>{formats.dateTime(event.since)}</time>
                {' – '}
              </>
            )}
            <time dateTime={event.created_at}>{time}</time>
          </li>
          {event.user_agent && <li>{device}</li>}
          {event.ip_address && <li>{t('settings:sessions.ip', { ip: event.ip_address })}</li>}
        </ul>
      </div>
      {event.kind === 'signed_in' && (
        <Button
          kind="quiet"
          className={styles.disown}
          aria-label={t('log.disownNamed', { device, moment: time })}
          onClick={onDisown}
        >
          {t('log.disown')}
        </Button>
      )}
    </li>
  );
}

/** Kinds that often occur in bulk; their text contains the number of events. */
const bulkKinds = ['instruction_created', 'instruction_deleted', 'file_deleted'] as const;
type BulkKind = (typeof bulkKinds)[number];

function isBulkKind(kind: SecurityEventKind): kind is BulkKind {
  return bulkKinds.some((one) => one === kind);
}

interface DisownDialogProps {
  event: SecurityLogEntry | undefined;
  onClose: () => void;
}

/** Ends every session after a confirmation and opens the page for a new password. */
function DisownDialog({ event, onClose }: DisownDialogProps) {
  const { t } = useTranslation('privacy');
  const describe = useErrorText();
  const formats = useFormats();
  const deviceName = useDeviceName();
  const navigate = useNavigate();
  const disown = useMutationOf('disownLoggedSignIn');

  async function openNewPassword(token: string) {
    const mailedLink = { type: 'recovery', token, hasAccessToken: false };
    await navigate({ to: '/update-password', state: { mailedLink }, replace: true });
    sessionKeeper.refused();
  }

  function confirm() {
    if (!event) return;
    disown.mutate(
      { params: { id: event.id } },
      {
        onSuccess: ({ recovery_token }) => void openNewPassword(recovery_token),
        onError: (error) => {
          const isMissing = error instanceof ApiError && error.code === 'not_found';
          toasts.error(
            isMissing ? t('disown.gone') : t('disown.failed', { reason: describe(error) }),
          );
          onClose();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen={event !== undefined}
      title={t('disown.title')}
      confirmLabel={t('disown.confirm')}
      cancelLabel={t('disown.cancel')}
      isDangerous
      isBusy={disown.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {event &&
        t('disown.text', {
          device: deviceName(event.user_agent),
          moment: formats.dateTime(event.created_at),
        })}
    </ConfirmDialog>
  );
}

/** Actions of operators and contacts on the account, and every decision about a release. */
function AuditEntries() {
  const { t } = useTranslation('audit');
  const query = useEndpointPages('listOwnAudit', {});
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <>
      {entries && entries.length === 0 && <p>{t('none')}</p>}
      {entries && entries.length > 0 && (
        <ul className={styles.audit}>
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <LoadMore query={query} lines={3} failureTitle={t('loadFailed')} moreLabel={t('more')} />
    </>
  );
}

function AuditEntry({ entry: { at, actor, act } }: { entry: OwnAuditEntry }) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  return (
    <li>
      <p className={styles.act}>{t(`acts.${act}`)}</p>
      <p className={styles.auditDetails}>
        <time dateTime={at}>{formats.dateTime(at)}</time> · {t(`actors.${actor}`)}
      </p>
    </li>
  );
}
