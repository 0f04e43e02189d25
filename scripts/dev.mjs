import { viteCommand } from './setup/build.mjs';
import { installNode } from './setup/install.mjs';
import { main, runTogether, start } from './setup/process.mjs';
import { inProject, projectEnvironment } from './setup/project.mjs';
import { serverEnvironment, sourceArguments } from './setup/server.mjs';

const serverPort = 3000;
const webPort = 5173;
const webAddress = `http://localhost:${webPort}`;

/** Starts server and web application with hot reload. */
await main(async () => {
  const node = await installNode();
  console.log(`
Open ${webAddress}; screens reload as you edit them.
The server listens at http://localhost:${serverPort} and restarts when its files change.
Ctrl-C ends both.
`);
  const server = start(node, ['--watch', '--watch-preserve-output', ...sourceArguments()], {
    env: serverEnvironment({ PORT: String(serverPort), PUBLIC_URL: webAddress }),
    isolated: true,
  });
  const webArguments = ['--port', String(webPort), '--strictPort', '--clearScreen', 'false'];
  const web = start(node, [viteCommand(), ...webArguments], {
    cwd: inProject('apps', 'web'),
    env: projectEnvironment(),
  });
  return runTogether(server, web);
});
