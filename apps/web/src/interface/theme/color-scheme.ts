import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  useMantineColorScheme,
} from '@mantine/core';

export const themeChoices = ['light', 'dark', 'auto'] as const satisfies MantineColorScheme[];
export type ThemeChoice = (typeof themeChoices)[number];

export const defaultThemeChoice: ThemeChoice = 'light';

/** The same key is read by public/theme.js before the first paint. */
export const themeStorage = localStorageColorSchemeManager({ key: 'zavet.theme' });

export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { theme: colorScheme, chooseTheme: setColorScheme };
}
