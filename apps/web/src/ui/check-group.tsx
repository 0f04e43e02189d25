import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './check-group.module.css';
import { useFieldErrorText } from './error-text.ts';
import fieldStyles from './field.module.css';

interface CheckGroupProps {
  legend: string;
  help?: string;
  /** A field error code of the contract; shown in words. */
  error?: string;
  options: readonly { value: string; label: string; note?: ReactNode }[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** The reader came for this question. */
  takesFocus?: boolean;
}

/** Several of a few choices, all of them in sight. */
export function CheckGroup(props: CheckGroupProps) {
  const { options, values, onChange, takesFocus } = props;
  const id = useId();
  const text = useFieldErrorText()(props.error);
  const group = useRef<HTMLFieldSetElement>(null);
  const described = [text && `${id}-error`, props.help && `${id}-help`].filter(Boolean).join(' ');

  useEffect(() => {
    if (takesFocus) group.current?.querySelector('input')?.focus();
  }, [takesFocus]);

  function toggle(value: string, isChosen: boolean) {
    onChange(isChosen ? [...values, value] : values.filter((other) => other !== value));
  }

  return (
    <fieldset ref={group} className={styles.group} aria-describedby={described || undefined}>
      <legend className={fieldStyles.label}>{props.legend}</legend>
      {options.map(({ value, label, note }) => (
        <label key={value} className={styles.option}>
          <input
            type="checkbox"
            className={fieldStyles.checkBox}
            checked={values.includes(value)}
            aria-invalid={text ? true : undefined}
            aria-describedby={text ? `${id}-error` : undefined}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />
          <span className={styles.words}>
            <span className={styles.name}>{label}</span>
            {note}
          </span>
        </label>
      ))}
      {text && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          {text}
        </p>
      )}
      {props.help && (
        <p id={`${id}-help`} className={fieldStyles.help}>
          {props.help}
        </p>
      )}
    </fieldset>
  );
}
