import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import { useFormats } from '../../../../ui/language/formats.ts';
import { Trans } from '../../../../ui/language/trans.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { contactsAbleToStart, sentenceKindOf } from '../protocol-rules.ts';
import conditionStyles from './release-sentence.module.css';

interface ReleaseSentenceProps {
  rules: ReleaseRules;
  /** Contacts who have agreed. */
  contacts: readonly { name: string; is_blocked: boolean }[];
  /** When letters would leave. */
  releaseAt: string;
}

/** In one sentence what would happen if somebody started the protocol today. */
export function ReleaseSentence({ rules, contacts, releaseAt }: ReleaseSentenceProps) {
  const { t } = useTranslation('protocol');
  const formats = useFormats();
  const [named] = [...contactsAbleToStart(contacts), ...contacts];
  return (
    <Trans
      t={t}
      i18nKey={`sentence.${sentenceKindOf({ ...rules, contacts })}`}
      values={{ contact: named?.name ?? '', day: formats.day(releaseAt) }}
      components={{ condition: <span className={conditionStyles.condition} />, day: <strong /> }}
    />
  );
}
