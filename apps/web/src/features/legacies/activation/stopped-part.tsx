import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { ButtonLink } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import styles from '../legacies.module.css';
import { nameOf } from '../legacy-stage.ts';
import { WhomToAsk } from '../whom-to-ask.tsx';
import { StartClosed } from './start-closed.tsx';

/** The owner stopped a start of the visitor's: why the button is closed, and the way on. */
export function StoppedPart({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const name = nameOf(legacy);
  return (
    <>
      <StartClosed>
        <Notice kind="warning" title={t('stopped.title')}>
          <div className={styles.paragraphs}>
            <p>{t('stopped.text', { name })}</p>
            <p>{t('stopped.money')}</p>
            <p>{t('stopped.again')}</p>
          </div>
        </Notice>
      </StartClosed>
      <div>
        <ButtonLink
          to="/settings"
          search={{ tab: 'support', topic: 'stopped_start', legacy: legacy.trusted_contact_id }}
          kind="quiet"
        >
          {t('stopped.action')}
        </ButtonLink>
      </div>
      <WhomToAsk />
    </>
  );
}
