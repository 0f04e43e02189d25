import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { IconPencil } from '../../../../ui/more-icons.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { useContacts } from '../../../people/contacts/public/use-contacts.ts';
import { BackLink } from '../back-link.tsx';
import { AttachedFiles, FileRemovalNotices } from '../files/attached-files.tsx';
import { MissingFiles } from '../files/missing-files.tsx';
import { UploadPanel } from '../files/uploads.tsx';
import { useDrafts } from '../form/draft-notices.tsx';
import { isMissingInstruction } from '../instruction-queries.ts';
import { deliveryStageOf } from '../instruction-rules.ts';
import { useListSearch } from '../list/list-state.ts';
import sheet from '../sheet.module.css';
import styles from './reading.module.css';
import { ReadingAside } from './reading-aside.tsx';

const headingId = 'letter-title';

/** An instruction as its recipients will read it. */
export function ReadingScreen({ id }: { id: string }) {
  const { t } = useTranslation(['instructions', 'errors']);
  const query = useEndpoint('getInstruction', { params: { id } }, { staleTime: 0 });
  const contacts = useContacts();
  const failed = [query, contacts].find(({ isError, data }) => isError && !data);
  const isDeleted = isMissingInstruction(query.error);
  if (query.data && contacts.data && !isDeleted) {
    return <Letter instruction={query.data} contacts={contacts.data.contacts} />;
  }
  if (!failed && !isDeleted) return <LetterSkeleton />;
  return (
    <Page title={t('title')}>
      <BackLink />
      <ErrorState
        title={t(isDeleted ? 'form.goneTitle' : 'loadFailed')}
        error={failed?.error ?? query.error}
        text={isDeleted ? t('errors:not_found') : undefined}
        isRetrying={query.isFetching || contacts.isFetching}
        onRetry={() => void Promise.all([query.refetch(), contacts.refetch()])}
      />
    </Page>
  );
}

/** Same layout as the letter, to avoid a layout shift when it loads. */
function LetterSkeleton() {
  const { t } = useTranslation('instructions');
  return (
    <Page title={t('title')} hasOwnHeading>
      <div className={styles.bar}>
        <BackLink />
      </div>
      <div className={styles.columns}>
        <div className={sheet.sheet}>
          <SkeletonLines lines={12} />
        </div>
      </div>
    </Page>
  );
}

interface LetterProps {
  instruction: InstructionView;
  contacts: readonly ContactView[];
}

function Letter({ instruction, contacts }: LetterProps) {
  const { t } = useTranslation(['instructions', 'shell']);
  const formats = useFormats();
  const listSearch = useListSearch();
  const { id, title, content, files } = instruction;
  const stage = deliveryStageOf(instruction);
  return (
    <Page title={title} tabTitle={t('title')} hasOwnHeading>
      <div className={styles.bar}>
        <BackLink />
        {stage === 'open' && (
          <ButtonLink
            to="/instructions"
            search={{ ...listSearch, edit: id }}
            icon={<IconPencil size={20} aria-hidden />}
          >
            {t('shell:actions.edit')}
          </ButtonLink>
        )}
      </div>
      <div className={styles.notices}>
        <UploadPanel />
        {stage === 'open' ? (
          <StoredDraftNotice id={id} />
        ) : (
          <Notice>{t(`closed.card.${stage}`)}</Notice>
        )}
        <MissingFiles instruction={instruction} headingId={headingId} />
        <FileRemovalNotices instruction={instruction} />
      </div>
      <div className={styles.columns}>
        <article className={sheet.sheet} aria-labelledby={headingId}>
          <Heading level={1} id={headingId} tabIndex={-1} dir="auto" className={styles.title}>
            {title}
          </Heading>
          <p className={styles.quiet}>
            {t('reading.written', { date: formats.date(instruction.created_at) })}
          </p>
          <div className={sheet.text} dir="auto">
            {content}
          </div>
          {files.length > 0 && (
            <section className={styles.files}>
              <Heading level={2} size="row">
                {t('files.title')}
              </Heading>
              <AttachedFiles instruction={instruction} canDelete={false} />
            </section>
          )}
        </article>
        <ReadingAside instruction={instruction} contacts={contacts} />
      </div>
    </Page>
  );
}

/** Links to unsaved changes, which this page does not show. */
function StoredDraftNotice({ id }: { id: string }) {
  const { t } = useTranslation('instructions');
  const listSearch = useListSearch();
  const { drafts } = useDrafts();
  if (!drafts.find(id)) return null;
  return (
    <Notice
      title={t('draft.badge')}
      actions={
        <ButtonLink to="/instructions" search={{ ...listSearch, edit: id }} kind="quiet">
          {t('draft.continue')}
        </ButtonLink>
      }
    />
  );
}
