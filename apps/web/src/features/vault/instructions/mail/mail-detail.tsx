import type { InstructionView } from '@zavet/contract/instructions/instruction-schemas';
import type { InstructionStatus } from '@zavet/contract/instructions/instruction-values';
import { useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { BackToLetters } from '../../../../ui/letters/back-to-letters.tsx';
import { LetterCard, LetterText } from '../../../../ui/letters/letter-card.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { DeliveriesOf } from '../../../protocol/control/public/deliveries-of.tsx';
import { WhyLeft } from '../../../protocol/control/public/why-left.tsx';
import { deliveryStageOf } from '../closed.ts';
import { AttachedFiles } from '../files/attached-files.tsx';
import { FilesWithoutRoom } from '../files/files-without-room.tsx';
import { MissingNotice } from '../files/missing-notice.tsx';
import { missingFiles } from '../files/missing-rules.ts';
import { isUnknown } from '../instruction-queries.ts';
import { PriorityBadge } from '../priority-badge.tsx';
import { DeleteMailDialog } from './delete-mail-dialog.tsx';
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
  const [isLeaving, setLeaving] = useState(false);
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
      {way !== 'sent' && <WhyLeft instructionId={mail.id} />}
      {way !== 'open' && <DeliveriesOf instructionId={mail.id} />}
      {way === 'open' ? (
        <div className={styles.actions}>
          <Button kind="quietDanger" onClick={() => setLeaving(true)}>
            {t('delete.action')}
          </Button>
        </div>
      ) : (
        <p className={styles.quiet}>{t(way === 'sent' ? 'delete.notInOutbox' : 'delete.queued')}</p>
      )}
      {isLeaving && <DeleteMailDialog mail={mail} onClose={() => setLeaving(false)} />}
    </LetterCard>
  );
}
