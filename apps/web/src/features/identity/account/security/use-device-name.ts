import { type ParsedUserAgent, parseUserAgent } from '@zavet/contract/identity/user-agent';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

/** Returns a function that describes browser and system, e.g. “Firefox on Linux”. */
export function useDeviceLabel(): (facts: Pick<ParsedUserAgent, 'browser' | 'system'>) => string {
  const { t } = useTranslation('links');
  return (facts) => {
    const browser = facts.browser === 'yandex' ? t('device.yandex') : facts.browser;
    if (browser && facts.system) return t('device.known', { browser, system: facts.system });
    if (facts.system) return t('device.systemOnly', { system: facts.system });
    return browser ?? t('device.unknown');
  };
}

export function useDeviceName(): (userAgent: string | null) => string {
  const label = useDeviceLabel();
  return (userAgent) => label(parseUserAgent(userAgent));
}
