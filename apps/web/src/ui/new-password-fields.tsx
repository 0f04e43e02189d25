import type { FieldErrorCode } from '@zavet/contract/errors';
import {
  guessableReason,
  passwordRequirements,
  unmetPasswordRequirements,
} from '@zavet/contract/identity/account-rules';
import { limits } from '@zavet/contract/limits';
import { type ComponentProps, useId } from 'react';
import { IconCheck } from './icons.tsx';
import { useTranslation } from './language/use-translation.ts';
import styles from './new-password-fields.module.css';
import { PasswordField } from './password-field.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

type FieldProps = Pick<ComponentProps<typeof PasswordField>, 'name' | 'onChange' | 'error'> & {
  value: string;
};

interface NewPasswordFieldsProps {
  password: FieldProps & { label: string };
  confirmation: FieldProps & { label: string };
}

/** A new password, typed twice, with a checklist and a hint whether both match. */
export function NewPasswordFields({ password, confirmation }: NewPasswordFieldsProps) {
  const { t } = useTranslation('shell');
  const rulesId = useId();
  // The error of a short password names only its length; the help adds the other requirements.
  const isShort = password.error === 'password_too_short';
  return (
    <>
      <PasswordField
        {...password}
        help={isShort ? t('password.needsMore') : undefined}
        autoComplete="new-password"
        aria-required
        aria-describedby={rulesId}
      />
      <PasswordChecklist id={rulesId} password={password.value} />
      <div>
        <PasswordField {...confirmation} autoComplete="new-password" aria-required />
        <MatchHint
          password={password.value}
          confirmation={confirmation.value}
          hasFieldError={confirmation.error !== undefined}
        />
      </div>
    </>
  );
}

interface MatchHintProps {
  password: string;
  confirmation: string;
  hasFieldError: boolean;
}

function MatchHint({ password, confirmation, hasFieldError }: MatchHintProps) {
  const { t } = useTranslation('shell');
  const isMatch = password === confirmation;
  const isShown = confirmation !== '' && !hasFieldError;
  return (
    <p className={styles.hint} role="status" data-match={isMatch || undefined}>
      {isShown && t(isMatch ? 'password.match' : 'password.differ')}
    </p>
  );
}

/** The error that the server would return for a new password; for a form's `check`. */
export function newPasswordProblem(password: string, email = ''): FieldErrorCode | undefined {
  if (password.length < limits.signUpPasswordMinLength) return undefined;
  if (unmetPasswordRequirements(password).length > 0) return 'weak_password';
  return guessableReason(password, email);
}

/** The requirements of a new password, ticked off while it is typed. */
function PasswordChecklist({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation('shell');
  const unmet = unmetPasswordRequirements(password);
  return (
    <div id={id} className={styles.box}>
      <p id={`${id}-title`}>{t('password.rules')}</p>
      <ul className={styles.list} aria-labelledby={`${id}-title`}>
        {passwordRequirements.map((reason) => {
          const isMet = !unmet.includes(reason);
          return (
            <li key={reason} className={styles.rule} data-met={isMet || undefined}>
              <span className={styles.mark}>
                <IconCheck size={14} stroke={3} aria-hidden />
              </span>
              {t(`password.${reason}`)}
              <VisuallyHidden>{t(isMet ? 'password.met' : 'password.unmet')}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
