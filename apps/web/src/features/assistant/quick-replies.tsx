import { instructionCategories } from '@zavet/contract/instructions/instruction-values';
import { useTranslation } from '../../interface/language/use-translation.ts';
import styles from './assistant.module.css';
import type { ChatState } from './conversation/chat.ts';
import { isChoosingIn } from './conversation/choosing.ts';

interface QuickRepliesProps {
  state: ChatState;
  onReply: (text: string) => void;
}

/** The words that the guide understands at this point, to be pressed instead of typed. */
export function QuickReplies({ state, onReply }: QuickRepliesProps) {
  const { t } = useTranslation(['assistant', 'instructions']);
  if (state.isAnswering || !state.isGreeting) return null;
  if (state.messages.at(-1)?.state === 'apology') return null;
  const isChoosing = isChoosingIn(state.messages);
  const words = isChoosing
    ? instructionCategories.map((category) => t(`instructions:categories.${category}`))
    : (['skip', 'back', 'finish'] as const).map((word) => t(`quick.${word}`));
  return (
    <ul className={styles.quick} aria-label={t(isChoosing ? 'quick.categories' : 'quick.controls')}>
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
