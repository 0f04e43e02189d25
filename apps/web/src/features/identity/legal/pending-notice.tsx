import { legalPaths } from '@zavet/contract/identity/editions';
import { type ReactNode, useState } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { privateStorage } from '../../../platform/storage/private-storage.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { IconAlertTriangle, IconInfoCircle } from '../../../ui/icons.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { Trans } from '../../../ui/language/trans.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SlimNotice } from '../../../ui/slim-notice.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './pending-notice.module.css';
import { acceptanceOf, type Pending, pendingKey } from './pending-rules.ts';

const dismissed = 'announced-documents';

interface PendingNoticeProps {
  pending: Pending;
  userId: string;
}

export function PendingNotice({ pending, userId }: PendingNoticeProps) {
  const { t } = useTranslation('legal');
  const describe = useErrorText();
  const accept = useMutationOf('acceptDocuments');
  const name = pendingKey(pending);
  const isComing = pending.status === 'coming';
  const [isPutOff, setPutOff] = useState(
    isComing && privateStorage.find(userId, dismissed) === name,
  );
  if (isPutOff) return null;

  function acceptAll() {
    accept.mutate(
      { body: { accepted: acceptanceOf(pending) } },
      {
        onSuccess: () => {
          toasts.success(t('notice.accepted'));
          continueOnScreen();
        },
        onError: (error) => toasts.error(`${t('notice.failure')}. ${describe(error)}`),
      },
    );
  }

  function putOff() {
    privateStorage.keep(userId, dismissed, name);
    setPutOff(true);
    continueOnScreen();
  }

  return (
    <SlimNotice
      label={t('notice.label')}
      Icon={isComing ? IconInfoCircle : IconAlertTriangle}
      title={isComing ? t('notice.coming') : t('notice.inForce')}
      tone={isComing ? 'plain' : 'gold'}
      actions={
        <Button kind="plain" onClick={acceptAll} loading={accept.isPending}>
          {t('notice.accept')}
        </Button>
      }
      details={
        <>
          <p>{isComing ? t('notice.comingText') : t('notice.inForceText')}</p>
          <PendingDocuments pending={pending} />
          <p>
            <Trans t={t} i18nKey="notice.otherwise" components={{ settings: <ToDeletion /> }} />
          </p>
          {isComing && (
            <div>
              <Button kind="plain" onClick={putOff}>
                {t('notice.later')}
              </Button>
            </div>
          )}
        </>
      }
    />
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

/** In a new tab, so that what is typed on the screen below stays. */
export function PendingDocuments({ pending }: { pending: Pending }) {
  const { t } = useTranslation('legal');
  const formats = useFormats();
  const holds = pending.status === 'coming' ? 'notice.holdsFrom' : 'notice.holdsSince';
  return (
    <ul className={styles.documents}>
      {pending.documents.map(({ document, edition, holds_from }) => (
        <li key={document}>
          <a href={`${legalPaths[document]}?edition=${edition}`} target="_blank" rel="noopener">
            {t(`documents.${document}`)}
            <VisuallyHidden> {t('notice.newTab')}</VisuallyHidden>
          </a>
          <span className={styles.holds}>{t(holds, { date: formats.date(holds_from) })}</span>
        </li>
      ))}
    </ul>
  );
}
