import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import type { InstructionStatus } from '@zavet/contract/vault/instruction-values';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { BackToLetters, LetterCard, LetterText } from '../../../../ui/letters/letters.tsx';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { deliveryStageOf } from '../closed.ts';
import { AttachedFiles } from '../files/attached-files.tsx';
import { FilesWithoutRoom } from '../files/files-without-room.tsx';
import { MissingNotice } from '../files/missing-notice.tsx';
import { missingFiles } from '../files/missing-rules.ts';
import { useDrafts } from '../form/use-drafts.ts';
import { isUnknown, useDeleteInstruction } from '../instruction-queries.ts';
import { PriorityBadge } from '../priority-badge.tsx';
import { useInstructionDelivery } from '../public/delivery-port.ts';
import styles from './mail.module.css';
import { MailFacts } from './mail-facts.tsx';

interface MailDetailProps {
  id: string;
  folder: InstructionStatus;
}

export function MailDetail({ id, folder }: MailDetailProps) {
  const { t } = useTranslation(['mail', 'errors']);
  const query = useEndpoint('getInstruction', { params: { id } });
  const isGone = isUnknown(query.error);
  const mail = isGone ? undefined : query.data;
  return (
    <>
      <BackToLetters folder={folder} />
      {mail && <Mail mail={mail} />}
      {!mail && query.isError && (
        <ErrorState
          title={t('openFailed')}
          error={query.error}
          text={isGone ? t('errors:not_found') : undefined}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {!mail && !query.isError && (
        <Card>
          <SkeletonLines lines={8} />
        </Card>
      )}
    </>
  );
}

function Mail({ mail }: { mail: InstructionView }) {
  const { t } = useTranslation(['mail', 'instructions']);
  const { Deliveries, UnsentReason } = useInstructionDelivery();
  const way = deliveryStageOf(mail);
  return (
    <LetterCard title={mail.title} badge={<PriorityBadge priority={mail.priority} />}>
      <MailFacts mail={mail} />
      <LetterText>{mail.content}</LetterText>
      <MissingNotice
        instruction={mail}
        missing={missingFiles(mail, [])}
        actions={
          way === 'open' && (
            <ButtonLink to="/instructions" search={{ edit: mail.id }} kind="quiet">
              {t('instructions:missing.choose')}
            </ButtonLink>
          )
        }
      />
      <FilesWithoutRoom instruction={mail} />
      {mail.files.length > 0 && (
        <>
          <Heading level={3}>{t('instructions:files.title')}</Heading>
          <AttachedFiles instruction={mail} canDelete={false} />
        </>
      )}
      {way !== 'sent' && <UnsentReason instructionId={mail.id} />}
      {way !== 'open' && <Deliveries instructionId={mail.id} />}
      {way === 'open' ? (
        <div className={styles.actions}>
          <DeleteMail mail={mail} />
        </div>
      ) : (
        <p className={styles.quiet}>{t(way === 'sent' ? 'delete.notInOutbox' : 'delete.queued')}</p>
      )}
    </LetterCard>
  );
}

function DeleteMail({ mail }: { mail: InstructionView }) {
  const { t } = useTranslation(['mail', 'instructions']);
  const navigate = useNavigate();
  const { drafts } = useDrafts();
  const remove = useDeleteInstruction();
  const fileCount = mail.files.length;

  async function confirm() {
    try {
      await remove.mutateAsync({ params: { id: mail.id } });
      drafts.forget(mail.id);
      drafts.forgetSetAside(mail.id);
      toasts.success(t('delete.done'));
      await navigate({
        to: '/mail',
        search: (now: object) => ({ ...now, folder: 'outbox', message: undefined }),
        replace: true,
      });
    } catch (error) {
      toasts.error(t(reasonOf(error)));
    }
  }

  return (
    <ConfirmButton
      kind="quietDanger"
      label={t('delete.action')}
      title={t('delete.title')}
      confirmLabel={t('delete.confirm')}
      cancelLabel={t('delete.cancel')}
      isDangerous
      act={confirm}
    >
      <p>{t('delete.text', { title: mail.title })}</p>
      {fileCount > 0 && <p>{t('instructions:deletion.files', { count: fileCount })}</p>}
    </ConfirmButton>
  );
}

function reasonOf(error: unknown) {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'not_in_outbox') return 'delete.notInOutbox';
  return code === 'instruction_closed' ? 'delete.queued' : 'delete.failed';
}
