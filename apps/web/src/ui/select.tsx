import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as BaseSelect } from '@base-ui/react/select';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { classes } from './classes.ts';
import fieldStyles from './field.module.css';
import { FieldFrame, type FieldTexts, useFieldAttributes } from './field.tsx';
import { IconCheck } from './icons.tsx';
import { IconChevronDown } from './more-icons.tsx';
import listStyles from './option-list.module.css';
import styles from './select.module.css';

export interface SelectOption {
  value: string;
  label: string;
  /** Shown before the label: the initials of a person. */
  mark?: ReactNode;
}

export interface SelectChoice {
  value: string;
  options: readonly SelectOption[];
  /** Receives an event like that of a text field. */
  onChange: (event: { currentTarget: { value: string } }) => void;
  name?: string;
  autoComplete?: string;
}

interface SelectProps
  extends SelectChoice,
    Omit<ComponentProps<'button'>, keyof SelectChoice | 'children'> {
  /** Shown before the choice, within the field: «Кому:». */
  prefix?: string;
}

/** A select with a popup list. Its label is a `<label>` with its id. */
export function Select(props: SelectProps) {
  const { value, options, onChange, name, autoComplete, prefix, className, ...control } = props;
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
            {prefix && (
              <span className={styles.prefix} aria-hidden>
                {prefix}
              </span>
            )}
            <BaseSelect.Value className={styles.value} />
            <BaseSelect.Icon className={styles.icon}>
              <IconChevronDown size={20} aria-hidden />
            </BaseSelect.Icon>
          </BaseSelect.Trigger>
          {/* Rendered beside its field, because a modal dialog makes everything outside inert. */}
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
                    {option.mark}
                    <BaseSelect.ItemText className={styles.words}>
                      {option.label}
                    </BaseSelect.ItemText>
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

type SelectFieldProps = FieldTexts &
  ComponentProps<typeof Select> & {
    /** Error while nothing is chosen: «choose a category» instead of «fill this in». */
    missing?: string;
  };

export function SelectField({ label, help, error, missing, id, ...rest }: SelectFieldProps) {
  // A text that is not an error code is shown as it is.
  const texts = { label, help, error: error === 'required' ? (missing ?? error) : error };
  const attributes = useFieldAttributes(texts, id, rest['aria-describedby']);
  return (
    <FieldFrame {...texts} id={attributes.id} errorText={attributes.errorText}>
      <Select {...rest} {...attributes.control} />
    </FieldFrame>
  );
}
