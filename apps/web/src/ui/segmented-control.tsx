import { type ReactNode, useId } from 'react';
import fieldStyles from './field.module.css';
import styles from './segmented-control.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface SegmentedControlProps<Value extends string> {
  label: string;
  /** For choices that need no visible label. */
  hidesLabel?: boolean;
  help?: string;
  value: Value;
  options: { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One of a few choices, all visible. Native radio buttons, so arrow keys work. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const name = useId();
  const helpId = useId();
  return (
    <fieldset className={styles.group} aria-describedby={props.help ? helpId : undefined}>
      {props.hidesLabel ? (
        <legend>
          <VisuallyHidden>{props.label}</VisuallyHidden>
        </legend>
      ) : (
        <legend className={fieldStyles.label}>{props.label}</legend>
      )}
      <div className={styles.segments}>
        {props.options.map(({ value, label, icon }) => (
          <label key={value} className={styles.segment}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            {icon}
            <span>{label}</span>
          </label>
        ))}
      </div>
      {props.help && (
        <p id={helpId} className={fieldStyles.help}>
          {props.help}
        </p>
      )}
    </fieldset>
  );
}
