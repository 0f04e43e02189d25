import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import styles from './toast-area.module.css';

export function ToastArea() {
  const { t } = useTranslation('shell');
  return (
    <section aria-label={t('toasts')}>
      <Notifications
        position="top-right"
        containerWidth={420}
        notificationMaxHeight={320}
        classNames={{ notification: styles.toast }}
        withinPortal={false}
      />
    </section>
  );
}
