import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Button, TextLink } from '../../../interface/button.tsx';
import { useErrorText } from '../../../interface/error-text.ts';
import { Trans } from '../../../interface/language/trans.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { NoticePlace } from '../../../interface/notice-place.tsx';
import { toasts } from '../../../interface/toasts.tsx';
import { privateStorage, privateTabStorage } from '../../../platform/storage/private-storage.ts';
import { useAcceptDocuments } from '../api/documents.ts';
import { PendingDocuments } from './pending-documents.tsx';
import styles from './pending-notice.module.css';
import { acceptanceOf, nameOf, type Pending } from './pending-rules.ts';

const dismissed = 'announced-documents';
const folded = 'folded-documents';

interface PendingNoticeProps {
  pending: Pending;
  userId: string;
}

export function PendingNotice({ pending, userId }: PendingNoticeProps) {
  const { t } = useTranslation('legal');
  const describe = useErrorText();
  const accept = useAcceptDocuments();
  const detailsId = useId();
  const name = nameOf(pending);
  const isComing = pending.standing === 'coming';
  const [isPutOff, setPutOff] = useState(
    isComing && privateStorage.find(userId, dismissed) === name,
  );
  const [isFolded, setFolded] = useState(privateTabStorage.find(userId, folded) === name);
  if (isPutOff) return null;

  function acceptAll() {
    accept.mutate(acceptanceOf(pending), {
      onSuccess: () => {
        toasts.success(t('notice.accepted'));
        continueOnScreen();
      },
    });
  }

  function putOff() {
    privateStorage.keep(userId, dismissed, name);
    setPutOff(true);
    continueOnScreen();
  }

  function fold(isNowFolded: boolean) {
    if (isNowFolded) privateTabStorage.keep(userId, folded, name);
    else privateTabStorage.forget(userId, folded);
    setFolded(isNowFolded);
  }

  const Icon = isComing ? IconInfoCircle : IconAlertTriangle;
  return (
    <NoticePlace label={t('notice.label')}>
      <div className={styles.notice} data-standing={pending.standing} data-folded={isFolded}>
        <p className={styles.title}>
          <Icon size={24} aria-hidden />
          {isComing ? t('notice.coming') : t('notice.inForce')}
        </p>
        <div id={detailsId} className={styles.details} hidden={isFolded}>
          <p>{isComing ? t('notice.comingText') : t('notice.inForceText')}</p>
          <PendingDocuments pending={pending} />
          <p>
            <Trans t={t} i18nKey="notice.otherwise" components={{ settings: <ToDeletion /> }} />
          </p>
        </div>
        {accept.isError && (
          <p role="alert" className={styles.failure}>
            {t('notice.failure')}. {describe(accept.error)}
          </p>
        )}
        <div className={styles.actions}>
          <Button
            kind={isComing ? 'quiet' : 'primary'}
            onClick={acceptAll}
            loading={accept.isPending}
          >
            {t('notice.accept')}
          </Button>
          {isComing && !isFolded && (
            <Button kind="plain" onClick={putOff}>
              {t('notice.later')}
            </Button>
          )}
          <Button
            kind="plain"
            aria-expanded={!isFolded}
            aria-controls={detailsId}
            onClick={() => fold(!isFolded)}
          >
            {isFolded ? t('notice.unfold') : t('notice.fold')}
          </Button>
        </div>
      </div>
    </NoticePlace>
  );
}

function ToDeletion({ children }: { children?: ReactNode }) {
  return (
    <TextLink to="/settings" search={{ tab: 'security' }}>
      {children}
    </TextLink>
  );
}

/** The pressed button goes away with the notice. */
function continueOnScreen(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
