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
import { ProtocolActiveNotice } from '../instruction-contacts.tsx';
import { useInstructionCounts, useInstructionPage } from '../instruction-queries.ts';
import { NewDraftNotice } from '../public/new-draft-notice.tsx';
import { SkeletonRows } from './instruction-rows.tsx';
import { InstructionsList } from './instructions-list.tsx';
import styles from './list.module.css';
import { useListSearch, useListState } from './list-state.ts';
import { StorageLine, StorageNotice } from './storage-line.tsx';

export function InstructionsListScreen() {
  const { t } = useTranslation('instructions');
  const { place, filters } = useListState();
  const page = useInstructionPage(filters, place);
  const contacts = useContacts();
  const storage = useEndpoint('getStorage');
  // What is found comes without the figures of everything.
  const figures = useInstructionCounts({ isEnabled: place.searchText !== '' });
  const counts = page.data?.counts ?? figures.data;
  const failed = [page, contacts, figures].find((query) => query.isError && !query.data);
  const people = contacts.data?.contacts;
  const isEmpty = counts?.total === 0;
  // Together, so that nothing that can be pressed is moved by what comes later.
  const isReady = page.data && counts && people && !storage.isPending;
  return (
    <Page
      title={t('title')}
      facts={
        <>
          <StorageLine total={counts?.total} />
          <HelpLink place="title" isOfferedBelow={!failed && !counts?.total} />
        </>
      }
      actions={people && counts && !isEmpty && <HeadActions canWrite={people.length > 0} />}
    >
      <UploadPanel />
      {failed && (
        <ErrorState
          title={t('loadFailed')}
          error={failed.error}
          isRetrying={failed.isFetching}
          onRetry={() => void Promise.all([page, contacts, figures].map((one) => one.refetch()))}
        />
      )}
      {!failed && !isReady && <ListSkeleton />}
      {!failed && isReady && isEmpty && <EmptyList contacts={people} />}
      {!failed && isReady && !isEmpty && (
        <InstructionsList
          page={page.data}
          isStale={page.isPlaceholderData}
          counts={counts}
          contacts={people}
        />
      )}
    </Page>
  );
}

/** Search, categories and rows, until they are read. */
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

/** Nothing is written yet: the next step is the first instruction, also before a contact exists. */
function EmptyList({ contacts }: { contacts: readonly ContactView[] }) {
  return (
    <>
      <ProtocolActiveNotice contacts={contacts} />
      <StorageNotice />
      <NewDraftNotice />
      <NoInstructions hasContacts={contacts.length > 0} />
    </>
  );
}

function Help() {
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
          <Help />
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

/** The assistant's help, and the main action of the list where somebody is there to write to. */
function HeadActions({ canWrite }: { canWrite: boolean }) {
  return (
    <>
      <HelpLink place="head" />
      {canWrite && <NewInstruction />}
    </>
  );
}

interface HelpLinkProps {
  place: 'head' | 'title';
  /** What stands below offers it, or may do so once it is known. Its room stays, so that nothing moves. */
  isOfferedBelow?: boolean;
}

/** Beside the main action; on a phone, where there is no room for both, below the title. */
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

/** On a phone it also floats where a thumb finds it, once it has gone out of sight. */
function NewInstruction() {
  const { t } = useTranslation('instructions');
  const listSearch = useListSearch();
  const { place, isOutOfSight } = useOutOfSight();
  const link = {
    to: '/instructions',
    search: { ...listSearch, new: '1' },
    icon: <IconPlus size={24} aria-hidden />,
    'aria-label': t('new'),
  } as const;
  return (
    <>
      <div ref={place}>
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
  const place = useRef<HTMLDivElement>(null);
  const [isOutOfSight, setOutOfSight] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    // A slow page reports several changes together; the last one is the present state.
    const observer = new IntersectionObserver((changes) =>
      setOutOfSight(changes.at(-1)?.isIntersecting === false),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isOutOfSight };
}
