import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { contactErrorKey } from './contact-failure.ts';
import { Contacts } from './contacts.tsx';
import { LoadingContacts } from './loading-contacts.tsx';
import { useContactsProtocol } from './public/protocol-port.ts';
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
  // Contacts who are starting the protocol come first: cards that are shown must not move.
  const starters = useContactsProtocol().useStarters();
  if (query.data && starters) return <Contacts {...query.data} notice={notice} />;
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
