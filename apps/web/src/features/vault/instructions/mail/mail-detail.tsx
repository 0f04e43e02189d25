import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import type {
  InstructionPriority,
  InstructionStatus,
} from '@zavet/contract/vault/instruction-values';
import { type ReactNode, useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { BackToLetters, LetterCard, LetterText } from '../../../../ui/letters/letters.tsx';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { useContacts } from '../../../people/contacts/public/use-contacts.ts';
import { DeleteInstructionDialog } from '../delete-instruction.tsx';
import { AttachedFiles, FileRemovalNotices } from '../files/attached-files.tsx';
import { missingFilesOf } from '../files/attachment-rules.ts';
import { MissingFilesNotice } from '../files/missing-files-notice.tsx';
import { ContactBadges, useRecipientText } from '../instruction-contacts.tsx';
import { isMissingInstruction } from '../instruction-queries.ts';
import { deliveryStageOf } from '../instruction-rules.ts';
import { useInstructionDelivery } from '../public/delivery-port.ts';
import styles from './mail.module.css';

interface MailDetailProps {
  id: string;
  folder: InstructionStatus;
}

export function MailDetail({ id, folder }: MailDetailProps) {
  const { t } = useTranslation(['mail', 'errors']);
  const query = useEndpoint('getInstruction', { params: { id } });
  const isDeleted = isMissingInstruction(query.error);
  const mail = isDeleted ? undefined : query.data;
  return (
    <>
      <BackToLetters folder={folder} />
      {mail && <Mail mail={mail} />}
      {!mail && query.isError && (
        <ErrorState
          title={t('openFailed')}
          error={query.error}
          text={isDeleted ? t('errors:not_found') : undefined}
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
  const stage = deliveryStageOf(mail);
  return (
    <LetterCard title={mail.title} badge={<PriorityBadge priority={mail.priority} />}>
      <MailFacts mail={mail} />
      <LetterText>{mail.content}</LetterText>
      <MissingFilesNotice
        instruction={mail}
        missing={missingFilesOf(mail, [])}
        actions={
          stage === 'open' && (
            <ButtonLink to="/instructions" search={{ read: mail.id }} kind="quiet">
              {t('instructions:missing.choose')}
            </ButtonLink>
          )
        }
      />
      <FileRemovalNotices instruction={mail} />
      {mail.files.length > 0 && (
        <>
          <Heading level={3}>{t('instructions:files.title')}</Heading>
          <AttachedFiles instruction={mail} canDelete={false} />
        </>
      )}
      {stage !== 'sent' && <UnsentReason instructionId={mail.id} />}
      {stage !== 'open' && <Deliveries instructionId={mail.id} />}
      {stage === 'open' ? (
        <div className={styles.actions}>
          <DeleteMail mail={mail} />
        </div>
      ) : (
        <p className={styles.quiet}>
          {t(stage === 'sent' ? 'delete.notInOutbox' : 'delete.queued')}
        </p>
      )}
    </LetterCard>
  );
}

function DeleteMail({ mail }: { mail: InstructionView }) {
  const { t } = useTranslation('mail');
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Button kind="quietDanger" onClick={() => setDeleting(true)}>
        {t('delete.action')}
      </Button>
      <DeleteInstructionDialog
        instruction={isDeleting ? mail : undefined}
        failureText={(error) => t(errorTextKey(error))}
        onClose={() => setDeleting(false)}
        onDeleted={() =>
          void navigate({
            to: '/mail',
            search: (now: object) => ({ ...now, folder: 'outbox', message: undefined }),
            replace: true,
          })
        }
      />
    </>
  );
}

function errorTextKey(error: unknown) {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'not_in_outbox') return 'delete.notInOutbox';
  return code === 'instruction_closed' ? 'delete.queued' : 'delete.failed';
}

function MailFacts({ mail }: { mail: InstructionView }) {
  const { t } = useTranslation(['mail', 'instructions']);
  const formats = useFormats();
  const contacts = useContacts().data?.contacts;
  const recipient = useRecipientText()(mail);
  const hasNoContacts = mail.trusted_contact_ids.length === 0;
  return (
    <dl className={styles.facts}>
      <Fact name={t('facts.contacts')}>
        {hasNoContacts && t('facts.none')}
        {!hasNoContacts && contacts && (
          <ContactBadges contacts={contacts} ids={mail.trusted_contact_ids} />
        )}
      </Fact>
      {recipient && <Fact name={t('facts.recipient')}>{recipient}</Fact>}
      <Fact name={t('facts.category')}>{t(`instructions:categories.${mail.category}`)}</Fact>
      <Fact name={t('facts.created')}>{formats.dateTime(mail.created_at)}</Fact>
      {mail.updated_at !== mail.created_at && (
        <Fact name={t('facts.updated')}>{formats.dateTime(mail.updated_at)}</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const priorityTones: Record<InstructionPriority, Tone> = {
  high: 'red',
  medium: 'gold',
  low: 'plain',
};

function PriorityBadge({ priority }: { priority: InstructionPriority }) {
  const { t } = useTranslation('instructions');
  return <Badge tone={priorityTones[priority]}>{t(`priorities.${priority}`)}</Badge>;
}
