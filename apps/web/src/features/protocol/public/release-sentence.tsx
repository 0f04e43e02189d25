import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import { useFormats } from '../../../interface/language/formats.ts';
import { Trans } from '../../../interface/language/trans.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import styles from './release-sentence.module.css';
import { sentenceKindOf } from './sentence-rules.ts';

interface ReleaseSentenceProps {
  rules: ReleaseRules;
  /** Those who could start it: contacts who have agreed. */
  contacts: readonly { name: string }[];
  /** When letters would leave. */
  releaseAt: string;
}

/** In one sentence what would happen if somebody started the protocol today. */
export function ReleaseSentence({ rules, contacts, releaseAt }: ReleaseSentenceProps) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  return (
    <Trans
      t={t}
      i18nKey={`sentence.${sentenceKindOf({ ...rules, contacts })}`}
      values={{ contact: contacts[0]?.name ?? '', day: formats.day(releaseAt) }}
      components={{ condition: <span className={styles.condition} />, day: <strong /> }}
    />
  );
}
