import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import type { SecurityEventView } from '@zavet/contract/identity/account-schemas';
import type { OwnAuditEntry } from '@zavet/contract/identity/audit-endpoints';
import {
  type SecurityEventGroup,
  securityEventGroups,
} from '@zavet/contract/identity/security-events';
import { useState } from 'react';
import { useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { LoadMore } from '../../../../ui/loaded.tsx';
import { SelectField } from '../../../../ui/select.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import cardStyles from '../cards.module.css';
import { useDeviceName } from '../security/use-device-name.ts';
import styles from './privacy.module.css';

const choices = ['all', ...securityEventGroups] as const;

/** Sign-ins and security events, newest first, loaded page by page. */
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

interface LogEntryProps {
  event: SecurityEventView;
  onDisown: () => void;
}

function LogEntry({ event, onDisown }: LogEntryProps) {
  const { t } = useTranslation(['privacy', 'settings']);
  const formats = useFormats();
  const device = useDeviceName()(event.user_agent);
  const time = formats.dateTime(event.created_at);
  return (
    <li className={styles.entry} data-kind={event.kind}>
      <div className={styles.text}>
        <p className={styles.strong}>{t(`settings:events.kinds.${event.kind}`)}</p>
        <ul className={styles.details}>
          <li>
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

interface DisownDialogProps {
  event: SecurityEventView | undefined;
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
          const isGone = error instanceof ApiError && error.code === 'not_found';
          toasts.error(isGone ? t('disown.gone') : t('disown.failed', { reason: describe(error) }));
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

/** Actions of operators and contacts on the owner's account, and every decision about a release. */
export function OwnAuditCard() {
  const { t } = useTranslation('audit');
  const query = useEndpointPages('listOwnAudit', {});
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <SectionCard title={t('title')} lead={t('lead')}>
      {entries && entries.length === 0 && <p>{t('none')}</p>}
      {entries && entries.length > 0 && (
        <ul className={styles.audit}>
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <LoadMore query={query} lines={3} failureTitle={t('loadFailed')} moreLabel={t('more')} />
    </SectionCard>
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
