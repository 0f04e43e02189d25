import { type ComponentProps, type ReactNode, useId } from 'react';
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
