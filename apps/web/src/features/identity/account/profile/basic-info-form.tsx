import { ApiError } from '@zavet/contract/client';
import { moscowDay } from '@zavet/contract/days';
import { dateOfBirthProblem, nameProblem } from '@zavet/contract/identity/account-rules';
import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { ConfirmDialog, useQuestion } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { EditForm } from '../cards/edit-form.tsx';
import { Fact, Facts } from '../cards/facts.tsx';
import { type BasicInfo, basicFields, fieldsLockedBySaving } from './basic-info-rules.ts';
import { DateOfBirthPart } from './date-of-birth-part.tsx';
import { useCalendarDate } from './use-calendar-date.ts';

interface BasicInfoFormProps {
  profile: ProfileView;
  onCancel: () => void;
  onSaved: () => void;
}

const names = ['first_name', 'last_name'] as const;
const nameHints = { first_name: 'given-name', last_name: 'family-name' } as const;

export function BasicInfoForm({ profile, onCancel, onSaved }: BasicInfoFormProps) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const save = useMutationOf('updateBasicInfo');
  const question = useQuestion<Partial<BasicInfo>>();
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
      const fresh = fieldsLockedBySaving(profile, body);
      if (Object.keys(fresh).length > 0 && !(await question.ask(fresh))) return;
      await save.mutateAsync({ body }).catch((error: unknown) => {
        // Its field turns into a locked line, where no error could be shown.
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
        {names.map((name) =>
          profile[name] === null ? (
            <Field
              key={name}
              {...form.field(name)}
              label={t(`basic.${name}`)}
              autoComplete={nameHints[name]}
            />
          ) : (
            <Facts key={name}>
              <Fact name={t(`basic.${name}`)} isLocked>
                {profile[name]}
              </Fact>
            </Facts>
          ),
        )}
        <DateOfBirthPart
          stored={profile.date_of_birth}
          value={form.values.date_of_birth}
          error={form.field('date_of_birth').error}
          onChange={(date_of_birth) => form.setValues({ date_of_birth })}
        />
        <Notice kind="warning">{t('basic.onceOnly')}</Notice>
      </EditForm>
      <ConfirmDialog
        {...question.dialogProps}
        title={t('onceCheck.title')}
        confirmLabel={t('onceCheck.confirm')}
        cancelLabel={t('onceCheck.back')}
      >
        <FreshFacts fresh={question.subject ?? {}} />
        <p>{t('onceCheck.text')}</p>
      </ConfirmDialog>
    </>
  );
}

function FreshFacts({ fresh }: { fresh: Partial<BasicInfo> }) {
  const { t } = useTranslation('settings');
  const calendarDate = useCalendarDate();
  const given = basicFields.filter((field) => fresh[field] !== undefined);
  return (
    <Facts>
      {given.map((field) => (
        <Fact key={field} name={t(`basic.${field}`)}>
          {field === 'date_of_birth' ? calendarDate(fresh[field] ?? null) : fresh[field]}
        </Fact>
      ))}
    </Facts>
  );
}

function isFieldLocked(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'field_locked';
}
