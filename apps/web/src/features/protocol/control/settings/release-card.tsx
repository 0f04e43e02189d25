import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import { ButtonLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { ReleaseSentence } from '../public/release-sentence.tsx';
import styles from './settings.module.css';

/** What would happen if somebody started the protocol today. */
export function ReleaseCard({ rules }: { rules: ProtocolRulesView }) {
  const { t } = useTranslation('protocol');
  return (
    <SectionCard title={t('sentence.title')}>
      <p className={styles.sentence}>
        <ReleaseSentence rules={rules} contacts={rules.contacts} releaseAt={rules.release_at} />
      </p>
      {rules.contacts.length === 0 && (
        <div>
          <ButtonLink to="/contact" kind="quiet">
            {t('sentence.toContacts')}
          </ButtonLink>
        </div>
      )}
    </SectionCard>
  );
}
