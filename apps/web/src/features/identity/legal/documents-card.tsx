import { type LegalDocument, legalPaths } from '@zavet/contract/identity/editions';
import type { DocumentsView, DocumentView } from '@zavet/contract/identity/legal-endpoints';
import type { ReactNode } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Skeleton } from '../../../ui/loading.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './acceptance.module.css';
import { useDocuments } from './documents-notice.tsx';

const documents = [
  { name: 'privacy_policy', path: '/privacy-policy' },
  { name: 'personal_data_consent', path: '/personal-data-consent' },
  { name: 'terms_of_use', path: '/terms-of-use' },
  { name: 'public_offer', path: '/public-offer' },
] as const;

/** One row per document. Documents are linked even if their acceptance cannot be loaded. */
export function DocumentsCard({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings');
  const query = useDocuments();
  return (
    <SectionCard title={t('agreements.title')}>
      <ul className={styles.list}>
        {documents.map(({ name, path }) => (
          <li key={name} className={styles.document}>
            <a href={path} target="_blank" rel="noopener" className={styles.link}>
              {t(`agreements.${name}`)}
              <VisuallyHidden> {t('newTab')}</VisuallyHidden>
            </a>
            {query.isPending && <Skeleton width="16rem" height="1lh" />}
            {query.data && <DocumentStatus name={name} documents={query.data} />}
          </li>
        ))}
      </ul>
      {query.isError && !query.data && (
        <ErrorState
          title={t('agreements.loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {children}
    </SectionCard>
  );
}

interface DocumentStatusProps {
  name: LegalDocument;
  documents: DocumentsView;
}

function DocumentStatus({ name, documents }: DocumentStatusProps) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const hasName = ({ document }: DocumentView) => document === name;
  return (
    <div className={styles.editions}>
      {documents.in_force.filter(hasName).map((view) => (
        <EditionLine key={view.edition} view={view}>
          {t('agreements.edition', { date: formats.date(view.edition) })}
        </EditionLine>
      ))}
      {documents.coming.filter(hasName).map((view) => (
        <EditionLine key={view.edition} view={view}>
          <a href={`${legalPaths[name]}?edition=${view.edition}`} target="_blank" rel="noopener">
            {t('agreements.coming', { date: formats.date(view.applies_from) })}
            <VisuallyHidden> {t('newTab')}</VisuallyHidden>
          </a>
        </EditionLine>
      ))}
    </div>
  );
}

function EditionLine({ view, children }: { view: DocumentView; children: ReactNode }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const { accepted_at } = view;
  return (
    <div className={styles.status}>
      <p>
        {children}
        {' · '}
        {accepted_at
          ? t('agreements.accepted', { date: formats.date(accepted_at) })
          : t('agreements.notAccepted')}
      </p>
      {!accepted_at && <AcceptButton view={view} />}
    </div>
  );
}

function AcceptButton({ view }: { view: DocumentView }) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const accept = useMutationOf('acceptDocuments');
  function press() {
    accept.mutate(
      { body: { accepted: { [view.document]: view.edition } } },
      {
        onSuccess: () => toasts.success(t('agreements.done')),
        onError: (error) => toasts.error(t('agreements.acceptFailed', { reason: describe(error) })),
      },
    );
  }
  return (
    <Button
      kind="quiet"
      onClick={press}
      loading={accept.isPending}
      aria-label={t('agreements.acceptNamed', { document: t(`agreements.${view.document}`) })}
    >
      {t('agreements.accept')}
    </Button>
  );
}
