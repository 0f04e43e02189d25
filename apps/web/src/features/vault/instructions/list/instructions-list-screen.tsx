import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { useEffect, useRef, useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Notebook } from '../../../../ui/drawings/notebook.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Skeleton } from '../../../../ui/loading.tsx';
import { IconPlus } from '../../../../ui/more-icons.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useContacts } from '../../../people/contacts/public/use-contacts.ts';
import { UploadPanel } from '../files/uploads.tsx';
import { NewDraftNotice } from '../form/draft-notices.tsx';
import { ProtocolActiveNotice } from '../instruction-contacts.tsx';
import { useInstructionCounts, useInstructionPage } from '../instruction-queries.ts';
import { SkeletonRows } from './instruction-rows.tsx';
import { BinLink, InstructionsList } from './instructions-list.tsx';
import styles from './list.module.css';
import { useListSearch, useListState } from './list-state.ts';
import { StorageLine, StorageNotice } from './storage-line.tsx';

export function InstructionsListScreen() {
  const { t } = useTranslation('instructions');
  const { listState, filters } = useListState();
  const page = useInstructionPage(filters, listState.page, { withCounts: true });
  const contacts = useContacts();
  const storage = useEndpoint('getStorage');
  // Search results come without counts.
  const allCounts = useInstructionCounts({ isEnabled: listState.searchText !== '' });
  const counts = page.data?.counts ?? allCounts.data;
  const failed = [page, contacts, allCounts].find((query) => query.isError && !query.data);
  const contactList = contacts.data?.contacts;
  const isEmpty = counts?.total === 0;
  // Rendered together, to avoid layout shifts.
  const isReady = page.data && counts && contactList && !storage.isPending;
  return (
    <Page
      title={t('title')}
      facts={
        <>
          <StorageLine total={counts?.total} />
          <HelpLink place="title" isOfferedBelow={!failed && !counts?.total} />
        </>
      }
      actions={
        contactList && counts && !isEmpty && <PageActions canWrite={contactList.length > 0} />
      }
    >
      <UploadPanel />
      {failed && (
        <ErrorState
          title={t('loadFailed')}
          error={failed.error}
          isRetrying={failed.isFetching}
          onRetry={() =>
            void Promise.all([page, contacts, allCounts].map((query) => query.refetch()))
          }
        />
      )}
      {!failed && !isReady && <ListSkeleton />}
      {!failed && isReady && isEmpty && <EmptyList contacts={contactList} />}
      {!failed && isReady && !isEmpty && (
        <InstructionsList
          page={page.data}
          isStale={page.isPlaceholderData}
          counts={counts}
          contacts={contactList}
        />
      )}
    </Page>
  );
}

function ListSkeleton() {
  return (
    <>
      <div className={styles.above}>
        <Skeleton height="48px" />
        <Skeleton width="min(24rem, 100%)" height="44px" />
      </div>
      <SkeletonRows count={6} />
    </>
  );
}

/** Offers to write the first instruction, even before a contact exists. */
function EmptyList({ contacts }: { contacts: readonly ContactView[] }) {
  return (
    <>
      <ProtocolActiveNotice contacts={contacts} />
      <StorageNotice />
      <NewDraftNotice />
      <NoInstructions hasContacts={contacts.length > 0} />
      <div className={styles.ways}>
        <BinLink />
      </div>
    </>
  );
}

function AssistantLink() {
  const { t } = useTranslation('list');
  return (
    <ButtonLink to="/instructions" search={{ write: 'assistant' }} kind="plain">
      {t('help')}
    </ButtonLink>
  );
}

function NoInstructions({ hasContacts }: { hasContacts: boolean }) {
  const { t } = useTranslation('instructions');
  return (
    <EmptyState
      drawing={<Notebook />}
      title={t('empty.title')}
      actions={
        <>
          <ButtonLink to="/instructions" search={{ new: '1' }}>
            {t('empty.action')}
          </ButtonLink>
          <AssistantLink />
          {!hasContacts && (
            <ButtonLink to="/contact" kind="plain">
              {t('noContacts.action')}
            </ButtonLink>
          )}
        </>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}

function PageActions({ canWrite }: { canWrite: boolean }) {
  return (
    <>
      <HelpLink place="head" />
      {canWrite && <NewInstructionButton />}
    </>
  );
}

interface HelpLinkProps {
  place: 'head' | 'title';
  /**
   * Hides the link but reserves its space: the content below shows the same link or may do so
   * later.
   */
  isOfferedBelow?: boolean;
}

/** Rendered in the page head and, on phones, below the title; CSS shows one of them. */
function HelpLink({ place, isOfferedBelow }: HelpLinkProps) {
  const { t } = useTranslation('list');
  return (
    <ButtonLink
      to="/instructions"
      search={{ ...useListSearch(), write: 'assistant' }}
      kind="plain"
      className={styles.help}
      data-place={place}
      data-below={isOfferedBelow || undefined}
    >
      {t('help')}
    </ButtonLink>
  );
}

/** On phones, a floating copy appears when the button is scrolled out of view. */
function NewInstructionButton() {
  const { t } = useTranslation('instructions');
  const listSearch = useListSearch();
  const { ref, isOutOfSight } = useOutOfSight();
  const link = {
    to: '/instructions',
    search: { ...listSearch, new: '1' },
    icon: <IconPlus size={24} aria-hidden />,
    'aria-label': t('new'),
  } as const;
  return (
    <>
      <div ref={ref}>
        <ButtonLink {...link} className={styles.main}>
          {t('new')}
        </ButtonLink>
      </div>
      {isOutOfSight && (
        <ButtonLink {...link} className={styles.floating}>
          {t('new')}
        </ButtonLink>
      )}
    </>
  );
}

function useOutOfSight() {
  const ref = useRef<HTMLDivElement>(null);
  const [isOutOfSight, setOutOfSight] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    // A slow page gets several changes together; only the last one is current.
    const observer = new IntersectionObserver((changes) =>
      setOutOfSight(changes.at(-1)?.isIntersecting === false),
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, isOutOfSight };
}
