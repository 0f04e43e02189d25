import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { useContacts } from '../../../people/contacts/public/use-contacts.ts';
import { UploadPanel } from '../files/upload-panel.tsx';
import { useInstructionCounts, useInstructionPage } from '../instruction-pages.ts';
import { EmptyList } from './empty-list.tsx';
import { HeadActions, HelpLink } from './head-actions.tsx';
import { InstructionsList } from './instructions-list.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { StorageLine } from './storage-line.tsx';
import { useListPlace } from './use-list-place.ts';

export function InstructionsListScreen() {
  const { t } = useTranslation('instructions');
  const { place, filters } = useListPlace();
  const page = useInstructionPage(filters, place);
  const contacts = useContacts();
  const storage = useEndpoint('getStorage');
  // What is found comes without the figures of everything.
  const figures = useInstructionCounts({ isRead: place.words !== '' });
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
          isOld={page.isPlaceholderData}
          counts={counts}
          contacts={people}
        />
      )}
    </Page>
  );
}
