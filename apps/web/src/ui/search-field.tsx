import { limits } from '@zavet/contract/limits';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { classes } from './classes.ts';
import fieldStyles from './field.module.css';
import { IconSearch } from './more-icons.tsx';
import styles from './search-field.module.css';

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** For screen readers; the placeholder is shown instead. */
  label: string;
};

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
 * State of a search field whose text is kept in the URL. Searches once typing pauses; a change of
 * the URL, as by navigating back, updates the field.
 */
export function useSearchWords(words: string, onSearch: (words: string) => void) {
  const [text, setText] = useState(words);
  const [seen, setSeen] = useState(words);
  const [sent, setSent] = useState(words);
  if (words !== seen) {
    setSeen(words);
    // A delayed URL update must not overwrite newer input.
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
    // An emptied field searches immediately.
    const timer = setTimeout(search, typed === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return { text, setText };
}
