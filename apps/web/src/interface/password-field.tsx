import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldErrorText } from './error-text.ts';
import styles from './field.module.css';
import { type FieldLook, fieldClasses, fieldOrder } from './field.tsx';

type PasswordFieldProps = FieldLook &
  Omit<ComponentProps<'input'>, 'size' | 'type'> & {
    autoComplete: 'current-password' | 'new-password' | 'off';
  };

/** A password, a PIN or anything else that is hidden until the eye is pressed. */
export function PasswordField({ help, error, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('shell');
  const errorText = useFieldErrorText();
  const [isShown, setShown] = useState(false);
  return (
    <PasswordInput
      {...rest}
      description={help}
      error={errorText(error)}
      inputWrapperOrder={fieldOrder}
      visible={isShown}
      onVisibilityChange={setShown}
      visibilityToggleIcon={VisibilityIcon}
      visibilityToggleButtonProps={{
        'aria-label': t(isShown ? 'password.hide' : 'password.show'),
        'aria-pressed': isShown,
        className: styles.toggle,
        tabIndex: 0,
      }}
      classNames={{
        ...fieldClasses,
        input: `${styles.input} ${styles.passwordInput}`,
        innerInput: styles.innerInput,
        section: styles.toggleSection,
      }}
    />
  );
}

function VisibilityIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon size={22} aria-hidden />;
}
