import { withInstalledCommands } from '../../../../platform/installation.ts';

/** What notes an answer that was given by mail. */
export function answeredCommand(reference: string): string {
  return withInstalledCommands(`npm run support -- answered ${reference}`);
}
