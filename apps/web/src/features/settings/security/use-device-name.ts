import { useTranslation } from 'react-i18next';
import { readUserAgent } from './user-agent.ts';

/** Says in words which browser, on what kind of device. */
export function useDeviceName(): (userAgent: string | null) => string {
  const { t } = useTranslation('settings');
  return (userAgent) => {
    const facts = readUserAgent(userAgent);
    const browser = facts.browser === 'yandex' ? t('device.yandex') : facts.browser;
    if (browser && facts.system) return t('device.known', { browser, system: facts.system });
    if (facts.system) return t('device.systemOnly', { system: facts.system });
    return browser ?? t('device.unknown');
  };
}
