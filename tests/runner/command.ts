import { spawn } from 'node:child_process';

export type Command = {
  program: string;
  args: string[];
  /** Timeout in seconds, after which the command and all its child processes are killed. */
  limit: number;
  environment?: Record<string, string>;
  /** Working directory; the current one by default. */
  folder?: string;
  /** True streams the output to the terminal; false captures and returns it. */
  isLive?: boolean;
};

export type CommandOutcome = {
  isOk: boolean;
  seconds: number;
  output: string;
  /** A note for the summary, printed even when nothing failed. */
  note?: string;
};

const running = new Set<number>();
const secondsToTidyUp = 15;

/**
 * Spawns a command in its own process group and waits for its exit. Never throws: a program that cannot be started, a
 * timeout and a non-zero exit code are reported in the outcome.
 */
export function runCommand(command: Command): Promise<CommandOutcome> {
  const started = performance.now();
  const chunks: string[] = [];
  return new Promise((resolve) => {
    const child = spawn(command.program, command.args, {
      detached: true,
      cwd: command.folder,
      env: { ...environmentOf(command), ...command.environment },
      stdio: ['ignore', command.isLive ? 'inherit' : 'pipe', command.isLive ? 'inherit' : 'pipe'],
    });
    const group = child.pid;
    if (group !== undefined) running.add(group);
    // Send an interrupt first, so that test runners close their browsers and servers; kill later.
    const limit = setTimeout(() => {
      chunks.push(`\nstopped after ${command.limit} s, the limit of this step\n`);
      if (group !== undefined) endGroup(group, 'SIGINT');
    }, command.limit * 1000);
    const force = setTimeout(
      () => {
        if (group !== undefined) endGroup(group, 'SIGKILL');
      },
      (command.limit + secondsToTidyUp) * 1000,
    );
    const finish = (isOk: boolean) => {
      clearTimeout(limit);
      clearTimeout(force);
      if (group !== undefined) running.delete(group);
      resolve({ isOk, seconds: (performance.now() - started) / 1000, output: chunks.join('') });
    };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    child.on('error', (error) => {
      chunks.push(`${command.program} could not be started: ${error.message}\n`);
      finish(false);
    });
    child.on('close', (code, signal) => {
      if (signal) chunks.push(`\nterminated by ${signal}\n`);
      finish(code === 0);
    });
  });
}

/** Kills every running command, for a run that is interrupted. */
export function endCommands(signal: NodeJS.Signals): void {
  for (const group of running) endGroup(group, signal);
}

/** Disable colours: captured output is printed later or written to a file. */
function environmentOf({ isLive }: Command): NodeJS.ProcessEnv {
  if (isLive && process.stdout.isTTY) return process.env;
  const { FORCE_COLOR, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1' };
}

function endGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    // The group may have exited a moment ago; any other error is unexpected.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
