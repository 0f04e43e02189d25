import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFieldErrorText } from './error-text.ts';
import styles from './field.module.css';

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  error?: string;
};

export function CheckField({ label, error, ...rest }: CheckFieldProps) {
  const id = useId();
  const text = useFieldErrorText()(error);
  return (
    <div>
      <div className={styles.check}>
        <input
          {...rest}
          type="checkbox"
          id={id}
          className={styles.checkBox}
          aria-invalid={text ? true : undefined}
          aria-describedby={text ? `${id}-error` : undefined}
        />
        <label htmlFor={id} className={styles.checkLabel}>
          {label}
        </label>
      </div>
      {text && (
        <p id={`${id}-error`} className={styles.error}>
          {text}
        </p>
      )}
    </div>
  );
}
