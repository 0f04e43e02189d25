import { type ReactNode, useId } from 'react';
import styles from './check-group.module.css';
import fieldStyles from './field.module.css';

interface RadioGroupProps {
  legend: string;
  help?: string;
  value: string;
  options: readonly { value: string; label: string; note?: ReactNode }[];
  onChange: (value: string) => void;
}

/** One of several choices, one below the other. Native radio buttons, so arrow keys work. */
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
