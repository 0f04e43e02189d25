import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { root, SetupError } from './project.mjs';

/** Running commands; `true` for those that a signal reaches only through us. */
const children = new Map();
let endingSignal;
let lastPassedOn = Number.NEGATIVE_INFINITY;

class Interrupted extends Error {}

/** Runs a script's work; turns failures into one sentence and an exit code. */
export async function main(work) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  if (process.env.npm_lifecycle_event) await import('./follow-parent.mjs');
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    if (error instanceof Interrupted) process.exitCode = exitCodeOf(endingSignal);
    else {
      console.error(error instanceof SetupError ? `\n${error.message}` : error);
      process.exitCode = 1;
    }
  }
}

/**
 * Starts a command that shares our output and gets our signals. An `isolated` one has a process
 * group of its own: Ctrl-C and signals to the group reach it once, through us, not twice. What it
 * prints is also told to `hears`, where that is given.
 */
export function start(command, args, options = {}) {
  const { cwd = root, env = process.env, isolated = false, hears } = options;
  const stdio = [isolated ? 'ignore' : 'inherit', hears ? 'pipe' : 'inherit', 'inherit'];
  const child = spawn(command, args, { cwd, env, stdio, detached: isolated });
  child.stdout?.on('data', (text) => {
    process.stdout.write(text);
    hears(String(text));
  });
  children.set(child, isolated);
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      children.delete(child);
      reject(new SetupError(`${command} could not be started: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      children.delete(child);
      resolve(code ?? exitCodeOf(signal));
    });
  });
  return { child, ended };
}

/** Runs a command to its end and gives its exit code; throws when we were told to end meanwhile. */
export async function run(command, args, options) {
  throwIfEnding();
  const code = await start(command, args, options).ended;
  throwIfEnding();
  return code;
}

/** Lets started commands run until one of them ends, then ends the others; gives its exit code. */
export async function together(...commands) {
  try {
    return await Promise.race(commands.map(({ ended }) => ended));
  } finally {
    if (!isEnding()) for (const { child } of commands) child.kill('SIGTERM');
    await Promise.allSettled(commands.map(({ ended }) => ended));
  }
}

/** Whether a signal told us, and thereby the running commands, to end. */
function isEnding() {
  return endingSignal !== undefined;
}

/** What a command prints, or undefined when it fails or does not exist. */
export function outputOf(command, args, env = process.env) {
  const result = spawnSync(command, args, { encoding: 'utf8', env, timeout: 30_000 });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

function end(signal) {
  endingSignal = signal;
  if (children.size === 0) process.exit(exitCodeOf(signal));
  // npm passes Ctrl-C on although the terminal did: what follows at once is the same press.
  const isEcho = performance.now() - lastPassedOn < 1000;
  if (isEcho) return;
  lastPassedOn = performance.now();
  for (const [child, isIsolated] of children) {
    const hasItAlready = signal === 'SIGINT' && process.stdin.isTTY && !isIsolated;
    if (!hasItAlready) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  }
}

function throwIfEnding() {
  if (isEnding()) throw new Interrupted(endingSignal);
}

function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}
