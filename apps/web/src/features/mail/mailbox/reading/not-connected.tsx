import type { MailboxFolder } from '@zavet/contract/mail/mailbox-values';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

/** In the place of a folder, until a mailbox is connected. */
export function NotConnected({ folder }: { folder: MailboxFolder }) {
  const { t } = useTranslation('mailbox');
  return (
    <EmptyState
      drawing={<Envelope kind="empty" />}
      title={t('notConnected.title')}
      actions={
        <ButtonLink to="/settings" search={{ tab: 'email' }}>
          {t('notConnected.action')}
        </ButtonLink>
      }
    >
      {t(`notConnected.${folder}`)}
    </EmptyState>
  );
}
