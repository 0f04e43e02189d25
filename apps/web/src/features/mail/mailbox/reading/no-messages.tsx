import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import type { MailboxFolder } from '@zavet/contract/mail/mailbox-values';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

interface NoMessagesProps {
  mailbox: MailboxView;
  folder: MailboxFolder;
  isSearched: boolean;
}

export function NoMessages({ mailbox, folder, isSearched }: NoMessagesProps) {
  const { t } = useTranslation(['mailbox', 'mail']);
  const drawing = <Envelope kind="opened" />;
  if (isSearched) {
    return (
      <EmptyState drawing={drawing} title={t('mail:empty.searchTitle')}>
        {t('list.nothingFound')}
      </EmptyState>
    );
  }
  if (mailbox.state === 'first_sync') return null;
  return (
    <EmptyState drawing={drawing} title={t(`list.empty.${folder}Title`)}>
      {t(`list.empty.${folder}Text`)}
    </EmptyState>
  );
}
