import { draftOf } from '@zavet/contract/assistant/reply-rules';
import { instructionCategories } from '@zavet/contract/instructions/instruction-values';
import { useTranslation } from 'react-i18next';
import styles from './assistant.module.css';
import type { ChatState } from './conversation/chat.ts';

interface QuickRepliesProps {
  state: ChatState;
  onReply: (text: string) => void;
}

/** The words that the guide understands at this point, to be pressed instead of typed. */
export function QuickReplies({ state, onReply }: QuickRepliesProps) {
  const { t } = useTranslation(['assistant', 'instructions']);
  if (state.isAnswering || !state.isGreeting) return null;
  const last = state.messages.at(-1);
  if (last?.state === 'apology') return null;
  // After a draft the guide is ready for the next one.
  const isBeginning = !last || draftOf(last.content) !== undefined;
  const words = isBeginning
    ? instructionCategories.map((category) => t(`instructions:categories.${category}`))
    : (['skip', 'back', 'finish'] as const).map((word) => t(`quick.${word}`));
  return (
    <ul
      className={styles.quick}
      aria-label={t(isBeginning ? 'quick.categories' : 'quick.controls')}
    >
      {words.map((word) => (
        <li key={word}>
          <button type="button" className={styles.quickReply} onClick={() => onReply(word)}>
            {word}
          </button>
        </li>
      ))}
    </ul>
  );
}
