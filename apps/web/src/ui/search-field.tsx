import { limits } from '@zavet/contract/limits';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { classes } from './classes.ts';
import fieldStyles from './field.module.css';
import { IconSearch } from './more-icons.tsx';
import styles from './search-field.module.css';

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Read aloud; what is shown is the placeholder. */
  label: string;
};

/** Words to look for. */
export function SearchField({ label, ...rest }: SearchFieldProps) {
  return (
    <div className={styles.frame}>
      <IconSearch size={22} className={styles.icon} aria-hidden />
      <input
        {...rest}
        type="search"
        autoComplete="off"
        maxLength={limits.searchMaxLength}
        aria-label={label}
        className={classes(fieldStyles.input, styles.input)}
      />
    </div>
  );
}

const pauseMs = 300;

/**
 * What is typed into a search whose words live in the address. It is looked for once the typing
 * pauses; an address that changes by itself, as on the way back, changes the field.
 */
export function useSearchWords(words: string, onSearch: (words: string) => void) {
  const [text, setText] = useState(words);
  const [seen, setSeen] = useState(words);
  const [sent, setSent] = useState(words);
  if (words !== seen) {
    setSeen(words);
    // What comes back late must not undo what was typed since.
    if (words !== sent) {
      setSent(words);
      setText(words);
    }
  }
  const typed = text.trim();
  const search = useEffectEvent(() => {
    setSent(typed);
    onSearch(typed);
  });
  useEffect(() => {
    if (typed === sent) return;
    // Emptiness counts at once.
    const timer = setTimeout(search, typed === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return { text, setText };
}
