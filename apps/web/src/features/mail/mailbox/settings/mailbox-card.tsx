import type { QueryClient } from '@tanstack/react-query';
import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { everyInputOf } from '../../../../platform/queries/query-keys.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import { FirstSync } from '../first-sync.tsx';
import { LastSync } from '../last-sync.tsx';
import { RefreshButton } from '../refresh-button.tsx';
import { showMailbox } from '../use-mailbox.ts';
import { AutoSync } from './auto-sync.tsx';
import { PasswordForm } from './password-form.tsx';
import styles from './settings.module.css';
import { TroubleNotice } from './trouble-notice.tsx';
import { useTakenFocus } from './use-taken-focus.ts';

type Condition = 'working' | 'first_sync' | 'hindered' | 'stopped';

const tones: Record<Condition, Tone> = {
  working: 'green',
  first_sync: 'gold',
  hindered: 'gold',
  stopped: 'red',
};

interface MailboxCardProps {
  mailbox: MailboxView;
  takesFocus: boolean;
  onDisconnected: () => void;
}

/** The connected mailbox: how it is doing, and what can be done about it. */
export function MailboxCard({ mailbox, takesFocus, onDisconnected }: MailboxCardProps) {
  const { t } = useTranslation('mailbox');
  const mode = useEditMode();
  useTakenFocus(mode.heading, takesFocus);
  const condition = conditionOf(mailbox);
  return (
    <SectionCard
      title={t('card.title')}
      lead={t('card.lead')}
      headingRef={mode.heading}
      badge={<Badge tone={tones[condition]}>{t(`card.states.${condition}`)}</Badge>}
    >
      {!mode.isEditing && <TroubleNotice mailbox={mailbox} onNewPassword={mode.open} />}
      <FirstSync mailbox={mailbox} />
      <MailboxFacts mailbox={mailbox} />
      {mode.isEditing ? (
        <PasswordForm mailbox={mailbox} onDone={mode.closeAtHeading} onCancel={mode.close} />
      ) : (
        <>
          <AutoSync mailbox={mailbox} />
          <div className={styles.actions}>
            {condition === 'working' && <RefreshButton>{t('refresh.now')}</RefreshButton>}
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
    </SectionCard>
  );
}

interface DisconnectButtonProps {
  mailbox: MailboxView;
  onDone: () => void;
}

function DisconnectButton({ mailbox, onDone }: DisconnectButtonProps) {
  const { t } = useTranslation('mailbox');
  const report = useOutcomeToast();
  const disconnect = useMutationOf('disconnectMailbox', { show: forgetMailbox });
  const words = { done: t('disconnect.done'), failed: t('disconnect.failed') };

  async function confirm() {
    if (await report(disconnect.mutateAsync(), words)) onDone();
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

/** A trouble that passes by itself does not stop it. */
function conditionOf({ state, trouble }: MailboxView): Condition {
  return state !== 'stopped' && trouble !== null ? 'hindered' : state;
}

function MailboxFacts({ mailbox }: { mailbox: MailboxView }) {
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
        { name: t('card.list'), value: <LastSync mailbox={mailbox} /> },
        ...mailbox.folders.map(({ folder, total, unread }) => ({
          name: t(`mail:folders.${folder}`),
          value: t('card.counts', { total: formats.number(total), unread: formats.number(unread) }),
        })),
      ]}
    />
  );
}

/** None of its mails stays in the browser. */
function forgetMailbox(client: QueryClient): void {
  showMailbox(client, null);
  client.removeQueries({ queryKey: everyInputOf('listMailboxMessages') });
  client.removeQueries({ queryKey: everyInputOf('getMailboxMessage') });
}
