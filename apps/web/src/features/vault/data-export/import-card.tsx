import type { ImportView } from '@zavet/contract/vault/data-export-endpoints';
import { useEffect, useEffectEvent } from 'react';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { useObservable } from '../../../platform/state/observable.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { useRefusalText } from '../../../ui/error-text.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { archiveUpload } from './archive-upload.ts';
import { ChooseArchive } from './choose-archive.tsx';
import { LeftOutList } from './left-out-list.tsx';
import styles from './own-data.module.css';
import { SendingProgress } from './sending-progress.tsx';
import { useOwnData } from './use-own-data.ts';

/** An archive of this service, brought into an account that is empty. */
export function ImportCard() {
  const { t } = useTranslation('own-data');
  const query = useOwnData();
  const sending = useObservable(archiveUpload);
  return (
    <SectionCard title={t('import.title')} lead={t('import.lead')}>
      {sending && <SendingProgress sending={sending} />}
      {!sending && query.data && (
        <ImportDetails brought={query.data.import} isEmpty={query.data.is_empty} />
      )}
      {query.isPending && <SkeletonLines lines={2} />}
    </SectionCard>
  );
}

function ImportDetails({ brought, isEmpty }: { brought: ImportView | null; isEmpty: boolean }) {
  const { t } = useTranslation('own-data');
  if (brought?.state === 'waiting' || brought?.state === 'reading') {
    return <Reading brought={brought} />;
  }
  if (brought?.state === 'done') return <Done brought={brought} />;
  return (
    <>
      {brought?.failure && <Failed failure={brought.failure} />}
      {isEmpty ? (
        <>
          <p className={styles.quiet}>{t('import.notInvited')}</p>
          <ChooseArchive label={t(brought?.failure ? 'import.chooseAnother' : 'import.choose')} />
        </>
      ) : (
        <p className={styles.quiet}>{t('import.notEmpty')}</p>
      )}
    </>
  );
}

function Reading({ brought }: { brought: ImportView }) {
  const { t } = useTranslation('own-data');
  const { number } = useFormats();
  const { files_done, files_total } = brought;
  const figures = { done: number(files_done), total: number(files_total) };
  return (
    <div className={styles.progress}>
      <p role="status">
        {brought.state === 'waiting' ? t('import.waiting') : t('import.reading', figures)}
      </p>
      <ProgressBar
        label={t('import.progress')}
        percent={files_total > 0 ? (files_done / files_total) * 100 : undefined}
      />
      <p className={styles.quiet}>{t('import.mayLeave')}</p>
    </div>
  );
}

function Failed({ failure }: { failure: NonNullable<ImportView['failure']> }) {
  // The whole file of sentences: an import may have failed before anybody touched the screen.
  const { t } = useTranslation(['own-data', 'refusals']);
  const say = useRefusalText();
  const { code, facts } = failure;
  return (
    <Notice kind="error" title={t('import.failed')} announced>
      {say(code, facts)}
    </Notice>
  );
}

function Done({ brought }: { brought: ImportView }) {
  const { t } = useTranslation('own-data');
  const { number } = useFormats();
  const dismiss = useMutationOf('dismissImport');
  // The job has imported what other screens show.
  const invalidate = useEffectEvent(useInvalidateAfter('uploadArchive'));
  useEffect(() => void invalidate(), []);
  const { contacts, instructions, files, left_out } = brought.outcome ?? nothing;
  const figures = {
    contacts: number(contacts),
    instructions: number(instructions),
    files: number(files),
  };
  return (
    <Notice
      kind="success"
      title={t('import.done')}
      announced
      actions={
        <>
          {contacts > 0 && (
            <ButtonLink kind="quiet" to="/contact">
              {t('import.openContacts')}
            </ButtonLink>
          )}
          <Button
            kind="plain"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ params: { id: brought.id } })}
          >
            {t('import.dismiss')}
          </Button>
        </>
      }
    >
      <p>{t('import.result', figures)}</p>
      {contacts > 0 && <p>{t('import.invite')}</p>}
      {left_out.length > 0 && <LeftOutList items={left_out} />}
    </Notice>
  );
}

const nothing = { contacts: 0, instructions: 0, files: 0, left_out: [] };
