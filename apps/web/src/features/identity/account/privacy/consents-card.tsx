import { deletionWords } from '@zavet/contract/identity/account-rules';
import { legalDocumentNames, legalPaths } from '@zavet/contract/identity/editions';
import type { ConsentView } from '@zavet/contract/identity/legal-endpoints';
import { useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { CollapsibleList } from '../../../../ui/collapsible-list.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import cardStyles from '../cards.module.css';
import { DeletionDialog } from '../security/deletion-card.tsx';
import { useDeviceName } from '../security/use-device-name.ts';
import styles from './privacy.module.css';

/** Accepted documents with date and device, and the withdrawal of the consent. */
export function ConsentsCard({ onDownload }: { onDownload: () => void }) {
  const { t } = useTranslation('privacy');
  const query = useEndpoint('listConsents');
  const email = useEndpoint('getProfile').data?.user_email;
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  return (
    <SectionCard title={t('consents.title')} lead={t('consents.lead')}>
      <Loaded query={query} lines={4}>
        {({ consents }) =>
          consents.length > 0 ? (
            <CollapsibleList
              items={consents}
              shownAtFirst={legalDocumentNames.length}
              className={cardStyles.list}
              more={t('consents.more')}
              less={t('consents.less')}
            >
              {(consent) => (
                <Consent key={`${consent.document} ${consent.edition}`} consent={consent} />
              )}
            </CollapsibleList>
          ) : (
            <p>{t('consents.none')}</p>
          )
        }
      </Loaded>
      {email && (
        <div>
          <Button kind="quietDanger" onClick={() => setIsWithdrawing(true)}>
            {t('consents.withdraw')}
          </Button>
        </div>
      )}
      {email && isWithdrawing && (
        <Withdrawal email={email} onDownload={onDownload} onClose={() => setIsWithdrawing(false)} />
      )}
    </SectionCard>
  );
}

function Consent({ consent }: { consent: ConsentView }) {
  const { t } = useTranslation(['privacy', 'settings']);
  const formats = useFormats();
  const deviceName = useDeviceName();
  const { document, edition, accepted_at, ip_address, user_agent } = consent;
  return (
    <li className={styles.entry}>
      <p className={styles.strong}>
        <a href={`${legalPaths[document]}?edition=${edition}`} target="_blank" rel="noopener">
          {t(`settings:agreements.${document}`)}
          <VisuallyHidden> {t('settings:newTab')}</VisuallyHidden>
        </a>
      </p>
      <ul className={styles.details}>
        <li>{t('consents.edition', { date: formats.date(edition) })}</li>
        <li>
          <time dateTime={accepted_at}>
            {t('consents.accepted', { moment: formats.dateTime(accepted_at) })}
          </time>
        </li>
        <li>{deviceName(user_agent)}</li>
        {ip_address && <li>{t('settings:sessions.ip', { ip: ip_address })}</li>}
      </ul>
    </li>
  );
}

interface WithdrawalProps {
  email: string;
  /** Moves the focus to the data export. */
  onDownload: () => void;
  onClose: () => void;
}

/** Explains the effects of the withdrawal before the dialog that asks for word and password. */
function Withdrawal({ email, onDownload, onClose }: WithdrawalProps) {
  const { t } = useTranslation('privacy');
  const { language } = useLanguage();
  const [isConfirming, setIsConfirming] = useState(false);
  if (isConfirming) {
    return (
      <DeletionDialog
        email={email}
        word={deletionWords[language]}
        texts={{
          title: t('withdrawal.lastTitle'),
          text: t('withdrawal.lastText'),
          confirm: t('withdrawal.confirm'),
          cancel: t('withdrawal.keep'),
        }}
        withdrawsConsent
        onCancel={onClose}
      />
    );
  }
  return (
    <Dialog isOpen title={t('withdrawal.title')} onClose={onClose}>
      <p>{t('withdrawal.lead')}</p>
      <ul className={styles.effects}>
        <li>{t('withdrawal.content')}</li>
        <li>{t('withdrawal.contacts')}</li>
        <li>{t('withdrawal.plan')}</li>
        <li>{t('withdrawal.record')}</li>
      </ul>
      <p>{t('withdrawal.dataFirst')}</p>
      <div className={cardStyles.dialogActions}>
        <Button kind="quietDanger" onClick={() => setIsConfirming(true)}>
          {t('withdrawal.goOn')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            onClose();
            // The dialog restores the focus first.
            requestAnimationFrame(onDownload);
          }}
        >
          {t('withdrawal.download')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('withdrawal.keep')}
        </Button>
      </div>
    </Dialog>
  );
}
