import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { type ReactNode, useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Skeleton, SkeletonLines } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { addButtonId, focusIds, useFocusNext } from './contact-focus.ts';
import { ContactForm } from './contact-form.tsx';
import { ContactListing } from './contact-listing.tsx';
import { useContactErrorText } from './contact-messages.ts';
import { type ContactList, contactErrorKeyOf } from './contact-rules.ts';
import styles from './contacts.module.css';
import { useContactsProtocol } from './public/protocol-port.ts';
import { useContacts } from './public/use-contacts.ts';

interface ContactScreenProps {
  /** Shown above the list. */
  notice?: ReactNode;
}

export function ContactScreen({ notice }: ContactScreenProps) {
  const { t } = useTranslation('contacts');
  const errorText = useContactErrorText();
  const query = useContacts();
  // Contacts who are starting the protocol come first. Waiting for their ids avoids a layout shift.
  const starterIds = useContactsProtocol().useStarterIds();
  if (query.data && starterIds) return <Contacts {...query.data} notice={notice} />;
  const hasSpecificText = query.isError && contactErrorKeyOf(query.error, 'fetch') !== 'fetchError';
  return (
    <Page title={t('title')} lead={t('lead')}>
      {query.isError ? (
        <ErrorState
          title={t('errors.fetchError')}
          error={query.error}
          text={hasSpecificText ? errorText(query.error, 'fetch') : undefined}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <LoadingContacts />
      )}
    </Page>
  );
}

type View = { kind: 'list' } | { kind: 'form'; contact: ContactView | undefined };

/** The list, or the form of one contact in its place. */
function Contacts({ notice, ...list }: ContactList & { notice: ReactNode }) {
  const { t } = useTranslation('contacts');
  const focusNext = useFocusNext();
  useContactsProtocol().usePrefetchSettings(list.contacts.length === 0);
  const [view, setView] = useState<View>({ kind: 'list' });

  function backToList(next: string) {
    setView({ kind: 'list' });
    focusNext(next);
  }

  if (view.kind === 'form') {
    const { contact } = view;
    return (
      <Page title={t('title')} lead={t('lead')}>
        <ContactForm
          contact={contact}
          isFirst={list.contacts.length === 0}
          onSaved={(saved) => backToList(focusIds(saved.id).heading)}
          onCancel={() => backToList(contact ? focusIds(contact.id).menu : addButtonId)}
        />
      </Page>
    );
  }
  return (
    <ContactListing
      list={list}
      notice={notice}
      focusNext={focusNext}
      onOpenForm={(contact) => setView({ kind: 'form', contact })}
    />
  );
}

function LoadingContacts() {
  return (
    <>
      <SkeletonLines lines={1} />
      <div className={styles.list}>
        <LoadingCard />
        <LoadingCard />
      </div>
    </>
  );
}

function LoadingCard() {
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <Skeleton width="64px" height="64px" />
        <div className={styles.loadingIdentity}>
          <Skeleton width="60%" height="24px" />
          <Skeleton width="90%" height="20px" />
        </div>
      </div>
      <Skeleton width="80%" height="20px" />
      <Skeleton width="192px" height="48px" />
    </Card>
  );
}
