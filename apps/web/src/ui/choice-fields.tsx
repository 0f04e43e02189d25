import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './choice-fields.module.css';
import { useFieldErrorText } from './error-text.ts';
import fieldStyles from './field.module.css';

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  error?: string;
};

export function CheckField({ label, error, ...rest }: CheckFieldProps) {
  const id = useId();
  const text = useFieldErrorText()(error);
  return (
    <div>
      <div className={fieldStyles.check}>
        <input
          {...rest}
          type="checkbox"
          id={id}
          className={fieldStyles.checkBox}
          aria-invalid={text ? true : undefined}
          aria-describedby={text ? `${id}-error` : undefined}
        />
        <label htmlFor={id} className={fieldStyles.checkLabel}>
          {label}
        </label>
      </div>
      {text && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          {text}
        </p>
      )}
    </div>
  );
}

interface CheckGroupProps {
  legend: string;
  help?: string;
  /** A field error code of the contract, or a sentence. */
  error?: string;
  options: readonly { value: string; label: string; note?: ReactNode }[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Takes the focus on mount: the user came for this field. */
  takesFocus?: boolean;
}

/** Check boxes: several of a few choices. */
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

interface RadioGroupProps {
  legend: string;
  help?: string;
  value: string;
  options: readonly { value: string; label: string; note?: ReactNode }[];
  onChange: (value: string) => void;
}

/** Radio buttons below each other. Native, so arrow keys work. */
export function RadioGroup({ legend, help, value, options, onChange }: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={help ? `${id}-help` : undefined}>
      <legend className={fieldStyles.label}>{legend}</legend>
      <div className={styles.columns}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={id}
              value={option.value}
              className={`${fieldStyles.checkBox} ${fieldStyles.radio}`}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.words}>
              <span className={styles.name}>{option.label}</span>
              {option.note && <span className={styles.note}>{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
      {help && (
        <p id={`${id}-help`} className={fieldStyles.help}>
          {help}
        </p>
      )}
    </fieldset>
  );
}
