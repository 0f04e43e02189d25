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
import styles from './acceptance.module.css';
import { acceptanceOf, type PendingEditions, pendingKeyOf } from './pending-rules.ts';

const dismissedKey = 'announced-documents';

interface PendingNoticeProps {
  pending: PendingEditions;
  userId: string;
}

export function PendingNotice({ pending, userId }: PendingNoticeProps) {
  const { t } = useTranslation('legal');
  const describe = useErrorText();
  const accept = useMutationOf('acceptDocuments');
  const key = pendingKeyOf(pending);
  const isComing = pending.status === 'coming';
  const [isDismissed, setDismissed] = useState(
    isComing && privateStorage.find(userId, dismissedKey) === key,
  );
  if (isDismissed) return null;

  function acceptAll() {
    accept.mutate(
      { body: { accepted: acceptanceOf(pending) } },
      {
        onSuccess: () => {
          toasts.success(t('notice.accepted'));
          focusScreen();
        },
        onError: (error) => toasts.error(`${t('notice.failure')}. ${describe(error)}`),
      },
    );
  }

  function dismiss() {
    privateStorage.keep(userId, dismissedKey, key);
    setDismissed(true);
    focusScreen();
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
            <Trans t={t} i18nKey="notice.otherwise" components={{ settings: <SettingsLink /> }} />
          </p>
          {isComing && (
            <div>
              <Button kind="plain" onClick={dismiss}>
                {t('notice.later')}
              </Button>
            </div>
          )}
        </>
      }
    />
  );
}

function SettingsLink({ children }: { children?: ReactNode }) {
  return (
    <TextLink to="/settings" search={{ tab: 'security' }}>
      {children}
    </TextLink>
  );
}

/** Moves the focus, because the pressed button disappears with the notice. */
function focusScreen(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Links open in a new tab to keep the input of the screen below. */
function PendingDocuments({ pending }: { pending: PendingEditions }) {
  const { t } = useTranslation('legal');
  const formats = useFormats();
  const inForceKey = pending.status === 'coming' ? 'notice.holdsFrom' : 'notice.holdsSince';
  return (
    <ul className={styles.documents}>
      {pending.documents.map(({ document, edition, applies_from }) => (
        <li key={document}>
          <a href={`${legalPaths[document]}?edition=${edition}`} target="_blank" rel="noopener">
            {t(`documents.${document}`)}
            <VisuallyHidden> {t('notice.newTab')}</VisuallyHidden>
          </a>
          <span className={styles.inForce}>
            {t(inForceKey, { date: formats.date(applies_from) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
