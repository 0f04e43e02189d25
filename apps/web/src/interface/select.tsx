import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as BaseSelect } from '@base-ui/react/select';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, useRef } from 'react';
import { classes } from './classes.ts';
import fieldStyles from './field.module.css';
import listStyles from './option-list.module.css';
import styles from './select.module.css';

export interface SelectChoice {
  value: string;
  options: readonly { value: string; label: string }[];
  /** Told as a text field tells it, so that a form treats both alike. */
  onChange: (event: { currentTarget: { value: string } }) => void;
  name?: string;
  autoComplete?: string;
}

type SelectProps = SelectChoice & Omit<ComponentProps<'button'>, keyof SelectChoice | 'children'>;

/** One of a list that opens below it. Its label is a `<label>` with its id. */
export function Select(props: SelectProps) {
  const { value, options, onChange, name, autoComplete, className, ...control } = props;
  const frame = useRef<HTMLDivElement>(null);
  return (
    <CSPProvider disableStyleElements>
      <div ref={frame} className={styles.frame}>
        <BaseSelect.Root
          items={options}
          value={value}
          name={name}
          autoComplete={autoComplete}
          onValueChange={(chosen) => onChange({ currentTarget: { value: chosen ?? '' } })}
        >
          <BaseSelect.Trigger
            {...control}
            className={classes(fieldStyles.input, styles.trigger, className)}
          >
            <BaseSelect.Value className={styles.value} />
            <BaseSelect.Icon className={styles.icon}>
              <IconChevronDown size={20} aria-hidden />
            </BaseSelect.Icon>
          </BaseSelect.Trigger>
          {/* Beside its field: a modal dialog makes everything outside of it unreachable. */}
          <BaseSelect.Portal container={frame}>
            <BaseSelect.Positioner
              className={styles.positioner}
              positionMethod="fixed"
              alignItemWithTrigger={false}
              sideOffset={6}
            >
              <BaseSelect.Popup className={classes(listStyles.list, styles.popup)}>
                {options.map((option) => (
                  <BaseSelect.Item
                    key={option.value}
                    value={option.value}
                    className={classes(listStyles.option, styles.option)}
                  >
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                    {option.value === value && <IconCheck size={20} aria-hidden />}
                  </BaseSelect.Item>
                ))}
              </BaseSelect.Popup>
            </BaseSelect.Positioner>
          </BaseSelect.Portal>
        </BaseSelect.Root>
      </div>
    </CSPProvider>
  );
}
