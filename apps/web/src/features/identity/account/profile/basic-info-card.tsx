import { ApiError } from '@zavet/contract/client';
import { moscowDay } from '@zavet/contract/days';
import {
  dateOfBirthProblem,
  isCalendarDate,
  nameProblem,
} from '@zavet/contract/identity/account-rules';
import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { useEffect, useRef, useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmButton, ConfirmDialog, useConfirmation } from '../../../../ui/confirm-dialog.tsx';
import { DateField } from '../../../../ui/date-field/date-field.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { DefinitionList, EditForm, Fact } from '../card-parts.tsx';
import { type BasicInfo, basicFields, fieldsLockedBySaving } from '../settings-rules.ts';

export function BasicInfoCard({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('settings');
  const mode = useEditMode();
  const calendarDate = useCalendarDate();
  const filled = basicFields.filter((field) => profile[field] !== null);
  const isComplete = filled.length === basicFields.length;

  return (
    <SectionCard
      title={t('basic.title')}
      lead={t(isComplete ? 'basic.allLocked' : 'basic.lead')}
      headingRef={mode.heading}
    >
      {mode.isEditing ? (
        <BasicInfoForm profile={profile} onCancel={mode.close} onSaved={mode.closeAtHeading} />
      ) : (
        <>
          <DefinitionList>
            {basicFields.map((field) => (
              <Fact
                key={field}
                name={t(`basic.${field}`)}
                unset={t(`basic.notSet.${field}`)}
                isLocked={profile[field] !== null}
                isTerse={isComplete}
              >
                {field === 'date_of_birth' ? calendarDate(profile[field]) : profile[field]}
              </Fact>
            ))}
          </DefinitionList>
          {!isComplete && (
            <div>
              <Button kind="quiet" ref={mode.opener} onClick={mode.open}>
                {t(filled.length === 0 ? 'basic.fill' : 'basic.add')}
              </Button>
            </div>
          )}
        </>
      )}
    </SectionCard>
  );
}

interface BasicInfoFormProps {
  profile: ProfileView;
  onCancel: () => void;
  onSaved: () => void;
}

const nameFields = ['first_name', 'last_name'] as const;
const autoCompleteHints = { first_name: 'given-name', last_name: 'family-name' } as const;

function BasicInfoForm({ profile, onCancel, onSaved }: BasicInfoFormProps) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const save = useMutationOf('updateBasicInfo');
  const question = useConfirmation<Partial<BasicInfo>>();
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).basicInfoInput,
    initialValues: { first_name: '', last_name: '', date_of_birth: '' },
    toInput: (values) => ({
      first_name: profile.first_name ?? values.first_name,
      last_name: profile.last_name ?? values.last_name,
      date_of_birth: profile.date_of_birth ?? (values.date_of_birth || null),
    }),
    check: ({ first_name, last_name, date_of_birth: given }) => ({
      first_name: first_name && !profile.first_name ? nameProblem(first_name) : undefined,
      last_name: last_name && !profile.last_name ? nameProblem(last_name) : undefined,
      date_of_birth:
        given && !profile.date_of_birth
          ? dateOfBirthProblem(given, moscowDay(new Date()))
          : undefined,
    }),
    submit: async (body) => {
      const locked = fieldsLockedBySaving(profile, body);
      if (Object.keys(locked).length > 0 && !(await question.ask(locked))) return;
      await save.mutateAsync({ body }).catch((error: unknown) => {
        // The field is replaced by a locked value, which cannot show an error.
        if (isFieldLocked(error)) toasts.error(describe(error));
        throw error;
      });
      toasts.success(t('saved'));
      onSaved();
    },
  });

  return (
    <>
      <EditForm form={form} failureTitle={t('basic.failure')} onCancel={onCancel}>
        {nameFields.map((name) =>
          profile[name] === null ? (
            <Field
              key={name}
              {...form.field(name)}
              label={t(`basic.${name}`)}
              autoComplete={autoCompleteHints[name]}
            />
          ) : (
            <DefinitionList key={name}>
              <Fact name={t(`basic.${name}`)} isLocked>
                {profile[name]}
              </Fact>
            </DefinitionList>
          ),
        )}
        <DateOfBirth
          stored={profile.date_of_birth}
          value={form.values.date_of_birth}
          error={form.field('date_of_birth').error}
          onChange={(date_of_birth) => form.setValues({ date_of_birth })}
        />
      </EditForm>
      <ConfirmDialog
        {...question.dialogProps}
        title={t('onceCheck.title')}
        confirmLabel={t('onceCheck.confirm')}
        cancelLabel={t('onceCheck.back')}
      >
        <LockedValues values={question.subject ?? {}} />
        <p>{t('onceCheck.text')}</p>
      </ConfirmDialog>
    </>
  );
}

function LockedValues({ values }: { values: Partial<BasicInfo> }) {
  const { t } = useTranslation('settings');
  const calendarDate = useCalendarDate();
  const given = basicFields.filter((field) => values[field] !== undefined);
  return (
    <DefinitionList>
      {given.map((field) => (
        <Fact key={field} name={t(`basic.${field}`)}>
          {field === 'date_of_birth' ? calendarDate(values[field] ?? null) : values[field]}
        </Fact>
      ))}
    </DefinitionList>
  );
}

function isFieldLocked(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'field_locked';
}

interface DateOfBirthProps {
  stored: string | null;
  value: string;
  error: string | undefined;
  onChange: (date: string) => void;
}

/** Locked once stored; until then, the field opens after a warning. */
function DateOfBirth({ stored, value, error, onChange }: DateOfBirthProps) {
  const { t } = useTranslation(['settings', 'shell']);
  const calendarDate = useCalendarDate();
  const [isOpen, setOpen] = useState(false);

  if (stored === null && isOpen)
    return <DateOfBirthField value={value} error={error} onChange={onChange} />;
  return (
    <>
      <DefinitionList>
        <Fact
          name={t('basic.date_of_birth')}
          unset={t('birthDate.optional')}
          isLocked={stored !== null}
        >
          {calendarDate(stored)}
        </Fact>
      </DefinitionList>
      {stored === null && (
        <div>
          <ConfirmButton
            label={t('shell:actions.edit')}
            aria-label={t('birthDate.edit')}
            title={t('birthDate.warningTitle')}
            confirmLabel={t('birthDate.proceed')}
            act={() => setOpen(true)}
          >
            {t('birthDate.warning')}
          </ConfirmButton>
        </div>
      )}
    </>
  );
}

interface DateOfBirthFieldProps {
  value: string;
  error: string | undefined;
  /** `YYYY-MM-DD`, or empty. An incomplete date fails the check. */
  onChange: (date: string) => void;
}

/** Takes the focus, because the owner has just opened it. */
function DateOfBirthField({ value, error, onChange }: DateOfBirthFieldProps) {
  const { t } = useTranslation('settings');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <DateField
      ref={input}
      label={t('basic.date_of_birth')}
      help={t('birthDate.help')}
      error={error}
      value={value}
      years={{ from: 1900, to: new Date().getFullYear() }}
      autoComplete="bday"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Formats a calendar day, which is the same in every time zone. */
function useCalendarDate(): (value: string | null) => string | null {
  const { language } = useLanguage();
  return (value) => {
    if (value === null || !isCalendarDate(value)) return null;
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    return format.format(new Date(value));
  };
}
