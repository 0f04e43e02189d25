import type { MailExample } from './mail-example.ts';

export const dataExportMailExamples: Record<string, MailExample[]> = {
  data_export_ready: [{ facts: {}, links: ['/settings?tab=privacy'], says: () => ['24'] }],
};
