import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { root, SetupError } from './project.mjs';

/** The running commands; the value is true if the command gets signals only from this process. */
const children = new Map();
let endingSignal;
let lastForwarded = Number.NEGATIVE_INFINITY;

class Interrupted extends Error {}

/** Runs a script's work; prints expected failures as one sentence and sets the exit code. */
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
 * Starts a command that shares our output and gets our signals. An `isolated` command has its own
 * process group, so that Ctrl-C and signals to our group reach it once, forwarded by us. `onOutput`
 * gets a copy of its output.
 */
export function start(command, args, options = {}) {
  const { cwd = root, env = process.env, isolated = false, onOutput } = options;
  const stdio = [isolated ? 'ignore' : 'inherit', onOutput ? 'pipe' : 'inherit', 'inherit'];
  const child = spawn(command, args, { cwd, env, stdio, detached: isolated });
  child.stdout?.on('data', (text) => {
    process.stdout.write(text);
    onOutput(String(text));
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

/** Runs a command and returns its exit code; throws if this process got a signal meanwhile. */
export async function run(command, args, options) {
  throwIfEnding();
  const code = await start(command, args, options).ended;
  throwIfEnding();
  return code;
}

/** Waits for the first of the commands to end, ends the others and returns its exit code. */
export async function runTogether(...commands) {
  try {
    return await Promise.race(commands.map(({ ended }) => ended));
  } finally {
    if (!isEnding()) for (const { child } of commands) child.kill('SIGTERM');
    await Promise.allSettled(commands.map(({ ended }) => ended));
  }
}

/** True once a signal has ended this process and its running commands. */
function isEnding() {
  return endingSignal !== undefined;
}

/** The output of a command, or undefined when it fails or does not exist. */
export function outputOf(command, args, env = process.env) {
  const result = spawnSync(command, args, { encoding: 'utf8', env, timeout: 30_000 });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

function end(signal) {
  endingSignal = signal;
  if (children.size === 0) process.exit(exitCodeOf(signal));
  // npm forwards Ctrl-C although the terminal sent it already: ignore a second signal right after.
  const isRepeated = performance.now() - lastForwarded < 1000;
  if (isRepeated) return;
  lastForwarded = performance.now();
  for (const [child, isIsolated] of children) {
    const hasSignalAlready = signal === 'SIGINT' && process.stdin.isTTY && !isIsolated;
    if (!hasSignalAlready) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  }
}

function throwIfEnding() {
  if (isEnding()) throw new Interrupted(endingSignal);
}

function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}
