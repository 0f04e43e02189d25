import type { QueryClient } from '@tanstack/react-query';
import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import type { MailboxTrouble } from '@zavet/contract/mail/mailbox-values';
import { type RefObject, useEffect, useState } from 'react';
import { everyInputOf } from '../../../platform/queries/query-keys.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/choice-fields.tsx';
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { useEditMode } from '../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../ui/use-outcome-toast.ts';
import { ConnectMailbox } from './connect-form.tsx';
import styles from './mailbox.module.css';
import { FirstSyncProgress, LastSyncTime, RefreshButton } from './mailbox-status.tsx';
import { PasswordForm } from './password-form.tsx';
import { showMailbox, useMailbox } from './use-mailbox.ts';

interface MailboxDetailsProps {
  /** Takes the focus when the form and the connected mailbox replace each other. */
  heading: RefObject<HTMLElement | null>;
}

/** The form to connect a mailbox, or the state of the connected one. */
export function MailboxDetails({ heading }: MailboxDetailsProps) {
  const { t } = useTranslation('mailbox');
  const query = useMailbox();
  const [focusRequests, setFocusRequests] = useState(0);
  const requestFocus = () => setFocusRequests((count) => count + 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one replaces the other
  useEffect(() => {
    if (focusRequests === 0) return;
    // Runs after a closing dialog has restored the focus to its opener.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [focusRequests, query.data === null]);

  return (
    <Loaded query={query} lines={5} failed={t('loadFailed')}>
      {(mailbox) =>
        mailbox ? (
          <ConnectedMailbox mailbox={mailbox} onDisconnected={requestFocus} />
        ) : (
          <ConnectMailbox onConnected={requestFocus} />
        )
      }
    </Loaded>
  );
}

interface ConnectedMailboxProps {
  mailbox: MailboxView;
  onDisconnected: () => void;
}

function ConnectedMailbox({ mailbox, onDisconnected }: ConnectedMailboxProps) {
  const { t } = useTranslation('mailbox');
  const mode = useEditMode();
  return (
    <>
      {!mode.isEditing && <TroubleNotice mailbox={mailbox} onNewPassword={mode.open} />}
      <FirstSyncProgress mailbox={mailbox} />
      <MailboxSummary mailbox={mailbox} />
      {mode.isEditing ? (
        <PasswordForm mailbox={mailbox} onDone={mode.close} onCancel={mode.close} />
      ) : (
        <>
          <AutoSyncField mailbox={mailbox} />
          <div className={styles.actions}>
            {mailbox.state === 'working' && mailbox.trouble === null && (
              <RefreshButton>{t('refresh.now')}</RefreshButton>
            )}
            <ButtonLink to="/mail" search={{ folder: 'inbox' }} kind="quiet">
              {t('card.open')}
            </ButtonLink>
            <Button kind="quiet" ref={mode.opener} onClick={mode.open}>
              {t('card.password')}
            </Button>
            <DisconnectButton mailbox={mailbox} onDone={onDisconnected} />
          </div>
        </>
      )}
    </>
  );
}

interface DisconnectButtonProps {
  mailbox: MailboxView;
  onDone: () => void;
}

function DisconnectButton({ mailbox, onDone }: DisconnectButtonProps) {
  const { t } = useTranslation('mailbox');
  const report = useOutcomeToast();
  const disconnect = useMutationOf('disconnectMailbox', { show: clearMailbox });
  const texts = { done: t('disconnect.done'), failed: t('disconnect.failed') };

  async function confirm() {
    if (await report(disconnect.mutateAsync(), texts)) onDone();
  }

  return (
    <ConfirmButton
      kind="quietDanger"
      label={t('card.disconnect')}
      title={t('disconnect.title')}
      confirmLabel={t('disconnect.confirm')}
      cancelLabel={t('disconnect.cancel')}
      isDangerous
      act={confirm}
    >
      <p>{t('disconnect.removed', { address: mailbox.integrated_email_address })}</p>
      <p>{t('disconnect.stays')}</p>
    </ConfirmButton>
  );
}

function MailboxSummary({ mailbox }: { mailbox: MailboxView }) {
  const { t } = useTranslation(['mailbox', 'mail']);
  const formats = useFormats();
  const server = `${mailbox.host}:${mailbox.port}, ${mailbox.security.toUpperCase()}`;
  return (
    <FactList
      facts={[
        { name: t('card.address'), value: mailbox.integrated_email_address },
        { name: t('card.service'), value: t(`providers.${mailbox.provider}`) },
        { name: t('card.server'), value: server },
        { name: t('card.connected'), value: formats.date(mailbox.connected_at) },
        { name: t('card.list'), value: <LastSyncTime mailbox={mailbox} /> },
        ...mailbox.folders.map(({ folder, total, unread }) => ({
          name: t(`mail:folders.${folder}`),
          value: t('card.counts', { total: formats.number(total), unread: formats.number(unread) }),
        })),
      ]}
    />
  );
}

/** Removes all messages from the cache. */
function clearMailbox(client: QueryClient): void {
  showMailbox(client, null);
  client.removeQueries({ queryKey: everyInputOf('listMailboxMessages') });
  client.removeQueries({ queryKey: everyInputOf('getMailboxMessage') });
}

function AutoSyncField({ mailbox }: { mailbox: MailboxView }) {
  const { t } = useTranslation('mailbox');
  const describe = useErrorText();
  const change = useMutationOf('setMailboxSync', { show: showMailbox });
  const isOn = change.isPending
    ? change.variables.body.auto_sync_enabled
    : mailbox.auto_sync_enabled;

  function toggle(isEnabled: boolean) {
    if (change.isPending) return;
    change.mutate(
      { body: { auto_sync_enabled: isEnabled } },
      {
        onSuccess: () =>
          toasts.success(t(isEnabled ? 'autoSync.switchedOn' : 'autoSync.switchedOff')),
        onError: (error) => toasts.error(`${t('autoSync.failed')}. ${describe(error)}`),
      },
    );
  }

  return (
    <CheckField
      label={t('autoSync.label')}
      checked={isOn}
      onChange={(event) => toggle(event.currentTarget.checked)}
    />
  );
}

/** Problems that stop the sync only after many retries. */
const transientTroubles: readonly MailboxTrouble[] = ['unreachable', 'server_failed'];

interface TroubleNoticeProps {
  mailbox: MailboxView;
  onNewPassword: () => void;
}

function TroubleNotice({ mailbox, onNewPassword }: TroubleNoticeProps) {
  const { t } = useTranslation('mailbox');
  const { trouble, state } = mailbox;
  if (trouble === null) return null;
  const isStopped = state === 'stopped';
  return (
    <Notice
      kind={isStopped ? 'error' : 'warning'}
      title={t(`troubles.${trouble}.title`)}
      actions={
        trouble === 'login_refused' ? (
          <>
            <Button onClick={onNewPassword}>{t('troubles.newPassword')}</Button>
            <RefreshButton>{t('refresh.again')}</RefreshButton>
          </>
        ) : (
          <RefreshButton>{t('refresh.again')}</RefreshButton>
        )
      }
    >
      <div className={styles.trouble}>
        <p>
          {t(
            isStopped && transientTroubles.includes(trouble)
              ? 'troubles.givenUp'
              : `troubles.${trouble}.text`,
          )}
        </p>
        <p>{t(isStopped ? 'troubles.stopped' : 'troubles.goesOn')}</p>
      </div>
    </Notice>
  );
}
