import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import { useFormats } from '../../../../ui/language/formats.ts';
import { Trans } from '../../../../ui/language/trans.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from '../protocol.module.css';
import { contactsAbleToStart, sentenceKindOf } from '../protocol-rules.ts';

interface ReleaseSentenceProps {
  rules: ReleaseRules;
  /** Confirmed contacts. */
  contacts: readonly { name: string; is_blocked: boolean }[];
  /** Release date of a start today. */
  releaseAt: string;
}

/** The consequences of a start today in one sentence. */
export function ReleaseSentence({ rules, contacts, releaseAt }: ReleaseSentenceProps) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  const [named] = [...contactsAbleToStart(contacts), ...contacts];
  return (
    <Trans
      t={t}
      i18nKey={`sentence.${sentenceKindOf({ ...rules, contacts })}`}
      values={{ contact: named?.name ?? '', day: formats.day(releaseAt) }}
      components={{ condition: <span className={styles.condition} />, day: <strong /> }}
    />
  );
}
