import { chromium, installDebianChromium } from '../setup/chromium.mjs';
import { install } from '../setup/install.mjs';
import { projectEnvironment, projectNode } from '../setup/node.mjs';

/** What the steps work with; `scratch` is a folder for what they throw away. */
export async function prepare(chosen, scratch) {
  const needsBrowser = chosen.some(({ usesBrowser }) => usesBrowser);
  await Promise.all([install(), needsBrowser && installDebianChromium()]);
  const node = await projectNode();
  const browser = needsBrowser ? { CHROMIUM_PATH: await chromium(node) } : {};
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  const env = projectEnvironment({ ...colours, ...browser, TMPDIR: scratch });
  // The tests decide themselves what they run as.
  delete env.NODE_ENV;
  return { node, env, reports: scratch };
}
