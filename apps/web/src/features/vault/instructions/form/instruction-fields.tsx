import { limits } from '@zavet/contract/limits';
import {
  instructionCategories,
  instructionPriorities,
} from '@zavet/contract/vault/instruction-values';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { classes } from '../../../../ui/classes.ts';
import { Field, TextAreaField } from '../../../../ui/field.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconChevronDown } from '../../../../ui/more-icons.tsx';
import { SelectField } from '../../../../ui/select.tsx';
import sheet from '../sheet.module.css';
import styles from './form.module.css';
import type { InstructionFormState } from './use-instruction-form.ts';

/** The counter appears for the last tenth of the limit. */
const counterThreshold = limits.instructionTextMaxLength * 0.9;

interface FieldsProps {
  form: InstructionFormState;
}

/** Title and text, on the same paper as on the recipient's page. */
export function LetterFields({ form }: FieldsProps) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const counterId = useId();
  const remaining = limits.instructionTextMaxLength - form.values.content.length;
  const showsCounter = form.values.content.length >= counterThreshold;
  return (
    <div className={classes(sheet.sheet, styles.paper)}>
      <Field
        {...form.field('title')}
        label={t('fields.title')}
        className={styles.title}
        aria-required
      />
      <TextAreaField
        {...form.field('content')}
        label={t('fields.content')}
        className={styles.content}
        aria-required
        aria-describedby={counterId}
      />
      <p id={counterId} className={styles.counter} data-over={remaining < 0 || undefined}>
        {showsCounter &&
          t(remaining < 0 ? 'form.tooMany' : 'form.left', {
            count: Math.abs(remaining),
            number: formats.number(Math.abs(remaining)),
          })}
      </p>
    </div>
  );
}

/** Category and priority in one line. */
export function CategoryFields({ form }: FieldsProps) {
  const { t } = useTranslation('instructions');
  const emptyOption = { value: '', label: t('form.choose') };
  const categories = instructionCategories.map((value) => ({
    value,
    label: t(`categories.${value}`),
  }));
  const priorities = instructionPriorities.map((value) => ({
    value,
    label: t(`priorities.${value}`),
  }));
  return (
    <div className={styles.line}>
      <SelectField
        {...form.field('category')}
        label={t('fields.category')}
        missing={t('form.chooseCategory')}
        options={[emptyOption, ...categories]}
        aria-required
      />
      <SelectField
        {...form.field('priority')}
        label={t('fields.priority')}
        missing={t('form.choosePriority')}
        options={[emptyOption, ...priorities]}
        aria-required
      />
    </div>
  );
}

/** An optional recipient who is no trusted contact. */
export function FurtherRecipient({ form }: FieldsProps) {
  const { t } = useTranslation('instructions');
  const { recipient_name, recipient_email } = form.values;
  return (
    <Collapsible
      title={t('form.recipientTitle')}
      hasContent={recipient_name !== '' || recipient_email !== ''}
      hasError={Boolean(form.errorOf('recipient_name') ?? form.errorOf('recipient_email'))}
    >
      <p className={styles.quiet}>{t('form.recipientText')}</p>
      <div className={styles.pair}>
        <Field
          {...form.field('recipient_name')}
          label={t('fields.recipient_name')}
          autoComplete="off"
        />
        <Field
          {...form.field('recipient_email')}
          label={t('fields.recipient_email')}
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      </div>
    </Collapsible>
  );
}

interface CollapsibleProps {
  title: string;
  /** Id of the button, which takes the focus when content is removed. */
  id?: string;
  /** Unfolded by default if true. */
  hasContent: boolean;
  hasError?: boolean;
  children: ReactNode;
}

/** A rarely used section of the form. Its fields stay mounted and keep their input. */
export function Collapsible({
  title,
  id,
  hasContent,
  hasError = false,
  children,
}: CollapsibleProps) {
  const regionId = useId();
  const [isOpenByUser, setOpenByUser] = useState<boolean>();
  const isOpen = hasError || (isOpenByUser ?? hasContent);
  return (
    <div className={styles.fold} data-open={isOpen || undefined}>
      <div>
        <Button
          id={id}
          kind="plain"
          className={styles.unfold}
          aria-expanded={isOpen}
          aria-controls={regionId}
          icon={<IconChevronDown size={20} aria-hidden />}
          onClick={() => setOpenByUser(!isOpen)}
        >
          {title}
        </Button>
      </div>
      <div id={regionId} className={styles.folded} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
