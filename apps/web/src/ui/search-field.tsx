import { limits } from '@zavet/contract/limits';
import type { ComponentProps } from 'react';
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
