import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { useOwnProtocol } from '../../protocol/control/public/own-protocol.ts';
import { contactErrorKey } from './contact-failure.ts';
import { Contacts } from './contacts.tsx';
import { LoadingContacts } from './loading-contacts.tsx';
import { useContacts } from './public/use-contacts.ts';
import { useContactErrorText } from './use-contact-error-text.ts';

interface ContactScreenProps {
  /** Above the list. */
  notice?: ReactNode;
}

export function ContactScreen({ notice }: ContactScreenProps) {
  const { t } = useTranslation('contacts');
  const errorText = useContactErrorText();
  const query = useContacts();
  // Who has started the protocol comes first: cards that stand there already are not moved.
  const protocol = useOwnProtocol();
  if (query.data && !protocol.isPending) return <Contacts {...query.data} notice={notice} />;
  const hasOwnReason = query.isError && contactErrorKey(query.error, 'fetch') !== 'fetchError';
  return (
    <Page title={t('title')} lead={t('lead')}>
      {query.isError ? (
        <ErrorState
          title={t('errors.fetchError')}
          error={query.error}
          text={hasOwnReason ? errorText(query.error, 'fetch') : undefined}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <LoadingContacts />
      )}
    </Page>
  );
}
