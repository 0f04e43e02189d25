type DeviceForm = 'computer' | 'phone' | 'tablet' | 'unknown';

export interface ParsedUserAgent {
  /** Browser name, or `yandex`, whose name depends on the language. */
  browser: string | undefined;
  system: string | undefined;
  form: DeviceForm;
}

/** The first match counts: nearly every browser also claims to be Chrome or Safari. */
const browsers: [pattern: RegExp, name: string][] = [
  [/YaBrowser\//, 'yandex'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\/|OPiOS\/|Opera/, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
];

const systems: [pattern: RegExp, name: string, form: DeviceForm][] = [
  [/iPhone/, 'iPhone', 'phone'],
  [/iPad/, 'iPad', 'tablet'],
  [/Android.*Mobile/, 'Android', 'phone'],
  [/Android/, 'Android', 'tablet'],
  [/Windows/, 'Windows', 'computer'],
  [/Macintosh|Mac OS X/, 'macOS', 'computer'],
  [/CrOS/, 'ChromeOS', 'computer'],
  [/Linux|X11/, 'Linux', 'computer'],
];

/** Recognises common browsers and systems only. */
export function parseUserAgent(userAgent: string | null): ParsedUserAgent {
  const text = userAgent ?? '';
  const system = systems.find(([pattern]) => pattern.test(text));
  return {
    browser: browsers.find(([pattern]) => pattern.test(text))?.[1],
    system: system?.[1],
    form: system?.[2] ?? 'unknown',
  };
}
