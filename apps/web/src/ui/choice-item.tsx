import type { ReactNode } from 'react';
import { IconCheck } from './icons.tsx';
import listStyles from './option-list.module.css';

interface ChoiceItemProps {
  isChosen?: boolean;
  lang?: string;
  onChoose: () => void;
  children: ReactNode;
}

/** One line of a `SmallMenu`: something to choose, with a tick where it is chosen, or to do. */
export function ChoiceItem({ isChosen, lang, onChoose, children }: ChoiceItemProps) {
  return (
    <li>
      <button
        type="button"
        className={listStyles.option}
        lang={lang}
        aria-current={isChosen || undefined}
        onClick={onChoose}
      >
        {children}
        {isChosen && <IconCheck size={20} aria-hidden />}
      </button>
    </li>
  );
}
