import { notifications, useNotifications } from '@mantine/notifications';
import { screenTimings } from '@zavet/contract/timings';
import i18next from 'i18next';
import { lazyPart } from './lazy-part.tsx';

interface ToastOptions {
  /** Milliseconds, where the fixed duration does not fit. */
  duration?: number;
}

/** Short messages at the top right. They never hold anything a person must not miss. */
export const toasts = {
  success: (message: string, options: ToastOptions = {}) =>
    show('success', message, options.duration ?? screenTimings.toastSuccess),
  error: (message: string, options: ToastOptions = {}) =>
    show('error', message, options.duration ?? screenTimings.toastError),
  plain: (message: string, options: ToastOptions = {}) =>
    show('plain', message, options.duration ?? screenTimings.toastDefault),
};

function show(kind: 'success' | 'error' | 'plain', message: string, autoClose: number): void {
  const closeButtonProps = { 'aria-label': i18next.t('shell:actions.close') };
  notifications.show({ message, autoClose, closeButtonProps, 'data-kind': kind });
}

const loadArea = () => import('./toast-area.tsx');
const ToastArea = lazyPart(async () => (await loadArea()).ToastArea);

/** For messages that must also appear without a network. */
export async function prepareToasts(): Promise<void> {
  await loadArea();
}

let wasNeeded = false;

/** Where toasts appear; its code is fetched with the first one. */
export function Toasts() {
  const { notifications: shown } = useNotifications();
  wasNeeded ||= shown.length > 0;
  if (!wasNeeded) return null;
  // Without its code the words alone are shown: they must not be lost with the line.
  const plain = () => shown.map(({ id, message }) => <p key={id}>{message}</p>);
  return <ToastArea failed={() => <div role="status">{plain()}</div>} />;
}
