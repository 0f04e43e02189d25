import type { ProtocolRulesView } from '@zavet/contract/protocol/rules-endpoints';
import { ButtonLink } from '../../../interface/button.tsx';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { SectionCard } from '../../../interface/section-card.tsx';
import { sentenceKindOf } from './sentence-rules.ts';
import styles from './settings.module.css';

/** In one sentence what would happen if somebody started the protocol today. */
export function ReleaseSentence({ rules }: { rules: ProtocolRulesView }) {
  const { t } = useTranslation('release');
  const formats = useFormats();
  const kind = sentenceKindOf(rules);
  const contact = rules.contacts[0]?.name ?? '';
  return (
    <SectionCard title={t('sentence.title')}>
      <p className={styles.sentence}>
        {t(`sentence.${kind}`, { contact, day: formats.date(rules.release_at) })}
      </p>
      {kind === 'nobody' && (
        <div>
          <ButtonLink to="/contact" kind="quiet">
            {t('sentence.toContacts')}
          </ButtonLink>
        </div>
      )}
    </SectionCard>
  );
}
