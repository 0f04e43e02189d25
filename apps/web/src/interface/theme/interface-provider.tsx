import './styles.css';
import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { defaultThemeChoice, themeStorage } from './color-scheme.ts';

const theme = createTheme({ defaultRadius: 'var(--radius-control)', respectReducedMotion: true });

export function InterfaceProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={themeStorage}
      defaultColorScheme={defaultThemeChoice}
      getStyleNonce={styleNonce}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

function styleNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
  return meta?.content ?? '';
}
