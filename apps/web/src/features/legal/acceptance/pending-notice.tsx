import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Button, TextLink } from '../../../interface/button.tsx';
import { useErrorText } from '../../../interface/error-text.ts';
import { Notice } from '../../../interface/notice.tsx';
import { toasts } from '../../../interface/toasts.tsx';
import { privateStorage } from '../../session/private-storage.ts';
import { useAcceptDocuments } from '../api/documents.ts';
import { PendingDocuments } from './pending-documents.tsx';
import styles from './pending-notice.module.css';
import { acceptanceOf, nameOf, type Pending } from './pending-rules.ts';

const dismissed = 'announced-documents';

interface PendingNoticeProps {
  pending: Pending;
  userId: string;
}

export function PendingNotice({ pending, userId }: PendingNoticeProps) {
  const { t } = useTranslation('legal');
  const describe = useErrorText();
  const accept = useAcceptDocuments();
  const name = nameOf(pending);
  const isComing = pending.standing === 'coming';
  const [isPutOff, setPutOff] = useState(
    isComing && privateStorage.find(userId, dismissed) === name,
  );
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

  return (
    <aside className={styles.place} aria-label={t('notice.label')}>
      <Notice
        kind={isComing ? 'info' : 'warning'}
        title={isComing ? t('notice.coming') : t('notice.inForce')}
        actions={
          <>
            <Button
              kind={isComing ? 'quiet' : 'primary'}
              onClick={acceptAll}
              loading={accept.isPending}
            >
              {t('notice.accept')}
            </Button>
            {isComing && (
              <Button kind="plain" onClick={putOff}>
                {t('notice.later')}
              </Button>
            )}
          </>
        }
      >
        <p>{isComing ? t('notice.comingText') : t('notice.inForceText')}</p>
        <PendingDocuments pending={pending} />
        <p>
          <Trans t={t} i18nKey="notice.otherwise" components={{ settings: <ToDeletion /> }} />
        </p>
        {accept.isError && (
          <p role="alert" className={styles.failure}>
            {t('notice.failure')}. {describe(accept.error)}
          </p>
        )}
      </Notice>
    </aside>
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
